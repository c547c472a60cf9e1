// SPDX-License-Identifier: BSL-1.0
#include "desk.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;

using desk_of_convert = desk<convert>;
const std::string good = R"({"input":{"document":"d1","source_uri":"s3://a"},"subjectId":"d1"})";

std::string submit(desk_of_convert& at, const std::string& body = good) {
  const http::response made = at.post("/v1/jobs/deck.convert", body);
  REQUIRE(made.status == 202);
  return member(made.body, "jobId");
}

}  // namespace

TEST_CASE("a submission answers 202 with the job, its subject and where its status is",
          "[http][STAT-03]") {
  desk_of_convert at;
  const http::response made = at.post("/v1/jobs/deck.convert", good);
  REQUIRE(made.status == 202);
  const std::string id = member(made.body, "jobId");
  CHECK(pawl::parse_job_id(id));
  CHECK(member(made.body, "subjectId") == "d1");
  CHECK(member(made.body, "statusUrl") == "/v1/jobs/" + id);
  REQUIRE(made.find("Location"));
  CHECK(*made.find("Location") == "/v1/jobs/" + id);

  const http::response shown = at.get(*made.find("Location"));
  CHECK(shown.status == 200);
  CHECK(member(shown.body, "status") == "pending");
  CHECK(member(shown.body, "requestedBy") == "ann");
}

TEST_CASE("JSON goes through the job type's own codec, and is told where it is wrong",
          "[http][SVC-26]") {
  desk_of_convert at;
  struct wrong {
    std::string body;
    unsigned status;
    std::string pointer;
  };
  const wrong all[] = {
      {R"({"input":{"document":"d1","source_uri":"s","extra":1}})", 400, "/input/extra"},
      {R"({"input":{"document":7,"source_uri":"s"}})", 400, "/input/document"},
      {R"({"input":{"document":"d1"}})", 400, "/input/source_uri"},
      {R"({"input":{"document":"a","document":"b","source_uri":"s"}})", 400, "/input/document"},
      {R"({"input":{"document":"d1","source_uri":"s"},"input":{}})", 400, "/input"},
      {R"({"input":{"document":"d1","source_uri":"s"},"state":"succeeded"})", 400, "/state"},
      {R"({"input":{"document":"d1","source_uri":"s"},"tenant":"globex"})", 400, "/tenant"},
      {R"({"input":{"document":"d1","source_uri":"s"},"dependsOn":["x"]})", 400, "/dependsOn/0"},
      {R"({"input":{"document":"d1","source_uri":"s"},"version":2})", 400, "/input"},
      {R"({"subjectId":"d1"})", 400, "/input"},
      {R"([])", 400, ""},
      {R"({"input":)", 400, "/input"},
  };
  for (const wrong& each : all) {
    CAPTURE(each.body);
    const http::response answer = at.post("/v1/jobs/deck.convert", each.body);
    CHECK(answer.status == each.status);
    CHECK(*answer.find("Content-Type") == "application/problem+json");
    CHECK(member(answer.body, "pointer") == each.pointer);
  }
  const http::response refused =
      at.post("/v1/jobs/deck.convert",
              R"({"input":{"document":"d1","source_uri":"s"},"priority":"no such level"})");
  CHECK(refused.status == 422);
  CHECK(member(refused.body, "code") == "INVALID");
  CHECK(member(at.get("/v1/jobs").body, "items") == "[");
}

