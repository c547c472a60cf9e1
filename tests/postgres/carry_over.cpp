// SPDX-License-Identifier: BSL-1.0
// A queue that began in a SQLite file goes on in PostgreSQL.
#include <pawl/storage/carry_over.hpp>
#include <pawl/storage/postgres/table_target.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/table_source.hpp>
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/workbench.hpp>

#include "../storage/directory.hpp"
#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::error;
using namespace pawl::literals;
using namespace std::chrono_literals;
using storage::errc;
using testing::manual_clock;
using file_store = storage::sqlite<manual_clock>;

struct stamp
    : job<"carry.stamp", lifecycles::service, errors<validation_error>, retry<attempts<3>>> {
  outcome<std::string> operator()(context&, std::string in) const {
    if (in.empty()) return fail<validation_error>("there is nothing to stamp");
    return "stamped " + in;
  }
};

/// A queue in a file, with jobs in all conditions; and where it shall go.
struct move {
  support::fresh_directory directory{};
  std::string path = directory / "jobs.db";
  manual_clock clock{};
  storage::postgres_options options{.schema = server::fresh_schema("carried")};

  std::shared_ptr<file_store> open_file() const {
    return file_store::open(path, {}, clock).value();
  }
  std::shared_ptr<testing::postgres_store> open_schema(const manual_clock& now) const {
    return testing::postgres_store::open("", options, now).value();
  }
  /// As the program does it.
  storage::result<storage::carried_queue> carry(storage::store& from, storage::store& to) const {
    storage::sqlite_table_source source(path, from.elapsed());
    storage::postgres_table_target target("", options);
    return storage::carry_over(source, target, to.elapsed() - from.elapsed());
  }
};

TEST_CASE("a queue that is carried over goes on where it was") {
  move how;
  testing::workbench before(how.open_file(), stamp{});
  const auto done = before.submit<stamp>("a letter", {.key = "letter-1"});
  const auto dead = before.submit<stamp>("");
  before.run_to_end();
  const auto ready = before.submit<stamp>("a parcel");
  const auto late = before.submit<stamp>("a card", {.delay = 5h});
  const auto at_noon = before.submit<stamp>("a bill", {.run_at = before.store().now() + 6h});
  const auto waiting = before.submit<stamp>("its copy", {.depends_on = {late.id}});
  REQUIRE(before.session().cancel(before.submit<stamp>("a mistake").id));
  const auto all = storage::scope::every_tenant();
  const auto page = before.store().list(all, {.limit = 200}).value();
  const auto counted = before.store().count(all).value();

  // Another machine: its clock shows another time of day.
  manual_clock there;
  there.jump(72h);
  const auto target = how.open_schema(there);
  CHECK(how.carry(before.store(), *target).error().code == errc::busy);  // it is in use
  before.clock().advance(2min);
  const auto carried = how.carry(before.store(), *target);
  INFO((carried ? std::string() : describe(carried.error())));
  REQUIRE(carried);
  CHECK(carried->living == 4);
  CHECK(carried->ended == 3);
  CHECK(carried->dead_letters == 1);
  CHECK(carried->keys == 1);

  testing::workbench after(target, stamp{});
  const auto moved = after.store().list(all, {.limit = 200}).value();
  REQUIRE(moved.jobs.size() == page.jobs.size());
  for (std::size_t i = 0; i < page.jobs.size(); ++i) {
    INFO(page.jobs[i].state);
    CHECK(moved.jobs[i].id == page.jobs[i].id);
    CHECK(moved.jobs[i].state == page.jobs[i].state);
    CHECK(moved.jobs[i].created_at == page.jobs[i].created_at);
    CHECK(moved.jobs[i].completed_at == page.jobs[i].completed_at);
    CHECK(after.store().payload_of(all, page.jobs[i].id)->value ==
          before.store().payload_of(all, page.jobs[i].id)->value);
    CHECK(after.store().events(all, page.jobs[i].id, 0, 100)->size() ==
          before.store().events(all, page.jobs[i].id, 0, 100)->size());
  }
  CHECK(after.store().count(all)->jobs == counted.jobs);

  // What has ended is as it was, its key and its result too.
  CHECK(*after.result(done) == "stamped a letter");
  CHECK(after.history(done) == before.history(done));
  CHECK(after.session().submit<stamp>("a letter", {.key = "letter-1"}).value() == done);
  CHECK(after.session().submit<stamp>("another", {.key = "letter-1"}).error().code ==
        errc::key_conflict);
  CHECK(after.session().dead_letters()->letters.size() == 1);

  // What waited waits for as long as it had to: two minutes of it have passed.
  after.run();
  CHECK(after.state(ready) == "succeeded");
  after.advance(5h - 2min - 1s);
  after.run();
  CHECK(after.state(late) == "pending");
  after.advance(1s);
  after.run();
  CHECK(after.state(late) == "succeeded");
  CHECK(after.state(waiting) == "succeeded");
  // By the time of day, which is 72 hours later here, it was due at once.
  CHECK(after.state(at_noon) == "succeeded");
  // Numbers go on behind those that have come.
  const auto fresh = after.submit<stamp>("the first of its kind");
  after.run();
  CHECK(after.state(fresh) == "succeeded");
  CHECK(after.session().replay(dead.id).has_value());
}

