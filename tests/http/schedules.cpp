// SPDX-License-Identifier: BSL-1.0
// Schedules over HTTP: listed, paused, resumed and run, each by whom it belongs to.
#include <pawl/schedules.hpp>

#include "desk.hpp"

namespace {

using namespace http_test;

struct slot_input {
  int number = 0;
};
struct scheduled : pawl::job<"http.scheduled", pawl::lifecycles::service, pawl::schedulable> {
  outcome<void> operator()(context&, slot_input) const { return {}; }
};

struct schedule_desk {
  pawl::testing::manual_clock clock{};
  pawl::service<pawl::testing::memory_store<>, scheduled> jobs{
      std::make_unique<pawl::testing::memory_store<>>(pawl::storage::memory_options{}, clock),
      scheduled{}};
  everything api{jobs, {.auth = make_tokens()}};

  http::response ask(std::string method, std::string target, const std::string& token = "admin") {
    http::request in{.method = std::move(method),
                     .target = std::move(target),
                     .headers = {{"Authorization", "Bearer " + token}},
                     .body = {},
                     .peer = "192.0.2.1"};
    return api.handle(in);
  }
  std::string make(const char* tenant, const char* name) {
    const auto made = jobs.as({.tenant = tenant, .user = "ann"})
                          .schedule<scheduled>(name, pawl::cron_at("0 3 * * *"), {7});
    REQUIRE(made);
    return std::to_string(*made);
  }
};

}  // namespace

TEST_CASE("schedules are listed with their next time, page by page", "[http]") {
  schedule_desk at;
  CHECK(at.ask("GET", "/v1/schedules").body == R"({"items":[]})");
  const std::string first = at.make("acme", "nightly");
  const std::string second = at.make("acme", "nightly too");
  at.make("globex", "theirs");
  const http::response all = at.ask("GET", "/v1/schedules", "reader");
  CHECK(all.status == 200);
  CHECK(member(all.body, "scheduleId") == first);
  CHECK(member(all.body, "cron") == "0 3 * * *");
  CHECK(member(all.body, "zone") == "UTC");
  CHECK(member(all.body, "missed") == "once");
  CHECK(member(all.body, "paused") == "false");
  CHECK(member(all.body, "nextAt") == "2023-11-15T03:00:00.000Z");
  CHECK(all.body.find("theirs") == std::string::npos);
  CHECK(at.ask("GET", "/v1/schedules", "root").body.find("theirs") != std::string::npos);
  const http::response page = at.ask("GET", "/v1/schedules?limit=1");
  CHECK(member(page.body, "nextCursor") == first);
  CHECK(member(at.ask("GET", "/v1/schedules?limit=1&cursor=" + first).body, "scheduleId") ==
        second);
  CHECK(at.ask("GET", "/v1/schedules?limit=0").status == 400);
  CHECK(at.ask("GET", "/v1/schedules?cursor=x").status == 400);
}

TEST_CASE("a schedule is paused, resumed and run by those who may", "[http]") {
  schedule_desk at;
  const std::string path = "/v1/schedules/" + at.make("acme", "nightly");
  CHECK(at.ask("POST", path + "/pause", "reader").status == 403);
  CHECK(at.ask("POST", path + "/pause", "stranger").status == 404);
  CHECK(at.ask("POST", "/v1/schedules/99/pause").status == 404);
  CHECK(at.ask("POST", "/v1/schedules/x/pause").status == 404);
  const http::response paused = at.ask("POST", path + "/pause");
  CHECK(paused.status == 200);
  CHECK(member(paused.body, "paused") == "true");
  CHECK(member(paused.body, "nextAt") == "(absent)");
  const http::response resumed = at.ask("POST", path + "/resume", "root");
  CHECK(resumed.status == 200);
  CHECK(member(resumed.body, "paused") == "false");
  const http::response run = at.ask("POST", path + "/run");
  REQUIRE(run.status == 202);
  const std::string job = member(run.body, "jobId");
  CHECK(at.ask("GET", "/v1/jobs/" + job).status == 200);
  CHECK(member(at.ask("GET", "/v1/schedules").body, "lastJobId") == job);
}
