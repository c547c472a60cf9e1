// SPDX-License-Identifier: BSL-1.0
// Text that is more than text elsewhere: in SQL, in logs, on a page. And what must never be told.
#include <pawl/observe/log_text.hpp>

#include <algorithm>

#include "desk.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;
using runtime_test::on_sqlite;

std::string quoted(const std::string& text) {
  std::string out;
  pawl::http::json_out(out).value(text);
  return out;
}

/// Everything that an answer tells.
std::string told(http::response of) {
  std::string out = of.body;
  for (const http::header& each : of.headers) out += "\n" + each.name + ": " + each.value;
  if (of.stream) of.stream->read(out);
  return out;
}

const std::string hostile[] = {"'; DROP TABLE pawl_jobs; --",
                               "\" OR \"1\"=\"1",
                               "%' OR 1=1 /*",
                               "a\\'b",
                               "$1 ? :x @y {j.jobs:shown}",
                               "Robert'); DELETE FROM pawl_queue WHERE ('a'='a",
                               "_%"};

}  // namespace

TEST_CASE("no text becomes a part of a statement", "[http][D34]") {
  desk<convert, everything, on_sqlite> at;
  std::size_t jobs = 0;
  for (const std::string& bad : hostile) {
    CAPTURE(bad);
    at.tokens->add("odd",
                   {{.tenant = bad, .user = bad, .organisation = bad}, http::permissions::all()});
    for (const std::string& token : {std::string("admin"), std::string("odd")}) {
      const std::string body = R"({"input":{"document":)" + quoted(bad) + R"(,"source_uri":)" +
                               quoted(bad) + R"(},"subjectId":)" + quoted(bad) +
                               R"(,"correlationId":)" + quoted(bad) + R"(,"metadata":{)" +
                               quoted(bad) + ":" + quoted(bad) + "}}";
      std::string key = bad;
      std::replace(key.begin(), key.end(), ' ', '+');
      const auto made = at.ask("POST", "/v1/jobs/deck.convert", token, body,
                               {{"Idempotency-Key", key}, {"traceparent", bad}});
      REQUIRE(made.status == 202);
      jobs += token == "admin" ? 1 : 0;
      const std::string url = "/v1/jobs/" + member(made.body, "jobId");
      const auto shown = at.get(url, token);
      CHECK(shown.body.find("\"correlationId\":" + quoted(bad)) != std::string::npos);
      CHECK(at.ask("POST", url + "/raise", token, R"({"event":)" + quoted(bad) + "}").status ==
            409);
      CHECK(at.ask("POST", url + "/cancel", token, R"({"reason":)" + quoted(bad) + "}").status ==
            200);
    }
    at.tokens->revoke(http::bearer_tokens::digest_of("odd"));

    std::string escaped;
    for (const char c : bad) {
      constexpr char digits[] = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      escaped.append("%").append(1, digits[byte / 16]).append(1, digits[byte % 16]);
    }
    for (const char* name : {"handler", "status", "subject"}) {
      const auto list = at.get("/v1/jobs?" + std::string(name) + "=" + escaped);
      CHECK(list.status == 200);
      // Only the subject has been seen before, and only once: a filter is no pattern.
      const std::size_t first = list.body.find("\"id\":");
      CHECK((first != std::string::npos) == (name == std::string("subject")));
      CHECK(list.body.find("\"id\":", first + 1) == std::string::npos);
    }
    for (const std::string& target :
         {"/v1/jobs?cursor=" + escaped, "/v1/jobs?limit=" + escaped,
          "/v1/jobs?created_after=" + escaped, "/v1/dlq?cursor=" + escaped, "/v1/jobs/" + escaped,
          "/v1/jobs/" + escaped + "/events", "/v1/dlq/" + escaped, "/v1/events?from=" + escaped,
          "/v1/" + escaped}) {
      CAPTURE(target);
      const auto answer = at.get(target);
      CHECK((answer.status >= 400 && answer.status < 500));
      CHECK(answer.body.find("syntax") == std::string::npos);
    }
    CHECK(at.ask("GET", "/v1/events", "admin", {}, {{"Last-Event-ID", bad}}).status == 400);
  }
  CHECK(member(at.get("/v1/stats").body, "count") == std::to_string(jobs));
}