TEST_CASE("a job that a lost process had comes back where the queue went") {
  move how;
  const auto file = how.open_file();
  const job_descriptor* const types[] = {&type_of<stamp>};
  REQUIRE(file->learn(types));
  storage::submit made{.type = types[0]};
  made.id = job_id{{7}};
  made.who = {.tenant = "tenant", .user = "user"};
  made.payload = "\"a letter\"";
  made.payload_version = types[0]->newest_version;
  file->apply_one(made);
  REQUIRE(made.answer);
  storage::enrol lost{.label = "lost"};
  file->apply_one(lost);
  storage::claim taken{lost.answer->owner, {types[0]}, 1};
  file->apply_one(taken);
  REQUIRE(taken.answer->jobs.size() == 1);
  how.clock.advance(1h);

  manual_clock there;
  const auto target = how.open_schema(there);
  REQUIRE(how.carry(*file, *target));
  testing::workbench after(target, stamp{});
  CHECK(after.run_to_end());
  const auto record = after.store().get(storage::scope::every_tenant(), made.id);
  REQUIRE(record);
  CHECK(record->state == "succeeded");
  CHECK(record->retries == 1);
}

TEST_CASE("a queue is carried into a schema that nothing has used") {
  move how;
  const auto file = how.open_file();
  {
    testing::workbench before(file, stamp{});
    before.submit<stamp>("a letter");
  }
  how.clock.advance(1h);
  manual_clock there;
  const auto target = how.open_schema(there);
  const job_descriptor* const types[] = {&type_of<stamp>};
  REQUIRE(target->learn(types));
  const auto refused = how.carry(*file, *target);
  CHECK(refused.error().code == errc::invalid);
  CHECK(target->list(storage::scope::every_tenant(), {})->jobs.empty());
}

TEST_CASE("every time on a store's own line moves with it, and nothing else") {
  // Columns that say so, by their own words.
  int found = 0;
  for (const sql::table& table : sql::tables())
    for (const sql::column& each : table.columns.get()) {
      const std::string meaning(std::string_view(each.meaning));
      if (meaning.find("own line") == std::string::npos) continue;
      INFO(std::string(std::string_view(table.name)) + '.' +
           std::string(std::string_view(each.name)));
      CHECK(storage::detail::parts_of_time(table.name, each.name) != 0);
      ++found;
    }
  CHECK(found >= 7);
  CHECK(storage::detail::moved_time(5, 3) == 8);
  CHECK(storage::detail::moved_time(0, 3) == 0);
  CHECK(storage::detail::moved_time(-5, 3) == -5);
  constexpr auto last = std::numeric_limits<std::int64_t>::max();
  CHECK(storage::detail::moved_time(last, 3) == last);
}

}  // namespace