TEST_CASE("a repeated key answers with its job; another input is a conflict",
          "[http][DECK-09][DECK-10]") {
  desk_of_convert at;
  const std::vector<http::header> key{{"Idempotency-Key", "k1"}};
  const auto first = at.ask("POST", "/v1/jobs/deck.convert", "admin", good, key);
  const auto second = at.ask("POST", "/v1/jobs/deck.convert", "admin", good, key);
  CHECK(first.status == 202);
  CHECK(first.find("Idempotency-Replayed") == nullptr);
  CHECK(second.status == 200);
  REQUIRE(second.find("Idempotency-Replayed"));
  CHECK(member(second.body, "jobId") == member(first.body, "jobId"));

  const auto other = at.ask("POST", "/v1/jobs/deck.convert", "admin",
                            R"({"input":{"document":"d2","source_uri":"s"}})", key);
  CHECK(other.status == 409);
  CHECK(member(other.body, "code") == "KEY_CONFLICT");
  for (const std::string& bad : {std::string(), std::string(256, 'k'), std::string("a b")})
    CHECK(
        at.ask("POST", "/v1/jobs/deck.convert", "admin", good, {{"Idempotency-Key", bad}}).status ==
        400);
  // The key of another tenant is another key.
  CHECK(at.ask("POST", "/v1/jobs/deck.convert", "stranger", good, key).status == 202);
  // A day later it is free again, also for another input.
  at.bench.clock.advance(24h);
  const auto free = at.ask("POST", "/v1/jobs/deck.convert", "admin",
                           R"({"input":{"document":"d2","source_uri":"s"}})", key);
  CHECK(free.status == 202);
  CHECK(member(free.body, "jobId") != member(first.body, "jobId"));
}

TEST_CASE("submissions of several requests are one commit, and each is answered as if alone",
          "[http]") {
  using on_a_file = desk<convert, everything, runtime_test::on_sqlite>;
  on_a_file at;
  const auto to_submit = [](const std::string& document, const std::string& key = {},
                            const std::string& token = "admin") {
    std::vector<http::header> headers;
    if (!key.empty()) headers.push_back({"Idempotency-Key", key});
    return on_a_file::asked("POST", "/v1/jobs/deck.convert", token,
                            R"({"input":{"document":")" + document + R"(","source_uri":"s"}})",
                            std::move(headers));
  };
  struct expected {
    http::request in;
    unsigned status;
    std::string code;
    bool is_put_off = true;  ///< the store has a say
  };
  const expected all[] = {
      {to_submit("d1"), 202, "(absent)"},
      {to_submit("d2", "k"), 202, "(absent)"},
      {to_submit("d3", "k"), 409, "KEY_CONFLICT"},
      {to_submit("d1"), 409, "LIMIT_REACHED"},
      {to_submit("d2", "k"), 200, "(absent)"},
      {to_submit("d4", "", "reader"), 403, "NOT_ALLOWED", false},
      {to_submit("d4\",\"extra\":\"1"), 400, "MALFORMED", false},
      {on_a_file::asked("GET", "/v1/jobs"), 200, "(absent)", false},
  };
  std::vector<http::asked_submission> later(std::size(all));
  std::vector<http::response> answers(std::size(all));
  std::vector<http::asked_submission*> put_off;
  for (std::size_t i = 0; i < std::size(all); ++i) {
    CAPTURE(i);
    if (auto now = at.api.core().handle(all[i].in, later[i]))
      answers[i] = *std::move(now);
    else
      put_off.push_back(&later[i]);
    CHECK((later[i].op.type != nullptr) == all[i].is_put_off);
  }
  const std::uint64_t before = at.bench.jobs.store().commits();
  at.api.core().submit_together(put_off);
  CHECK(at.bench.jobs.store().commits() == before + 1);
  for (std::size_t i = 0; i < std::size(all); ++i) {
    CAPTURE(i);
    const http::response& answer = all[i].is_put_off ? later[i].answer : answers[i];
    CHECK(answer.status == all[i].status);
    CHECK(member(answer.body, "code") == all[i].code);
    REQUIRE(answer.find("X-Content-Type-Options"));
  }
  CHECK(member(later[4].answer.body, "jobId") == member(later[1].answer.body, "jobId"));
  CHECK(at.get("/metrics", "root").body.find("job_enqueue_total{job_type=\"deck.convert\"} 2") !=
        std::string::npos);
}