TEST_CASE("what is logged is one line, without control characters, however it was sent",
          "[http][D36]") {
  std::vector<pawl::observe::log_entry> log;
  const std::string planted = "x\r\n{\"level\":\"error\"}\n2026-11-17 ERROR fake\x1b[2J\x1b[31m" +
                              std::string("\xe2\x80\xae") + std::string(1U << 20U, 'A');
  desk<convert> at({.may_see = [&](const http::caller&, const pawl::job_record&) -> bool {
                      throw std::runtime_error(planted);
                    },
                    .log = [&](const pawl::observe::log_entry& each) { log.push_back(each); }});
  at.tokens->add(
      "odd", {{.tenant = "acme", .user = planted, .organisation = {}}, http::permissions::all()});
  const std::string id = member(
      at.post("/v1/jobs/deck.convert", R"({"input":{"document":"d","source_uri":"s"}})").body,
      "jobId");
  const auto failed = at.get("/v1/jobs/" + id + "?x=" + planted.substr(0, 30));
  CHECK(failed.status == 400);
  CHECK(at.get("/v1/jobs/" + id).status == 500);
  CHECK(at.post("/v1/bulk/replay", R"({"type":"deck.convert","expected":1})", "odd").status == 409);
  REQUIRE(log.size() == 2);
  for (const auto& each : log)
    for (const std::string& line : {to_json(each), to_line(each)}) {
      CAPTURE(line.substr(0, 300));
      CHECK(line.size() < 8'192);
      CHECK(line.find("\xe2\x80\xae") == std::string::npos);
      CHECK(std::none_of(line.begin(), line.end(),
                         [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }));
    }
  // The caller learns nothing of what was thrown.
  CHECK(told(at.get("/v1/jobs/" + id)).find("fake") == std::string::npos);
}

TEST_CASE("what is secret is told nowhere", "[http][D37]") {
  std::string logged;
  const auto log = [&](const pawl::observe::log_entry& each) {
    logged += to_json(each) + "\n" + to_line(each) + "\n";
  };
  desk<convert, everything, on_sqlite> at({.guesses_a_minute = 1000, .log = log});
  const std::string token = "planted-token-4711";
  const std::string payload = "planted-payload-4711";
  const std::string password = "planted-password-4711";
  at.tokens->add(token,
                 {{.tenant = "acme", .user = "ann", .organisation = {}},
                  {http::permission::read, http::permission::submit, http::permission::control}});
  *at.bench.handler.act =
      [&](convert::context&,
          const deck_jobs::convert_input&) -> convert::outcome<deck_jobs::convert_output> {
    throw std::runtime_error("cannot connect to postgres://jobs:" + password + "@db/jobs");
  };
  std::string seen;
  const auto made = at.ask("POST", "/v1/jobs/deck.convert", token,
                           R"({"input":{"document":")" + payload + R"(","source_uri":"s"}})",
                           {{"Idempotency-Key", "k"}});
  REQUIRE(made.status == 202);
  const std::string id = member(made.body, "jobId");
  seen += told(at.ask("POST", "/v1/jobs/deck.convert", token,
                      R"({"input":{"document":")" + payload + R"(2","source_uri":"s"}})",
                      {{"Idempotency-Key", "k"}}));
  at.bench.live_on();
  for (const http::route& each : http::all_routes()) {
    std::string target(std::string_view(each.pattern));
    if (const auto hole = target.find("{id}"); hole != target.npos) target.replace(hole, 4, id);
    const std::string method(std::string_view(each.method));
    seen += told(at.ask(method, target, token));
    seen += told(at.ask(method, target, token + "x"));
    seen += told(at.ask(method, target, token, R"({"wrong":")" + payload + "\"}"));
  }
  // Operators too: whatever they may see, it is no token.
  for (const char* target : {"/metrics", "/v1/stats", "/v1/dlq", "/openapi.json", "/"}) {
    seen += told(at.get(target));
    seen += told(at.get(target, "root"));
  }
  seen += made.body;
  for (const auto& each : at.bench.log) log(each);
  REQUIRE(logged.find("internal_bug") != std::string::npos);
  for (const std::string& secret : {token, payload, password}) {
    CAPTURE(secret);
    CHECK(logged.find(secret) == std::string::npos);
    CHECK(seen.find(secret) == std::string::npos);
  }
}

