// SPDX-License-Identifier: BSL-1.0
// Handlers that are told of the ends of their jobs.
#include <sqlite3.h>

#include <functional>
#include <latch>
#include <map>

#include "runtime/fragile_store.hpp"

using namespace runtime_test;

namespace {

struct telling : pawl::job<"test.telling", pawl::lifecycles::service> {
  std::shared_ptr<std::function<void()>> told = std::make_shared<std::function<void()>>();
  outcome<void> operator()(context&, report_input) const { return {}; }
  void on_success(const report_input&) const { (*told)(); }
};

/// Its callback does what a test says.
struct calling : pawl::job<"test.calling", pawl::lifecycles::service> {
  using act_type = std::function<void(const report_input&)>;
  std::shared_ptr<act_type> called = std::make_shared<act_type>();
  outcome<void> operator()(context&, report_input) const { return {}; }
  void on_success(const report_input& in) const { (*called)(in); }
};
/// Two releases of one job type. The newer one has a second version of the payload.
struct note {
  std::string text{};
};
struct signed_note {
  std::string text{};
  std::string author{};
};
signed_note upcast(note old) { return {old.text, "unknown"}; }
using noted = pawl::job<"test.noted", pawl::lifecycles::service>;
struct older_noted : noted {
  std::shared_ptr<names> called = std::make_shared<names>();
  outcome<void> operator()(context&, note) const { return {}; }
  void on_success(const note& in) const { called->push_back(in.text); }
};
struct newer_noted : noted {
  using payload_versions = pawl::versions<note, signed_note>;
  std::shared_ptr<names> called = std::make_shared<names>();
  outcome<void> operator()(context&, signed_note) const { return {}; }
  void on_success(const signed_note& in) const { called->push_back(in.text + " by " + in.author); }
};

/// Its handler is told twice of each success: with what it was given, and with the record.
struct finishing : pawl::job<"test.finishing", pawl::lifecycles::service> {
  std::shared_ptr<names> called = std::make_shared<names>();
  outcome<void> operator()(context&, report_input) const { return {}; }
  void on_success(const report_input&) const { called->push_back("success"); }
  void on_end(const pawl::job_record&, pawl::follow_ups&) const { called->push_back("end"); }
};

constexpr std::chrono::milliseconds lease_of_calling{pawl::type_of<calling>.lease.count};

/// A process takes the callback that is due first and is lost while it calls it.
void lose_a_process_that_calls(storage::store& jobs, manual_clock& clock) {
  const auto owner = storage::apply_one(jobs, storage::enrol{"doomed"})->owner;
  const auto taken =
      storage::apply_one(jobs, storage::take_callbacks{owner, {&pawl::type_of<calling>}});
  REQUIRE(taken->callbacks.size() == 1);
  clock.advance(lease_of_calling + 1ms);
}

template <class Bench>
std::size_t times_logged(const Bench& b, std::string_view event) {
  return static_cast<std::size_t>(std::count_if(
      b.log.begin(), b.log.end(), [&](const auto& each) { return each.event.name() == event; }));
}

/// Changes the file of a store as no store does.
void change_behind(const on_sqlite& place, const char* sql) {
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open((place.directory / "jobs.db").c_str(), &db) == SQLITE_OK);
  REQUIRE(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(db);
}
template <class Bench>
void try_until_given_up(Bench& b) {
  for (int i = 0; i < 20; ++i) {
    b.engine->maintain_once();
    b.clock.advance(2s);
  }
}

/// A callback was given up, and the operator hears of it in each of the three ways.
template <class Bench>
void check_that_one_is_given_up(Bench& b, const pawl::job_id& job,
                                const std::string& type = "test.calling") {
  CHECK(times_logged(b, "callback_failed") == storage::most_callback_tries);
  REQUIRE(times_logged(b, "callback_given_up") == 1);
  CHECK(b.log.back().event.name() == "callback_given_up");
  CHECK(b.log.back().level == pawl::observe::log_level::error);
  CHECK(b.log.back().job == job);
  REQUIRE(b.escalated.size() == 1);
  CHECK(b.escalated[0].code == "callback_given_up");
  CHECK(b.escalated[0].job == job);
  CHECK(b.escalated[0].handler == type);
  CHECK(sample(b.jobs.metrics(), R"(pawl_callbacks_given_up_total{job_type=")" + type + R"("})") ==
        "1");
}

}  // namespace