TEST_CASE("a second active convert job of a document is a conflict", "[http][DECK-11]") {
  desk_of_convert at;
  const std::string first = submit(at);
  const auto second = at.post("/v1/jobs/deck.convert", good);
  CHECK(second.status == 409);
  CHECK(member(second.body, "code") == "LIMIT_REACHED");
  CHECK(
      at.post("/v1/jobs/deck.convert", R"({"input":{"document":"d2","source_uri":"s"}})").status ==
      202);
  CHECK(at.post("/v1/jobs/" + first + "/cancel").status == 200);
  CHECK(at.post("/v1/jobs/deck.convert", good).status == 202);
}

TEST_CASE("another tenant's job is answered, byte for byte, like an absent one", "[http][SVC-27]") {
  desk_of_convert at;
  const std::string id = submit(at);
  const std::string absent = "018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20";
  for (const std::string& tail : {std::string(), std::string("/result"), std::string("/events")}) {
    const auto foreign = at.get("/v1/jobs/" + id + tail, "stranger");
    const auto none = at.get("/v1/jobs/" + absent + tail, "stranger");
    CHECK(foreign.status == 404);
    CHECK(foreign.body == none.body);
  }
  CHECK(at.post("/v1/jobs/" + id + "/cancel", {}, "stranger").status == 404);
  CHECK(at.get("/v1/dlq/" + id, "stranger").status == 404);
  CHECK(member(at.get("/v1/jobs/" + id).body, "status") == "pending");
}

TEST_CASE("a request without a valid token is answered 401 and says how to do better",
          "[http][SVC-27]") {
  desk_of_convert at;
  for (const std::string& token : {std::string(), std::string("wrong"), std::string("nobody")}) {
    const auto answer = at.get("/v1/jobs", token);
    CHECK(answer.status == 401);
    REQUIRE(answer.find("WWW-Authenticate"));
    CHECK(*answer.find("WWW-Authenticate") == "Bearer");
  }
  CHECK(at.post("/v1/jobs/deck.convert", good, "reader").status == 403);
  CHECK(at.get("/v1/jobs?token=admin", "").status == 401);
  CHECK(at.get("/v1/jobs?token=admin").status == 400);
  at.tokens->revoke(http::bearer_tokens::digest_of("reader"));
  CHECK(at.get("/v1/jobs", "reader").status == 401);
}

TEST_CASE("an address that guesses tokens is refused for a while", "[http]") {
  desk_of_convert at;
  for (int i = 0; i < 10; ++i) CHECK(at.get("/v1/jobs", "guess").status == 401);
  const auto refused = at.get("/v1/jobs", "admin");
  CHECK(refused.status == 429);
  CHECK(refused.find("Retry-After"));
}

TEST_CASE("every route needs its permission, each method is allowed or refused by the table",
          "[http]") {
  desk_of_convert at;
  const std::string id = submit(at);
  for (const http::route& each : http::all_routes()) {
    std::string target(std::string_view(each.pattern));
    if (const auto hole = target.find("{id}"); hole != target.npos) target.replace(hole, 4, id);
    if (const auto hole = target.find("{type}"); hole != target.npos)
      target.replace(hole, 6, "deck.convert");
    const std::string method(std::string_view(each.method));
    CAPTURE(method, target);
    const auto without = at.ask(method, target, "");
    if (each.needs) {
      CHECK(without.status == 401);
      at.tokens->add("lesser", {{.tenant = "acme", .user = "u", .organisation = {}}, {}});
      CHECK(at.ask(method, target, "lesser").status == 403);
      at.tokens->revoke(http::bearer_tokens::digest_of("lesser"));
      const auto foreign = at.ask(method, target, "stranger");
      if (each.pattern.size() > 8 && target.find(id) != target.npos) CHECK(foreign.status >= 400);
    } else {
      CHECK(without.status < 500 + 4);
      CHECK(without.status != 401);
    }
    for (const std::string& other : {std::string("PUT"), std::string("DELETE"),
                                     std::string("TRACE"), std::string("OPTIONS")}) {
      const auto refused = at.ask(other, target);
      CHECK(refused.status == 405);
      REQUIRE(refused.find("Allow"));
      CHECK(refused.find("Allow")->find(method) != std::string::npos);
    }
    CHECK(at.ask("BREW", target).status == 501);
  }
}