TEST_CASE("text of a job stays text: JSON is no page, and the page runs only what is its own",
          "[http][D38]") {
  desk<convert> at;
  const std::string planted = "<script>alert(1)</script><img src=x onerror=alert(2)>";
  const auto made =
      at.post("/v1/jobs/deck.convert",
              R"({"input":{"document":"d","source_uri":"s"},"subjectId":)" + quoted(planted) + "}");
  REQUIRE(made.status == 202);
  for (const std::string& target :
       {"/v1/jobs/" + member(made.body, "jobId"), std::string("/v1/jobs"),
        std::string("/v1/jobs?status=%3Cscript%3E"), std::string("/v1/%3Cscript%3E")}) {
    const auto answer = at.get(target);
    CAPTURE(target);
    REQUIRE(answer.find("Content-Type") != nullptr);
    CHECK(answer.find("Content-Type")->starts_with("application/"));
    REQUIRE(answer.find("X-Content-Type-Options") != nullptr);
    CHECK(*answer.find("X-Content-Type-Options") == "nosniff");
  }
  for (const char* target : {"/", "/dashboard/style.css", "/dashboard/app.js"}) {
    const auto part = at.get(target, "");
    CHECK(part.status == 200);
    REQUIRE(part.find("Content-Security-Policy") != nullptr);
    const std::string policy = *part.find("Content-Security-Policy");
    for (const char* rule :
         {"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
          "img-src 'self' data:", "frame-ancestors 'none'"})
      CHECK(policy.find(rule) != std::string::npos);
    CHECK(policy.find("unsafe") == std::string::npos);
    CHECK(*part.find("X-Content-Type-Options") == "nosniff");
  }
  const std::string page = at.get("/", "").body;
  CHECK(page.find("innerHTML") == std::string::npos);
  CHECK(at.get("/dashboard/app.js", "").body.find("innerHTML") == std::string::npos);
}

TEST_CASE("nothing that a browser sends by itself proves a caller", "[http][D39]") {
  desk<convert> at;
  const std::vector<std::vector<http::header>> ambient = {
      {{"Cookie", "token=admin; Authorization=Bearer admin"}},
      {{"Authorization", "Basic YWRtaW46YWRtaW4="}},
      {{"Authorization", "admin"}},
      {{"Authorization", "Bearer"}},
      {{"Authorization", "Bearer admin"}, {"Authorization", "Bearer admin"}},
      {{"Proxy-Authorization", "Bearer admin"}},
      {{"X-Api-Key", "admin"}},
  };
  for (const auto& headers : ambient)
    for (const http::route& each : http::all_routes()) {
      if (!each.needs) continue;
      std::string target(std::string_view(each.pattern));
      CAPTURE(target, headers[0].value);
      CHECK(at.ask(std::string(std::string_view(each.method)), target, "", {}, headers).status ==
            401);
    }
  for (const http::route& each : http::all_routes())
    CHECK(at.ask(std::string(std::string_view(each.method)),
                 std::string(std::string_view(each.pattern)))
              .find("Set-Cookie") == nullptr);
}

TEST_CASE("no other site's page reads an answer, or holds this one", "[http][D40]") {
  desk<convert> at;
  for (const http::route& each : http::all_routes())
    for (const char* method : {"GET", "POST", "OPTIONS"}) {
      const std::string target(std::string_view(each.pattern));
      CAPTURE(target, method);
      const auto answer = at.ask(method, target, "admin", {},
                                 {{"Origin", "https://evil.example"},
                                  {"Access-Control-Request-Method", "POST"},
                                  {"Access-Control-Request-Headers", "authorization"}});
      for (const http::header& header : answer.headers)
        CHECK_FALSE(http::same_name(std::string_view(header.name).substr(0, 14), "Access-Control"));
      if (method == std::string("OPTIONS")) CHECK(answer.status == 405);
    }
  CHECK(*at.get("/", "").find("X-Frame-Options") == "DENY");
}