TEMPLATE_TEST_CASE("on_success and on_failure are called once the end is stored", "[SVC-14]",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input in) -> report::outcome<report_output> {
    if (in.year < 0) return report::fail<service_jobs::bad_input>("no");
    return report_output{"u"};
  };
  b.submit(alfki);
  b.submit(report_input{"BAD", -1});
  b.engine->run_until_idle();
  CHECK(b.handler.told->empty());
  b.engine->maintain_once();
  CHECK(*b.handler.told == names{"success ALFKI u", "failure BAD bad_input"});
  b.engine->maintain_once();
  CHECK(b.handler.told->size() == 2);
}

TEMPLATE_TEST_CASE("a handler is told of a job's end also if the process that ended it is gone",
                   "[SVC-14]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{"u"};
  };
  b.submit(alfki);
  {
    auto doomed = pawl::testing::stepped_engine(b.jobs, {.workers = 1});
    REQUIRE(doomed->enrol());
    doomed->run_until_idle();
  }
  CHECK(b.handler.told->empty());
  b.engine->maintain_once();
  CHECK(*b.handler.told == names{"success ALFKI u"});
}

TEST_CASE("a handler is told of a failure that is found out after a restart, on the file reopened",
          "[SVC-14][SVC-15]") {
  const on_sqlite place;
  manual_clock clock;
  const auto handler = bench<report>::make();
  *handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report::fail<service_jobs::bad_input>("no");
  };
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  {
    pawl::service jobs{place.make(clock), handler};
    const auto me = jobs.as(ann);
    REQUIRE(me.submit<report>({"FAILED", 1}, once));
    auto first = pawl::testing::stepped_engine(jobs, {.workers = 1});
    REQUIRE(first->enrol());
    first->run_until_idle();
    REQUIRE(me.submit<report>({"LOST", 1}, once));
    first->dispatch_once();
    REQUIRE(first->enter_one());  // and is gone, with a callback untold and a job unended
  }
  CHECK(handler.told->empty());
  pawl::service jobs{place.make(clock), handler};
  auto second = pawl::testing::stepped_engine(jobs, {.workers = 1});
  REQUIRE(second->enrol());
  second->maintain_once();
  CHECK(*handler.told == names{"failure FAILED bad_input"});
  clock.advance(2min);
  second->maintain_once();
  second->maintain_once();
  CHECK(*handler.told == names{"failure FAILED bad_input", "failure LOST worker_lost"});
}

TEST_CASE("a service that stops does not tell handlers of all that has ended before") {
  telling handler;
  pawl::service jobs{std::make_unique<living>(), handler};
  const auto me = jobs.as(ann);
  for (int i = 0; i < 200; ++i) REQUIRE(me.submit<telling>(alfki));
  {
    const auto engine = pawl::testing::stepped_engine(jobs);
    REQUIRE(engine->enrol());
    engine->run_until_idle();
  }
  std::atomic<int> told{0};
  std::latch first{1};
  std::latch started{1};
  *handler.told = [&] {
    if (told++ == 0) first.count_down();
    started.wait();
    while (jobs.health().running) std::this_thread::yield();
  };
  std::jthread stopping([&] {
    first.wait();
    started.wait();
    jobs.stop();
  });
  REQUIRE(jobs.start({.workers = 1}));
  started.count_down();
  stopping.join();
  CHECK(told < 200);
}

TEMPLATE_TEST_CASE("a callback that takes long is called once, by one of three processes",
                   "[SVC-14]", PAWL_RUNTIME_STORES) {
  bench<calling, TestType> b;
  constexpr std::size_t count = 30;
  for (std::size_t i = 0; i < count; ++i) b.submit(report_input{std::to_string(i), 1});
  std::vector<std::unique_ptr<pawl::runtime::engine>> others;
  for (int i = 0; i < 2; ++i) {
    others.push_back(pawl::testing::stepped_engine(b.jobs));
    REQUIRE(others.back()->enrol());
  }
  b.engine->run_until_idle();
  std::map<std::string, unsigned> calls;
  *b.handler.called = [&](const report_input& in) {
    ++calls[in.customer];
    b.clock.advance(8s);
    b.engine->keep_once();
    for (const auto& each : others) each->keep_once();
    for (const auto& each : others) each->maintain_once();
  };
  b.engine->maintain_once();
  CHECK(calls.size() == count);
  for (const auto& [customer, times] : calls) {
    CAPTURE(customer);
    CHECK(times == 1);
  }
}