TEST_CASE("what was not composed in does not exist", "[http][SVC-10]") {
  desk<convert, http::api<http::read_only>> at;
  const std::string id = to_string(at.bench.submit(deck_jobs::convert_input{"d1", "s"}).id);
  CHECK(at.get("/v1/jobs/" + id).status == 200);
  // The path is that of a status, which can only be read.
  CHECK(at.post("/v1/jobs/deck.convert", good).status == 405);
  CHECK(at.post("/v1/jobs/" + id + "/cancel").status == 404);
  CHECK(at.get("/v1/dlq").status == 404);
  CHECK(at.get("/metrics").status == 404);
  CHECK(at.get("/v1/jobs/" + id + "/events").status == 404);
  const std::string described = at.get("/openapi.json").body;
  CHECK(described.find("/v1/jobs/{id}") != std::string::npos);
  CHECK(described.find("/cancel") == std::string::npos);
}

TEST_CASE("polling is enough: a status has an ETag and says when to come again",
          "[http][STAT-13]") {
  desk_of_convert at;
  const std::string id = submit(at);
  const auto first = at.get("/v1/jobs/" + id);
  REQUIRE(first.find("ETag"));
  CHECK(first.find("Retry-After"));
  const auto again = at.ask("GET", "/v1/jobs/" + id, "admin", {},
                            {{"If-None-Match", "\"x\", " + *first.find("ETag")}});
  CHECK(again.status == 304);
  CHECK(again.body.empty());

  CHECK(at.post("/v1/jobs/" + id + "/cancel", R"({"reason":"no need"})").status == 200);
  const auto changed =
      at.ask("GET", "/v1/jobs/" + id, "admin", {}, {{"If-None-Match", *first.find("ETag")}});
  CHECK(changed.status == 200);
  CHECK(*changed.find("ETag") != *first.find("ETag"));
  CHECK(changed.find("Retry-After") == nullptr);
  CHECK(member(changed.body, "status") == "canceled");
  CHECK(at.post("/v1/jobs/" + id + "/cancel").status == 409);
}

TEST_CASE("a page has fifty jobs unless asked otherwise, and at most two hundred",
          "[http][SVC-28]") {
  desk_of_convert at;
  for (int i = 0; i < 205; ++i)
    submit(at, R"({"input":{"document":"d)" + std::to_string(i) + R"(","source_uri":"s"}})");
  const auto listed = [&](const std::string& query) {
    const std::string body = at.get("/v1/jobs" + query).body;
    std::size_t count = 0;
    for (std::size_t i = 0; (i = body.find("\"id\":\"", i)) != body.npos; ++i) ++count;
    return count;
  };
  CHECK(listed("") == 50);
  CHECK(listed("?limit=2") == 2);
  CHECK(listed("?limit=200") == 200);
  CHECK(listed("?limit=201") == 200);
  CHECK(listed("?limit=100000") == 200);
}

TEST_CASE("what a store says of itself is for operators only", "[http][STAT-08]") {
  const pawl::storage::error full{pawl::storage::errc::full, "no room on /var/lib/jobs", {}, {}};
  http::caller who{{.tenant = "acme", .user = "ann", .organisation = {}}, {http::permission::read}};
  const auto told = http::answer_refusal(who, full);
  CHECK(told.status == 503);
  CHECK(member(told.body, "code") == "STORE_FULL");
  CHECK(told.body.find("/var/lib") == std::string::npos);
  who.may.add(http::permission::operate);
  CHECK(http::answer_refusal(who, full).body.find("/var/lib") != std::string::npos);
}

