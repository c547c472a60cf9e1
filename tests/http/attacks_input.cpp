// SPDX-License-Identifier: BSL-1.0
// What is submitted: JSON that is none, bodies that pretend, keys, floods, and numbers beyond
// bounds.
#include <thread>

#include "desk.hpp"

namespace {

using namespace http_test;
using namespace pawl::literals;
using runtime_test::convert;

struct ask_model : deck_jobs::ai_job {
  outcome<deck_jobs::ai_output> operator()(context&, deck_jobs::ai_input) const {
    return deck_jobs::ai_output{};
  }
};

/// A job type whose tenants may submit only so often, whatever their keys.
using metered_job = pawl::job<"test.metered", pawl::lifecycles::deck,
                              pawl::limits<pawl::rate_per<pawl::by::tenant, 5, 1_min>>>;
struct metered : metered_job {
  outcome<void> operator()(context&, deck_jobs::convert_input) const { return {}; }
};

std::string job_about(const std::string& document, const std::string& more = {}) {
  return R"({"input":{"document":")" + document + R"(","source_uri":"s"})" + more + "}";
}
std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}
std::string many_members(std::size_t count, bool same) {
  std::string out = "{";
  for (std::size_t i = 0; i < count; ++i)
    out += (i == 0 ? "\"k" : ",\"k") + (same ? std::string() : std::to_string(i)) + "\":0";
  return out + "}";
}

}  // namespace