TEST_CASE("what operators do is logged with who, for whom and how many", "[http][D42]") {
  std::vector<pawl::observe::log_entry> log;
  desk<convert> at({.log = [&](const pawl::observe::log_entry& each) { log.push_back(each); }});
  const auto field = [&](std::string_view name) {
    for (const auto& each : log.back().fields)
      if (each.key == name) {
        const auto value = each.value.get();
        if (const auto* text = std::get_if<std::string>(&value)) return *text;
        if (const auto* number = std::get_if<std::uint64_t>(&value)) return std::to_string(*number);
      }
    return std::string("(absent)");
  };
  for (const char* document : {"a", "b", "c"})
    REQUIRE(at.post("/v1/jobs/deck.convert",
                    R"({"input":{"document":")" + std::string(document) + R"(","source_uri":"s"}})")
                .status == 202);
  CHECK(log.empty());
  // An expectation is needed, and a wrong one changes nothing.
  CHECK(at.post("/v1/bulk/cancel", R"({"type":"deck.convert"})").status == 400);
  CHECK(at.post("/v1/bulk/replay", R"({"type":"deck.convert"})").status == 400);
  CHECK(at.post("/v1/bulk/cancel", R"({"type":"deck.convert","expected":2})").status == 409);
  CHECK(log.size() == 3);
  CHECK(field("count") == "0");
  CHECK(field("status") == "409");
  CHECK(at.get("/v1/jobs?status=canceled").body == R"({"items":[]})");

  CHECK(at.post("/v1/bulk/cancel", R"({"type":"deck.convert","expected":3})").status == 200);
  REQUIRE(log.size() == 4);
  CHECK(log.back().event.name() == "operator_action");
  CHECK(log.back().tenant == "acme");
  CHECK(field("action") == "cancelJobs");
  CHECK(field("actor") == "ann");
  CHECK(field("peer") == "192.0.2.1");
  CHECK(field("count") == "3");
  CHECK(field("status") == "200");
  // Who may not is no operator, and one of another tenant finds nothing to do.
  CHECK(at.post("/v1/bulk/cancel", R"({"type":"deck.convert","expected":0})", "submitter").status ==
        403);
  CHECK(log.size() == 4);
  CHECK(at.post("/v1/bulk/cancel", R"({"type":"deck.convert","expected":3})", "stranger").status ==
        409);
  CHECK(log.back().tenant == "globex");
}

TEST_CASE("a bulk action is about what its filter means, and answers for each", "[http][D42]") {
  desk<convert> at;
  for (const char* document : {"a", "b", "c"})
    REQUIRE(at.post("/v1/jobs/deck.convert",
                    R"({"input":{"document":")" + std::string(document) + R"(","source_uri":"s"}})")
                .status == 202);
  const auto cancel = [&](const std::string& filter, int expected) {
    return at.post("/v1/bulk/cancel", R"({"type":"deck.convert","expected":)" +
                                          std::to_string(expected) + filter + "}");
  };
  CHECK(cancel(R"(,"status":"running")", 3).status == 409);
  CHECK(cancel(R"(,"subjectId":"another")", 3).status == 409);
  CHECK(cancel(R"(,"createdAfter":"2999-01-01T00:00:00Z")", 3).status == 409);
  CHECK(cancel(R"(,"createdBefore":"1999-01-01T00:00:00Z")", 3).status == 409);
  CHECK(cancel(R"(,"createdAfter":"yesterday")", 3).status == 400);
  CHECK(cancel(R"(,"unknown":1)", 3).status == 400);
  CHECK(cancel(R"(,"createdAfter":"1999-01-01T00:00:00Z")", 3).body ==
        R"({"cancelled":3,"askedToEnd":0,"gone":0,"refused":0})");
  CHECK(at.post("/v1/bulk/replay", R"({"type":"deck.convert","expected":0})").body ==
        R"({"replayed":0,"gone":0,"refused":0})");
}