TEST_CASE("what reads as many rows as there are is told apart from what reads one", "[http]") {
  desk_of_convert at;
  const auto reads_much = [&](const std::string& target) {
    return at.api.core().reads_much(
        {.method = "GET", .target = target, .headers = {}, .body = {}, .peer = {}});
  };
  for (const char* each :
       {"/v1/jobs", "/v1/jobs?limit=200", "/v1/stats", "/v1/dlq", "/v1/workers", "/v1/tenants",
        "/v1/schedules", "/metrics", "/v1/handlers", "/openapi.json"}) {
    CAPTURE(each);
    CHECK(reads_much(each));
  }
  for (const char* each : {"/v1/jobs/018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20", "/v1/me", "/healthz",
                           "/v1/events", "/", "/v1/jobs/"}) {
    CAPTURE(each);
    CHECK_FALSE(reads_much(each));
  }
}

TEST_CASE("a list pages, newest first, and takes its filters", "[http][SVC-09][SVC-28]") {
  desk_of_convert at;
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(
        submit(at, R"({"input":{"document":"d)" + std::to_string(i) + R"(","source_uri":"s"}})"));
    at.bench.clock.advance(1s);
  }
  std::vector<std::string> seen;
  std::string cursor;
  do {
    const auto page = at.get("/v1/jobs?limit=2" + (cursor.empty() ? cursor : "&cursor=" + cursor));
    REQUIRE(page.status == 200);
    for (std::size_t at_id = page.body.find("\"id\":\""); at_id != page.body.npos;
         at_id = page.body.find("\"id\":\"", at_id + 1))
      seen.push_back(page.body.substr(at_id + 6, 36));
    cursor = member(page.body, "nextCursor");
  } while (cursor != "(absent)");
  CHECK(seen == std::vector<std::string>(ids.rbegin(), ids.rend()));

  CHECK(at.get("/v1/jobs?status=succeeded").body == R"({"items":[]})");
  CHECK(at.get("/v1/jobs?handler=other").body == R"({"items":[]})");
  CHECK(at.get("/v1/jobs?created_before=2000-01-01T00:00:00Z").body == R"({"items":[]})");
  CHECK(at.get("/v1/jobs?created_after=2999-01-01T00:00:00Z").body == R"({"items":[]})");
  for (const char* bad : {"limit=0", "limit=x", "created_after=yesterday", "order=asc",
                          "limit=1&limit=2", "cursor=nonsense", "status=%zz", "status=%00"}) {
    CAPTURE(bad);
    const auto refused = at.get(std::string("/v1/jobs?") + bad);
    CHECK((refused.status == 400 || refused.status == 422));
  }
}

TEST_CASE("bodies are JSON, plain, and of a bounded size", "[http]") {
  desk_of_convert at({.most_body_bytes = 1000});
  CHECK(at.post("/v1/jobs/deck.convert", std::string(1001, ' ')).status == 413);
  CHECK(at.ask("POST", "/v1/jobs/deck.convert", "admin", good, {{"Content-Type", "text/plain"}})
            .status == 415);
  CHECK(at.ask("POST", "/v1/jobs/deck.convert", "admin", good,
               {{"Content-Type", "application/json"}, {"Content-Encoding", "gzip"}})
            .status == 415);
  CHECK(at.get("/" + std::string(9000, 'x')).status == 414);
  CHECK(at.get("/v1/nothing").status == 404);
  CHECK(at.get("nothing").status == 400);
  std::string deep = R"({"input":)" + std::string(300, '[');
  CHECK(at.post("/v1/jobs/deck.convert", deep).status == 400);
}