TEST_CASE("JSON that goes beyond what JSON is for is refused", "[http][D19]") {
  desk<convert> at({.most_body_bytes = 32U << 20U});
  const std::string huge_number(2U << 20U, '9');
  struct bad {
    const char* what;
    std::string body;
    unsigned status = 400;
  };
  const bad all[] = {
      {"10,000 levels", job_about("d", R"(,"metadata":)" + nested(10'000))},
      {"10,000 levels of what was expected to be text", R"({"input":)" + nested(10'000) + "}"},
      {"10,000 objects", R"({"input":)" + std::string(10'000, '{')},
      {"a million members", R"({"input":)" + many_members(1'000'000, false) + "}", 413},
      {"a member a hundred thousand times",
       job_about("d", R"(,"metadata":)" + many_members(100'000, true))},
      {"a body of other members", many_members(100'000, false)},
      {"a number of two million digits", job_about("d", ",\"delayMs\":" + huge_number)},
      {"an input that is one", R"({"input":)" + huge_number + "}", 413},
      {"a double member", job_about("d", R"(,"subjectId":"a","subjectId":"b")")},
      {"a double member of the input",
       R"({"input":{"document":"a","document":"b","source_uri":"s"}})"},
      {"a double member deep inside", job_about("d", R"(,"metadata":{"a":[{"b":1,"b":2}]})")},
      {"a double member in other letters", job_about("d", R"(,"metadata":{"a":1,"\u0061":2})")},
      {"NaN", job_about("d", ",\"delayMs\":NaN")},
      {"infinity", job_about("d", ",\"metadata\":Infinity")},
      {"a lone surrogate", job_about("\\ud800")},
      {"half a pair", job_about("\\ud83dx")},
      {"U+0000", job_about("a\\u0000b")},
      {"a NUL byte", job_about(std::string("a\0b", 3))},
      {"a NUL byte behind", job_about("d") + std::string(1, '\0')},
      {"bytes that are no UTF-8", job_about("\xc3\x28")},
      {"an overlong form", job_about("\xc0\xaf")},
      {"a byte order mark", "\xef\xbb\xbf" + job_about("d")},
      {"a comment", "/**/" + job_about("d")},
      {"a comma too many", R"({"input":{"document":"d","source_uri":"s",}})"},
      {"two documents", job_about("d") + job_about("e")},
      {"nothing but a text", "\"input\""},
  };
  for (const bad& each : all) {
    CAPTURE(each.what);
    const auto answer = at.post("/v1/jobs/deck.convert", each.body);
    CHECK(answer.status == each.status);
    CHECK(member(answer.body, "code") == (each.status == 413 ? "PAYLOAD_TOO_LARGE" : "MALFORMED"));
    CHECK(answer.body.size() < 1'000);
  }
  CHECK(at.get("/v1/jobs").body == R"({"items":[]})");
  // The limit itself is no fault: 64 levels, of which the body and its member are two.
  CHECK(at.post("/v1/jobs/deck.convert", job_about("d", R"(,"metadata":)" + nested(63))).status ==
        202);
  CHECK(at.post("/v1/jobs/deck.convert", job_about("e", R"(,"metadata":)" + nested(64))).status ==
        400);
}

TEST_CASE("a report with very many parts is refused or taken, and does not take for ever",
          "[http][D19]") {
  desk<runtime_test::instruct> at({.most_body_bytes = 32U << 20U});
  const std::string id = to_string(at.bench.submit(video_jobs::video_input{"s3://v.mp4"}).id);
  std::string parts = "{";
  for (int i = 0; i < 50'000; ++i)
    parts += (i == 0 ? "\"a" : ",\"a") + std::to_string(i) + "\":\"\"";
  const auto answer = at.post(
      "/v1/internal/jobs/" + id + "/status",
      R"({"event_id":"e","status":"FAILED","failure_code":"policy_violation","failure_message":"m",)"
      R"("failed_stage":"s","correlation_id":"c","occurred_at":"2026-11-17T03:00:00Z",)"
      R"("artifact_updates":)" +
          parts + "}}");
  CHECK(answer.status == 413);
  const auto doubled =
      at.post("/v1/internal/jobs/" + id + "/status",
              R"({"event_id":"e","status":"UPLOADED","occurred_at":"2026-11-17T03:00:00Z",)"
              R"("artifact_updates":{"a":"1","a":"2"}})");
  CHECK(doubled.status == 400);
  CHECK(member(doubled.body, "pointer") == "/artifact_updates/a");
}

TEST_CASE("a body is plain JSON and says so", "[http][D20]") {
  desk<convert> at;
  for (const char* type : {"", "text/plain", "text/json", "application/xml", "application/jsonp",
                           "application/json, text/plain", "multipart/form-data; boundary=x",
                           "application/x-www-form-urlencoded"})
    for (const http::route& each : http::all_routes()) {
      if (each.method != pawl::text("POST")) continue;
      std::string target(std::string_view(each.pattern));
      if (const auto hole = target.find('{'); hole != target.npos)
        target.replace(hole, target.find('}') + 1 - hole, "deck.convert");
      CAPTURE(type, target);
      const auto answer = at.ask("POST", target, "admin", job_about("d"), {{"Content-Type", type}});
      CHECK(answer.status == 415);
      CHECK(member(answer.body, "code") == "WRONG_MEDIA_TYPE");
    }
  for (const char* coding : {"gzip", "deflate", "br", "identity, gzip", "zstd", "x"})
    CHECK(at.ask("POST", "/v1/jobs/deck.convert", "admin", job_about("d"),
                 {{"Content-Type", "application/json"}, {"Content-Encoding", coding}})
              .status == 415);
  // Compressed without saying so is just no JSON.
  CHECK(at.post("/v1/jobs/deck.convert", std::string("\x1f\x8b\x08\0\0\0\0\0", 8)).status == 400);
  CHECK(at.ask("POST", "/v1/jobs/deck.convert", "admin", job_about("d"),
               {{"Content-Type", "Application/JSON ; charset=utf-8"}})
            .status == 202);
}

TEST_CASE("a key that comes with another input is a conflict, and changes nothing", "[http][D28]") {
  desk<convert> at;
  const std::vector<http::header> key{{"Idempotency-Key", "k"}};
  const auto first = at.ask("POST", "/v1/jobs/deck.convert", "admin", job_about("d1"), key);
  const std::string url = "/v1/jobs/" + member(first.body, "jobId");
  const std::string before = at.get(url).body;
  const auto other = at.ask("POST", "/v1/jobs/deck.convert", "admin", job_about("d2"), key);
  CHECK(other.status == 409);
  CHECK(member(other.body, "code") == "KEY_CONFLICT");
  CHECK(at.get(url).body == before);
  CHECK(at.ask("POST", "/v1/jobs/deck.convert", "admin", job_about("d1"), key).status == 200);
}

TEST_CASE("a hundred requests with one key at once make one job", "[http][D29]") {
  desk<convert, everything, runtime_test::on_sqlite> at;
  std::vector<http::response> answers(100);
  {
    std::vector<std::thread> clients;
    for (http::response& each : answers)
      clients.emplace_back([&] {
        each = at.ask("POST", "/v1/jobs/deck.convert", "admin", job_about("d1"),
                      {{"Idempotency-Key", "once"}});
      });
    for (std::thread& each : clients) each.join();
  }
  std::size_t made = 0;
  for (const http::response& each : answers) {
    CHECK((each.status == 202 || each.status == 200));
    CHECK((each.status == 202) == (each.find("Idempotency-Replayed") == nullptr));
    CHECK(member(each.body, "jobId") == member(answers.front().body, "jobId"));
    if (each.status == 202) ++made;
  }
  CHECK(made == 1);
  CHECK(member(at.get("/v1/stats").body, "count") == "1");
}

TEST_CASE("a key belongs to its tenant and its job type", "[http][D30]") {
  desk<convert> at;
  desk<ask_model> other_type;
  const std::vector<http::header> key{{"Idempotency-Key", "k"}};
  const auto ask = [&](const std::string& token) {
    return at.ask("POST", "/v1/jobs/deck.convert", token, job_about("d1"), key);
  };
  const auto first = ask("admin");
  CHECK(first.status == 202);
  // A colleague of the same tenant asks for the same thing; a stranger does not learn of it.
  const auto colleague = ask("submitter");
  CHECK(colleague.status == 200);
  CHECK(member(colleague.body, "jobId") == member(first.body, "jobId"));
  const auto stranger = ask("stranger");
  CHECK(stranger.status == 202);
  CHECK(stranger.find("Idempotency-Replayed") == nullptr);
  CHECK(member(stranger.body, "jobId") != member(first.body, "jobId"));
  const auto conflict = at.ask("POST", "/v1/jobs/deck.convert", "stranger", job_about("d2"), key);
  CHECK(conflict.body.find(member(first.body, "jobId")) == std::string::npos);
  CHECK(other_type.ask("POST", "/v1/jobs/deck.ai", "admin", R"({"input":{"prompt":"p"}})", key)
            .status == 202);
}

TEST_CASE("a key has its form, and lives no longer than is said", "[http][D31]") {
  desk<convert> at;
  const auto with_key = [&](const std::string& key) {
    return at
        .ask("POST", "/v1/jobs/deck.convert", "admin", job_about("d1"), {{"Idempotency-Key", key}})
        .status;
  };
  for (const std::string& bad : {std::string(), std::string(256, 'k'), std::string(10'240, 'k'),
                                 std::string("a b"), std::string("a\tb"), std::string("a\x7f"),
                                 std::string("k\0k", 3), std::string("ü"), std::string("\n")}) {
    CAPTURE(bad);
    CHECK(with_key(bad) == 400);
  }
  CHECK(with_key(std::string(255, 'k')) == 202);
  at.bench.clock.advance(25h);
  *at.bench.handler.act = [](convert::context&, const deck_jobs::convert_input&) {
    return convert::outcome<deck_jobs::convert_output>(deck_jobs::convert_output{"deck://1", 3});
  };
  at.bench.engine->run_until_idle();
  CHECK(with_key(std::string(255, 'k')) == 202);
}

TEST_CASE("a tenant that floods is told to wait, and others are not", "[http][D31][D32]") {
  desk<metered> at;
  const auto submit = [&](int i, const std::string& token) {
    return at.ask("POST", "/v1/jobs/test.metered", token, job_about("d"),
                  {{"Idempotency-Key", "k" + std::to_string(i)}});
  };
  for (int i = 0; i < 5; ++i) CHECK(submit(i, "admin").status == 202);
  const auto refused = submit(5, "admin");
  CHECK(refused.status == 429);
  CHECK(member(refused.body, "code") == "RATE_LIMITED");
  REQUIRE(refused.find("Retry-After") != nullptr);
  CHECK(std::stoi(*refused.find("Retry-After")) >= 1);
  CHECK(submit(5, "stranger").status == 202);

  at.api.core().sessions().high_watermark = 6;
  at.bench.clock.advance(2min);
  const auto shed = submit(6, "admin");
  CHECK(shed.status == 503);
  CHECK(member(shed.body, "code") == "QUEUE_OVERLOADED");
  CHECK(shed.find("Retry-After") != nullptr);
}

TEST_CASE("a submission stays within bounds", "[http][D32]") {
  desk<convert> at;
  const std::string ids = [] {
    std::string out = "\"018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20\"";
    for (int i = 0; i < 5'000; ++i) out += ",\"018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20\"";
    return out;
  }();
  for (const std::string& more :
       {std::string(R"("runAt":"99999-01-01T00:00:00Z")"), std::string(R"("runAt":"soon")"),
        std::string(R"("runAt":253402300800000)"), std::string(R"("delayMs":-1)"),
        std::string(R"("delayMs":9223372036854775807)"),
        std::string(R"("delayMs":9223372036854775808)"), std::string(R"("delayMs":1.5)"),
        std::string(R"("delayMs":1,"runAt":"2027-01-01T00:00:00Z")"),
        std::string(R"("priority":"highest")"), std::string(R"("priority":2147483647)"),
        std::string(R"("maxAttempts":1000000)"), std::string(R"("version":4294967296)"),
        std::string(R"("version":0)"), "\"dependsOn\":[" + ids + "]",
        R"("subjectId":")" + std::string(100'000, 's') + "\""}) {
    CAPTURE(more.substr(0, 60));
    const auto refused = at.post("/v1/jobs/deck.convert", job_about("d", "," + more));
    CHECK((refused.status == 400 || refused.status == 422 || refused.status == 413));
  }
  CHECK(at.get("/v1/jobs").body == R"({"items":[]})");
}
