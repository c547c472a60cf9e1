// SPDX-License-Identifier: BSL-1.0
// Who works, and for whom: the list of workers, and how an operator of the root tenant looks at
// other tenants.
#include "desk.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;

using desk_of_convert = desk<convert>;

std::string submit(desk_of_convert& at, const std::string& document, const std::string& token) {
  const http::response made =
      at.post("/v1/jobs/deck.convert",
              R"({"input":{"document":")" + document + R"(","source_uri":"s3://a"}})", token);
  REQUIRE(made.status == 202);
  return member(made.body, "jobId");
}

/// What each of the tokens is answered while a worker holds the job.
template <class Ask>
void while_running(desk_of_convert& at, Ask ask) {
  bool asked = false;
  *at.bench.handler.act = [&](convert::context&, const deck_jobs::convert_input&) {
    if (!std::exchange(asked, true)) ask();
    return convert::outcome<deck_jobs::convert_output>(deck_jobs::convert_output{"deck://1", 3});
  };
  at.bench.engine->run_until_idle();
  REQUIRE(asked);
}

}  // namespace

TEST_CASE("a worker is shown with its last sign of life and what it holds", "[http]") {
  desk_of_convert at;
  const std::string id = submit(at, "d1", "admin");
  std::string mine;
  std::string foreign;
  std::string all;
  while_running(at, [&] {
    mine = at.get("/v1/workers").body;
    foreign = at.get("/v1/workers", "stranger").body;
    all = at.get("/v1/workers", "root").body;
  });
  CHECK(member(mine, "lastSeenAt") != "(absent)");
  CHECK(member(mine, "holds") == "1");
  CHECK(member(mine, "tenant") == "acme");
  CHECK(member(mine, "id") == id);
  CHECK(member(mine, "status") == "running");
  // The process is the same for all; what it does for others is not shown.
  CHECK(member(foreign, "workerId") == member(mine, "workerId"));
  CHECK(member(foreign, "holds") == "0");
  CHECK(foreign.find(id) == std::string::npos);
  CHECK(member(all, "id") == id);

  CHECK(member(at.get("/v1/workers").body, "holds") == "0");
  CHECK(at.get("/v1/workers", "reader").status == 403);
}

TEST_CASE("what a worker holds is shown to those who may see it", "[http]") {
  desk_of_convert at({.may_see = [](const http::caller&, const pawl::job_record& job) {
    return job.subject == "open";
  }});
  const std::string id = submit(at, "d1", "admin");
  std::string seen;
  while_running(at, [&] { seen = at.get("/v1/workers").body; });
  CHECK(member(seen, "workerId") != "(absent)");
  CHECK(seen.find(id) == std::string::npos);
}

TEST_CASE("an operator of the root tenant sees who has jobs, and looks at one tenant at a time",
          "[http]") {
  desk_of_convert at;
  const std::string id = submit(at, "d1", "admin");
  const std::string other = submit(at, "d2", "stranger");
  CHECK(at.get("/v1/tenants", "root").body ==
        R"({"items":[{"tenant":"acme"},{"tenant":"globex"}]})");
  CHECK(at.get("/v1/tenants?limit=1", "root").body ==
        R"({"items":[{"tenant":"acme"}],"nextCursor":"acme"})");
  CHECK(at.get("/v1/tenants?limit=1&cursor=acme", "root").body ==
        R"({"items":[{"tenant":"globex"}]})");
  CHECK(at.get("/v1/tenants?limit=0", "root").status == 400);

  CHECK(at.get("/v1/jobs", "root").body == R"({"items":[]})");
  const std::string listed = at.get("/v1/jobs?tenant=acme", "root").body;
  CHECK(listed.find(id) != std::string::npos);
  CHECK(listed.find(other) == std::string::npos);
  CHECK(at.get("/v1/jobs/" + id, "root").status == 404);
  CHECK(at.get("/v1/jobs/" + id + "?tenant=acme", "root").status == 200);
  CHECK(at.get("/v1/jobs/" + id + "?tenant=globex", "root").status == 404);
  CHECK(at.get("/v1/jobs/" + id + "/history?tenant=acme", "root").status == 200);
  CHECK(member(at.get("/v1/stats?tenant=globex", "root").body, "count") == "1");
  CHECK(at.get("/v1/dlq?tenant=acme", "root").status == 200);
  CHECK(at.get("/v1/events?tenant=acme", "root").stream);
}