TEST_CASE("a stream sends each event once, goes on behind the last one, and ends with its job",
          "[http][DECK-15][DECK-19]") {
  desk_of_convert at;
  const std::string id = submit(at);
  auto first = at.get("/v1/jobs/" + id + "/events");
  REQUIRE(first.stream);
  CHECK(*first.find("Content-Type") == "text/event-stream");
  std::string out;
  CHECK(first.stream->read(out) == http::event_stream::state::open);

  *at.bench.handler.act = [](convert::context& ctx, const deck_jobs::convert_input&) {
    ctx.progress(40, "data: not an\n\nid: event");
    return convert::outcome<deck_jobs::convert_output>(deck_jobs::convert_output{"deck://1", 3});
  };
  at.bench.engine->run_until_idle();
  while (first.stream->read(out) != http::event_stream::state::ended) {
  }
  CHECK(out.find("\"to\":\"running\"") != std::string::npos);
  CHECK(out.find("\"to\":\"succeeded\"") != std::string::npos);
  CHECK(out.find("\ndata: not an") == std::string::npos);
  std::size_t messages = 0;
  for (std::size_t p = out.find("\nevent: "); p != out.npos; p = out.find("\nevent: ", p + 1))
    ++messages;

  auto rest = at.ask("GET", "/v1/jobs/" + id + "/events", "admin", {}, {{"Last-Event-ID", "1"}});
  REQUIRE(rest.stream);
  std::string later;
  CHECK(rest.stream->read(later) == http::event_stream::state::ended);
  CHECK(out.find(later) != std::string::npos);
  const auto ended = at.ask("GET", "/v1/jobs/" + id + "/events", "admin", {},
                            {{"Last-Event-ID", std::to_string(messages)}});
  CHECK(ended.status == 204);
  auto future = at.ask("GET", "/v1/jobs/" + id + "/events", "admin", {}, {{"Last-Event-ID", "99"}});
  REQUIRE(future.stream);
  std::string reset;
  CHECK(future.stream->read(reset) == http::event_stream::state::ended);
  CHECK(reset.find("event: reset") != std::string::npos);
}

TEST_CASE("streams are counted by token, and end when their token is revoked", "[http]") {
  desk_of_convert at({.most_streams_of_one = 2, .check_token_every = 0ms});
  auto one = at.get("/v1/events", "reader");
  auto two = at.get("/v1/events", "reader");
  CHECK(one.stream);
  CHECK(two.stream);
  CHECK(at.get("/v1/events", "reader").status == 429);
  CHECK(at.get("/v1/events", "admin").stream);
  two.stream.reset();
  CHECK(at.get("/v1/events", "reader").stream);

  std::string out;
  CHECK(one.stream->read(out) == http::event_stream::state::open);
  at.tokens->revoke(http::bearer_tokens::digest_of("reader"));
  CHECK(one.stream->read(out) == http::event_stream::state::ended);
}

TEST_CASE("access to the subject is the application's to decide", "[http][STAT-06]") {
  desk_of_convert at({.may_see = [](const http::caller& who, const pawl::job_record& job) {
    return who.may.has(http::permission::operate) || job.subject != "d1";
  }});
  const std::string id = submit(at);
  CHECK(at.get("/v1/jobs/" + id).status == 200);
  CHECK(at.get("/v1/jobs/" + id, "reader").status == 404);
  CHECK(at.get("/v1/jobs", "reader").body == R"({"items":[]})");
}

TEST_CASE("who may submit about a subject is the application's to decide", "[http][STAT-06]") {
  std::vector<std::string> asked;
  desk_of_convert at({.may_submit = [&](const http::caller& who, const pawl::job_descriptor& type,
                                        std::string_view subject) {
    asked.push_back(who.who.user + ' ' + std::string(std::string_view(type.handler)) + ' ' +
                    std::string(subject));
    return subject != "d2";
  }});
  const auto about = [&](const std::string& subject) {
    return at.post("/v1/jobs/deck.convert", R"({"input":{"document":")" + subject +
                                                R"(","source_uri":"s"},"subjectId":")" + subject +
                                                "\"}");
  };
  CHECK(about("d1").status == 202);
  const auto refused = about("d2");
  CHECK(refused.status == 403);
  CHECK(member(refused.body, "code") == "NOT_ALLOWED");
  CHECK(asked == std::vector<std::string>{"ann deck.convert d1", "ann deck.convert d2"});
  CHECK(at.get("/v1/jobs?subject=d2").body == R"({"items":[]})");
}