TEMPLATE_TEST_CASE("a callback whose process is lost again and again is given up, and no other",
                   "[SVC-14]", PAWL_RUNTIME_STORES) {
  bench<calling, TestType> b;
  names called;
  *b.handler.called = [&](const report_input& in) { called.push_back(in.customer); };
  const auto culprit = b.submit(report_input{"culprit", 1});
  b.engine->run_until_idle();
  names neighbours;
  for (unsigned tried = 1; tried <= storage::most_callback_tries; ++tried) {
    b.clock.advance(1ms);
    neighbours.push_back(std::to_string(tried));
    b.submit(report_input{neighbours.back(), 1});
    b.engine->run_until_idle();
    lose_a_process_that_calls(b.jobs.store(), b.clock);
    b.engine->keep_once();
    b.engine->maintain_once();
    CHECK(called == neighbours);
    b.clock.advance(8s);
  }
  b.engine->maintain_once();
  CHECK(called == neighbours);
  check_that_one_is_given_up(b, culprit.id);
}

TEMPLATE_TEST_CASE("a callback that always throws is given up", "[SVC-14]", PAWL_RUNTIME_STORES) {
  bench<calling, TestType> b;
  int calls = 0;
  *b.handler.called = [&](const report_input&) {
    ++calls;
    throw std::runtime_error("the address is gone");
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  try_until_given_up(b);
  CHECK(calls == storage::most_callback_tries);
  check_that_one_is_given_up(b, job.id);
  CHECK(b.escalated[0].detail.find("the address is gone") != std::string::npos);
}

TEST_CASE("a callback that an earlier release has charged for the last time is given up aloud",
          "[SVC-14]") {
  bench<calling, on_sqlite> b;
  int calls = 0;
  *b.handler.called = [&](const report_input&) { ++calls; };
  b.submit(alfki);
  b.engine->run_until_idle();
  change_behind(b.place, "UPDATE pawl_callbacks SET tries = 5");
  b.engine->maintain_once();
  CHECK(calls == 0);
  CHECK(times_logged(b, "callback_given_up") == 1);
  CHECK(b.escalated.size() == 1);
}

TEST_CASE("an older process leaves callbacks of newer payloads to a newer process", "[SVC-14]") {
  const on_sqlite place;
  manual_clock clock;
  const older_noted old_handler;
  const newer_noted new_handler;
  pawl::service old_release{place.make(clock), old_handler};
  pawl::service new_release{place.make(clock), new_handler};
  const auto old_engine = pawl::testing::stepped_engine(old_release, {.workers = 1});
  const auto new_engine = pawl::testing::stepped_engine(new_release, {.workers = 1});
  REQUIRE(old_engine->enrol());
  REQUIRE(new_engine->enrol());
  REQUIRE(new_release.as(ann).submit<newer_noted>({"new", "ann"}));
  new_engine->run_until_idle();
  clock.advance(1ms);
  REQUIRE(old_release.as(ann).submit<older_noted>({"old"}));
  old_engine->run_until_idle();
  old_engine->maintain_once();
  CHECK(*old_handler.called == names{"old"});
  new_engine->maintain_once();
  CHECK(*new_handler.called == names{"new by ann"});
}

TEST_CASE("a callback whose payload cannot be read is tried again and given up aloud", "[SVC-14]") {
  bench<calling, on_sqlite> b;
  int calls = 0;
  *b.handler.called = [&](const report_input&) { ++calls; };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  change_behind(b.place, "UPDATE pawl_jobs SET payload = '{'");
  try_until_given_up(b);
  CHECK(calls == 0);
  check_that_one_is_given_up(b, job.id);
  CHECK(b.escalated[0].detail.find("the stored payload cannot be read") != std::string::npos);
}

TEST_CASE("a callback whose output cannot be read is tried again and given up aloud", "[SVC-14]") {
  bench<report, on_sqlite> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{"u"};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  change_behind(b.place, "UPDATE pawl_outcomes SET result = '{'");
  try_until_given_up(b);
  CHECK(b.handler.told->empty());
  check_that_one_is_given_up(b, job.id,
                             std::string(std::string_view(pawl::type_of<report>.handler)));
  CHECK(b.escalated[0].detail.find("the stored output cannot be read") != std::string::npos);
}

TEST_CASE("on_end is called also if the payload cannot be read", "[SVC-14]") {
  bench<finishing, on_sqlite> b;
  b.submit(alfki);
  b.engine->run_until_idle();
  change_behind(b.place, "UPDATE pawl_jobs SET payload = '{'");
  b.engine->maintain_once();
  CHECK(*b.handler.called == names{"end"});
  CHECK(times_logged(b, "callback_failed") == 1);
}

TEST_CASE("what became of a callback is stored as soon as the store can be reached again",
          "[SVC-14]") {
  bench<calling, on_fragile> b;
  auto& store = static_cast<steady&>(b.jobs.store());
  names called;
  *b.handler.called = [&](const report_input& in) {
    called.push_back(in.customer);
    if (called.size() == 1) store.fails = true;
  };
  b.submit(report_input{"first", 1});
  b.submit(report_input{"second", 1});
  b.engine->run_until_idle();
  b.engine->maintain_once();
  CHECK(called == names{"first"});
  b.engine->maintain_once();
  CHECK(called == names{"first"});
  store.fails = false;
  b.engine->maintain_once();
  CHECK(called == names{"first", "second"});
}

TEST_CASE("no callback is called while the store refuses what became of the last one", "[SVC-14]") {
  bench<calling, on_fragile> b;
  auto& store = static_cast<steady&>(b.jobs.store());
  names called;
  *b.handler.called = [&](const report_input& in) { called.push_back(in.customer); };
  b.submit(report_input{"first", 1});
  b.submit(report_input{"second", 1});
  b.engine->run_until_idle();
  bool refuses = true;
  store.change = [&](const storage::operation_ptr& op) {
    if (refuses && op.as<storage::finish_callback>() != nullptr)
      op.answer().refuse({storage::errc::failed, "not now", {}, {}});
  };
  b.engine->maintain_once();
  b.engine->maintain_once();
  CHECK(called == names{"first"});
  refuses = false;
  b.engine->maintain_once();
  CHECK(called == names{"first", "second"});
}

TEST_CASE("a callback that is given up is reported beside one whose end the store refuses",
          "[SVC-14]") {
  bench<calling, on_fragile> b;
  auto& store = static_cast<steady&>(b.jobs.store());
  const auto culprit = b.submit(report_input{"culprit", 1});
  b.engine->run_until_idle();
  for (unsigned tried = 1; tried < storage::most_callback_tries; ++tried) {
    lose_a_process_that_calls(b.jobs.store(), b.clock);
    b.engine->keep_once();
    b.engine->maintain_once();
    if (tried + 1 < storage::most_callback_tries) b.clock.advance(8s);
  }
  // The last try is lost with its process while this one calls another callback.
  *b.handler.called = [&](const report_input&) {
    b.clock.advance(8s);
    b.engine->keep_once();
    lose_a_process_that_calls(b.jobs.store(), b.clock);
    b.engine->keep_once();
  };
  b.submit(report_input{"neighbour", 1});
  b.engine->run_until_idle();
  bool refuses = true;
  store.change = [&](const storage::operation_ptr& op) {
    if (refuses && op.as<storage::finish_callback>() != nullptr)
      op.answer().refuse({storage::errc::failed, "not now", {}, {}});
  };
  b.engine->maintain_once();
  refuses = false;
  b.engine->maintain_once();
  check_that_one_is_given_up(b, culprit.id);
}

TEST_CASE("a callback that was taken by a commit without an answer is called", "[SVC-14]") {
  bench<calling, on_fragile> b;
  auto& store = static_cast<steady&>(b.jobs.store());
  names called;
  *b.handler.called = [&](const report_input& in) { called.push_back(in.customer); };
  b.submit(report_input{"first", 1});
  b.submit(report_input{"second", 1});
  b.engine->run_until_idle();
  bool is_lost = true;
  store.change = [&](const storage::operation_ptr& op) {
    if (op.as<storage::take_callbacks>() == nullptr || !std::exchange(is_lost, false)) return;
    op.answer().refuse({storage::errc::busy, "the answer got lost", {}, {}});
  };
  b.engine->maintain_once();
  CHECK(called.empty());
  b.engine->maintain_once();
  CHECK(called == names{"first", "second"});
  CHECK(times_logged(b, "callback_failed") == 0);
}
