// SPDX-License-Identifier: BSL-1.0
// A job that no process has changed is not read again; a caller is answered as if it were.
#include <filesystem>

#include <pawl/job/id_source.hpp>

#include "desk.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;
using runtime_test::on_sqlite;

/// How often a job was shown; an answer that is given again shows none.
int shown = 0;
constexpr http::field<pawl::job_record> counting_fields[] = {
    http::shows<&pawl::job_record::id>("id"),
    http::shows<&pawl::job_record::state>("status"),
    http::shows_if_set<&pawl::job_record::due_at>("dueAt"),
    {"metadata",
     [](http::json_out& to, const pawl::job_record& of, const http::reader&) {
       ++shown;
       to.raw(of.metadata.empty() ? "{}" : of.metadata);
     },
     "true"},
};
constexpr http::job_view counting{counting_fields, std::size(counting_fields)};

struct desk_on_file : desk<convert, everything, on_sqlite> {
  explicit desk_on_file(http::api_options options = {.view = counting}) : desk(std::move(options)) {
    shown = 0;
  }
  std::string submitted(const std::string& document, const std::string& more = {}) {
    const auto made = post("/v1/jobs/deck.convert", R"({"input":{"document":")" + document +
                                                        R"(","source_uri":"s"})" + more + "}");
    REQUIRE(made.status == 202);
    return "/v1/jobs/" + member(made.body, "jobId");
  }
};

}  // namespace

TEST_CASE("a job that nobody has changed is shown again, and not read") {
  desk_on_file at;
  const std::string job = at.submitted("d1");
  const auto first = at.get(job);
  CHECK(member(first.body, "status") == "pending");
  for (int i = 0; i < 3; ++i) {
    const auto again = at.get(job);
    CHECK(again.body == first.body);
    for (const http::header& each : first.headers) {
      CAPTURE(each.name);
      REQUIRE(again.find(each.name));
      CHECK(*again.find(each.name) == each.value);
    }
  }
  const auto same = at.ask("GET", job, "admin", {}, {{"If-None-Match", *first.find("ETag")}});
  CHECK(same.status == 304);
  CHECK(same.body.empty());
  CHECK(at.ask("HEAD", job).body.empty());
  CHECK(shown == 1);
  const auto to_page = at.ask("GET", job, "admin", {}, {{"Pawl-View", "job"}});
  CHECK(member(to_page.body, "type") == "deck.convert");
  CHECK(at.get(job).body == first.body);

  CHECK(at.post(job + "/cancel").status == 200);
  const auto changed = at.get(job);
  CHECK(member(changed.body, "status") == "canceled");
  CHECK(*changed.find("ETag") != *first.find("ETag"));
  CHECK(changed.find("Retry-After") == nullptr);
}

TEST_CASE("what another connection has committed is seen at once") {
  desk_on_file at;
  const auto elsewhere = runtime_test::on_sqlite::store::open(at.bench.place.directory / "jobs.db",
                                                              {}, at.bench.clock);
  REQUIRE(elsewhere);
  for (int i = 0; i < 50; ++i) {
    const std::string job = at.submitted("d" + std::to_string(i));
    REQUIRE(member(at.get(job).body, "status") == "pending");
    REQUIRE(member(at.get(job).body, "status") == "pending");
    const auto id = pawl::parse_job_id(job.substr(job.rfind('/') + 1));
    pawl::storage::cancel stop{.scope = pawl::storage::scope::every_tenant(), .id = *id};
    (*elsewhere)->apply_one(stop);
    REQUIRE(stop.answer);
    REQUIRE(member(at.get(job).body, "status") == "canceled");
  }
  CHECK(shown >= 100);
}

TEST_CASE("what was shown to one is not shown to another") {
  desk_on_file at(http::api_options{});
  const std::string job = at.submitted("d1");
  *at.bench.handler.act = [](convert::context&, const deck_jobs::convert_input&) {
    return convert::outcome<deck_jobs::convert_output>(
        convert::fail<pawl::error::unsupported_format>("this is no deck", "offset 12"));
  };
  at.bench.engine->run_until_idle();
  // Each asks when another has just been answered.
  const auto after_admin = [&](const std::string& target, const std::string& token) {
    CHECK(member(at.get(job).body, "detail") == "offset 12");
    return at.get(target, token);
  };
  CHECK(member(after_admin(job, "reader").body, "detail") == "(absent)");
  CHECK(member(after_admin(job, "editor").body, "detail") == "(absent)");
  CHECK(after_admin(job, "stranger").status == 404);
  CHECK(after_admin(job, "root").status == 404);
  CHECK(after_admin(job + "?tenant=acme", "root").status == 200);
  CHECK(after_admin(job, "").status == 401);
  CHECK(at.get(job, "reader").status == 200);
  at.tokens->revoke(http::bearer_tokens::digest_of("reader"));
  CHECK(at.get(job, "reader").status == 401);
}

TEST_CASE("the application is asked each time whether a caller may see a job") {
  bool allowed = true;
  desk_on_file at({.may_see = [&](const auto&, const auto&) { return allowed; }, .view = counting});
  const std::string job = at.submitted("d1");
  CHECK(at.get(job).status == 200);
  CHECK(at.get(job).status == 200);
  CHECK(shown == 1);
  allowed = false;
  const auto refused = at.get(job);
  CHECK(refused.status == 404);
  CHECK(refused.body == at.get("/v1/jobs/" + to_string(pawl::job_id{})).body);
}

TEST_CASE("the time at which a job is due follows the clock") {
  desk_on_file at;
  const std::string job = at.submitted("d1", R"(,"delayMs":3600000)");
  const std::string before = member(at.get(job).body, "dueAt");
  at.bench.clock.jump(24h);  // the time of day is set; the delay is as long as it was
  CHECK(member(at.get(job).body, "dueAt") != before);
}

TEST_CASE("what is large is not kept, and is shown all the same") {
  desk_on_file at;
  const std::string job =
      at.submitted("d1", R"(,"metadata":{"note":")" + std::string(5000, 'x') + "\"}");
  CHECK(at.get(job).body.size() > 5000);
  CHECK(at.get(job).body.size() > 5000);
  CHECK(shown == 2);
}

TEST_CASE("a job whose file is gone is not shown from memory") {
  desk_on_file at;
  const std::string job = at.submitted("d1");
  CHECK(at.get(job).status == 200);
  std::filesystem::rename(at.bench.place.directory / "jobs.db",
                          at.bench.place.directory / "elsewhere.db");
  CHECK(at.get(job).status == 503);
  std::filesystem::rename(at.bench.place.directory / "elsewhere.db",
                          at.bench.place.directory / "jobs.db");
  CHECK(at.get(job).status == 200);
}

TEST_CASE("of more jobs than there are places, each is answered for itself or not at all") {
  http::recent_answers recent;
  pawl::id_source ids;
  std::vector<pawl::job_id> all;
  for (int i = 0; i < 1000; ++i) all.push_back(ids.next(pawl::instant{}));
  const auto asked = [](const pawl::job_id& id) {
    return http::job_question{.id = id, .tenant = "acme", .by = {.user = "ann"}, .view = counting};
  };
  for (const pawl::job_id& id : all) {
    http::recent_answers::answer given;
    given.job.id = id;
    recent.keep(asked(id), 7, std::move(given));
  }
  int found = 0;
  for (const pawl::job_id& id : all)
    if (const auto kept = recent.find(asked(id), 7)) {
      CHECK(kept->job.id == id);
      ++found;
    }
  CHECK(found > 100);
  CHECK(found <= 256);
}
