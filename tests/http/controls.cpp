// SPDX-License-Identifier: BSL-1.0
// What operators say of job types, and another time for a job.
#include "desk.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;

using desk_of_convert = desk<convert>;

const std::string input = R"({"input":{"document":"d1","source_uri":"s3://a"})";

std::string submit(desk_of_convert& at, const std::string& more = {}) {
  const http::response made = at.post("/v1/jobs/deck.convert", input + more + "}");
  REQUIRE(made.status == 202);
  return member(made.body, "jobId");
}
void let_it_work(desk_of_convert& at) {
  *at.bench.handler.act = [](convert::context&, const deck_jobs::convert_input&) {
    return convert::outcome<deck_jobs::convert_output>(deck_jobs::convert_output{"deck://1", 3});
  };
}
std::string status(desk_of_convert& at, const std::string& id) {
  return member(at.get("/v1/jobs/" + id).body, "status");
}

}  // namespace

TEST_CASE("an operator of the root tenant pauses, drains and resumes a job type", "[http]") {
  desk_of_convert at;
  let_it_work(at);
  CHECK(member(at.get("/v1/handlers").body, "paused") == "false");
  const std::string id = submit(at);
  const auto paused = at.ask("POST", "/v1/handlers/deck.convert/pause", "root");
  REQUIRE(paused.status == 200);
  CHECK(member(paused.body, "handlerId") == "deck.convert");
  CHECK(member(paused.body, "paused") == "true");
  CHECK(member(paused.body, "draining") == "false");
  at.bench.engine->run_until_idle();
  CHECK(status(at, id) == "pending");

  const auto drained = at.ask("POST", "/v1/handlers/deck.convert/drain", "root");
  CHECK(member(drained.body, "paused") == "true");
  CHECK(member(drained.body, "draining") == "true");
  const auto refused = at.post("/v1/jobs/deck.convert", input + "}");
  CHECK(refused.status == 503);
  CHECK(member(refused.body, "code") == "DRAINING");
  REQUIRE(refused.find("Retry-After") != nullptr);
  CHECK(*refused.find("Retry-After") == "10");
  CHECK(member(at.get("/v1/handlers", "reader").body, "draining") == "true");

  const auto resumed = at.ask("POST", "/v1/handlers/deck.convert/resume", "root");
  CHECK(member(resumed.body, "paused") == "false");
  CHECK(member(resumed.body, "draining") == "false");
  at.bench.engine->run_until_idle();
  CHECK(status(at, id) == "succeeded");
  static_cast<void>(submit(at));
}

TEST_CASE("only an operator of the root tenant says something of a job type", "[http]") {
  desk_of_convert at;
  for (const char* what : {"pause", "drain", "resume"}) {
    const std::string target = std::string("/v1/handlers/deck.convert/") + what;
    CHECK(at.ask("POST", target, "admin").status == 404);
    CHECK(at.ask("POST", target, "reader").status == 403);
    CHECK(at.ask("POST", target, "").status == 401);
    CHECK(at.ask("POST", std::string("/v1/handlers/deck.nothing/") + what, "root").status == 404);
  }
  CHECK(member(at.get("/v1/handlers").body, "paused") == "false");
}

TEST_CASE("a job is put off or made due over HTTP, as long as it has not begun", "[http]") {
  desk_of_convert at;
  let_it_work(at);
  const std::string id = submit(at);
  const std::string target = "/v1/jobs/" + id + "/reschedule";
  const auto off = at.post(target, R"({"delayMs":60000})");
  REQUIRE(off.status == 200);
  CHECK(member(off.body, "dueAt") != "(absent)");
  at.bench.engine->run_until_idle();
  CHECK(status(at, id) == "pending");
  CHECK(at.post(target, R"({"delayMs":1,"runAt":"2030-01-01T00:00:00Z"})").status == 422);
  CHECK(at.post(target, R"({"when":1})").status == 400);
  CHECK(at.post(target, {}, "stranger").status == 404);
  CHECK(at.post(target, {}, "reader").status == 403);
  REQUIRE(at.post(target).status == 200);
  at.bench.engine->run_until_idle();
  CHECK(status(at, id) == "succeeded");
  const auto late = at.post(target);
  CHECK(late.status == 409);
  CHECK(member(late.body, "code") == "ALREADY_TERMINAL");

  std::string running;
  *at.bench.handler.act = [&](convert::context& ctx, const deck_jobs::convert_input&) {
    const auto begun = at.post("/v1/jobs/" + std::string(ctx.job_id()) + "/reschedule");
    CHECK(begun.status == 409);
    running = member(begun.body, "code");
    return convert::outcome<deck_jobs::convert_output>(deck_jobs::convert_output{"deck://1", 3});
  };
  static_cast<void>(submit(at));
  at.bench.engine->run_until_idle();
  CHECK(running == "ALREADY_BEGUN");
}

TEST_CASE("a submission may shorten its timeout", "[http]") {
  desk_of_convert at;
  const std::string id = submit(at, R"(,"timeoutMs":30000)");
  CHECK(member(at.get("/v1/jobs/" + id).body, "timeoutMs") == "30000");
  REQUIRE(at.post("/v1/jobs/" + id + "/cancel").status == 200);
  CHECK(member(at.get("/v1/jobs/" + submit(at)).body, "timeoutMs") == "(absent)");
  const auto refused = at.post("/v1/jobs/deck.convert", input + R"(,"timeoutMs":999999999999})");
  CHECK(refused.status == 422);
  CHECK(member(refused.body, "detail").find("longer than that of the job type") !=
        std::string::npos);
}