TEST_CASE("looking is all that is done to another tenant", "[http]") {
  desk_of_convert at;
  const std::string id = submit(at, "d1", "admin");
  for (const http::route& each : http::all_routes()) {
    if (each.method == pawl::text("GET")) continue;
    std::string target(std::string_view(each.pattern));
    if (const auto hole = target.find("{id}"); hole != target.npos) target.replace(hole, 4, id);
    if (const auto hole = target.find("{type}"); hole != target.npos)
      target.replace(hole, 6, "deck.convert");
    CAPTURE(target);
    CHECK(at.post(target + "?tenant=acme", "{}", "root").status == 400);
  }
  CHECK(member(at.get("/v1/jobs/" + id).body, "status") == "pending");
}

TEST_CASE("nobody else can say whose jobs are looked at", "[http]") {
  desk_of_convert at;
  const std::string id = submit(at, "d1", "stranger");
  at.tokens->add("root reader",
                 {{.tenant = "root", .user = "u", .organisation = {}}, {http::permission::read}});
  for (const std::string& token : {std::string("admin"), std::string("root reader")})
    for (const http::route& each : http::all_routes()) {
      if (!each.needs || *each.needs != http::permission::read) continue;
      std::string target(std::string_view(each.pattern));
      if (const auto hole = target.find("{id}"); hole != target.npos) target.replace(hole, 4, id);
      CAPTURE(token, target);
      const auto refused = at.get(target + "?tenant=globex", token);
      CHECK(refused.status == 400);
      // As any parameter that does not exist.
      CHECK(member(refused.body, "detail") == "there is no parameter tenant here");
    }
  const auto hidden = at.get("/v1/tenants");
  const auto nothing = at.get("/v1/nothing");
  CHECK(hidden.status == 404);
  CHECK(hidden.body == nothing.body);
  for (const char* bad : {"", "%0a", "%00"}) {
    CAPTURE(bad);
    CHECK(at.get("/v1/jobs?tenant=" + std::string(bad), "root").status == 400);
  }
}

TEST_CASE("a stream that looks at another tenant lives as long as its token may look", "[http]") {
  desk_of_convert at({.check_token_every = 0ms});
  auto watching = at.get("/v1/events?tenant=acme", "root");
  REQUIRE(watching.stream);
  std::string out;
  const std::string foreign = submit(at, "d2", "stranger");
  submit(at, "d1", "admin");
  while_running(at, [] {});
  CHECK(watching.stream->read(out) == http::event_stream::state::open);
  CHECK(out.find(foreign) == std::string::npos);
  CHECK(out.find("\"to\":\"succeeded\"") != std::string::npos);

  at.tokens->revoke(http::bearer_tokens::digest_of("root"));
  at.tokens->add(
      "root", {{.tenant = "root", .user = "ann", .organisation = "org"}, {http::permission::read}});
  CHECK(watching.stream->read(out) == http::event_stream::state::ended);
}

TEST_CASE("what a job is to do is shown to operators, and to no others", "[http]") {
  desk_of_convert at;
  const std::string id = submit(at, "d1", "admin");
  const auto shown = at.get("/v1/jobs/" + id + "/payload");
  CHECK(shown.status == 200);
  CHECK(shown.body == R"({"version":1,"payload":{"document":"d1","source_uri":"s3://a"}})");
  CHECK(at.get("/v1/jobs/" + id + "/payload", "reader").status == 403);
  CHECK(at.get("/v1/jobs/" + id + "/payload", "stranger").status == 404);
  CHECK(at.get("/v1/jobs/" + id + "/payload?tenant=acme", "root").status == 200);
  CHECK(at.get("/v1/jobs/" + id, "reader").body.find("s3://a") == std::string::npos);
}

TEST_CASE("a token can ask what it is worth", "[http]") {
  desk_of_convert at;
  CHECK(at.get("/v1/me", "reader").body ==
        R"({"tenant":"acme","user":"ann","organisation":"org","trigger":"api",)"
        R"("permissions":["read"],)"
        R"("seesTenants":false})");
  CHECK(member(at.get("/v1/me", "admin").body, "seesTenants") == "false");
  CHECK(member(at.get("/v1/me", "root").body, "seesTenants") == "true");
  CHECK(member(at.get("/v1/me", "editor").body, "trigger") == "user");
}

TEST_CASE("dead letters are counted with their type", "[http]") {
  desk_of_convert at;
  const std::string id = submit(at, "d1", "admin");
  *at.bench.handler.act = [](convert::context&, const deck_jobs::convert_input&) {
    return convert::outcome<deck_jobs::convert_output>(
        convert::fail<pawl::error::network_timeout>("no answer"));
  };
  for (int i = 0; i < 3; ++i) {
    at.bench.engine->run_until_idle();
    at.bench.clock.advance(60s);
  }
  const std::string counted = at.get("/v1/stats").body;
  CHECK(member(counted, "deadLetters") == "1");
  CHECK(counted.find(R"("deadByType":[{"handlerId":"deck.convert","count":1}])") !=
        std::string::npos);
}
