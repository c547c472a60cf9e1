// SPDX-License-Identifier: BSL-1.0
// A child process has its parent's connections, and leaves them alone.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include <pawl/service.hpp>
#include <pawl/storage/postgres.hpp>
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "database.hpp"
#include "server.hpp"
#include "support/catch.hpp"
#include "support/sanitizer.hpp"
#include "support/sleeping.hpp"

namespace {

using namespace pawl;
using namespace std::chrono_literals;

struct add : job<"fork.add", lifecycles::service> {
  outcome<int> operator()(context&, int in) const { return in + 1; }
};

/// Connections that the server tells from all others by their name, which is the schema's.
struct named {
  std::string schema = server::fresh_schema("fork");
  std::string dsn = "application_name=" + schema;
  server::connection db{};

  /// The server's processes at their other ends.
  std::string ends() {
    return db.run("SELECT string_agg(pid::text, ',') FROM pg_stat_activity WHERE " + where());
  }
  /// How many of these there still are.
  int left_of(const std::string& ends) {
    return db.count("pg_stat_activity WHERE pid IN (" + ends + ") AND " + where());
  }
  [[nodiscard]] std::string where() const { return "application_name = '" + schema + '\''; }
};

/// What a child answers with; -1 if it does not end by itself.
template <class Does>
int in_a_child(Does does) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    ::_exit(does());
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_CASE("a child process that uses its parent's store on a server is told so, and does no harm") {
  if (support::has_thread_sanitizer) return;  // it lets no child of threads begin some of its own
  named on;
  const auto open = [&] {
    return storage::postgres<>::open(on.dsn, {.schema = on.schema}).value();
  };
  const principal ann{.tenant = "acme", .user = "ann", .organisation = {}};
  auto jobs = std::make_unique<service<storage::postgres<>, add>>(open(), add{});
  REQUIRE(jobs->start({.workers = 2}));
  const auto first = jobs->as(ann).submit<add>(1).value();
  REQUIRE(jobs->as(ann).result(first, 1min));
  while (!jobs->store().listener().is_listening) std::this_thread::yield();
  // Which of the store's connections asks for a caller's transaction is made now.
  server::connection callers;
  callers.run("BEGIN");
  REQUIRE(jobs->as(ann).in(callers.get()).submit<add>(2));
  callers.run("COMMIT");
  const std::string ends = on.ends();
  const int before = on.left_of(ends);
  CHECK(before >= 4);  // one writes, one reads, one asks, one listens

  const int untold = in_a_child([&] {
    const auto is_told = [](const auto& answer) {
      return !answer && answer.error().code == storage::errc::failed &&
             answer.error().message.find("forked") != std::string::npos;
    };
    int count = 0;
    {
      const auto me = jobs->as(ann);
      count += is_told(me.submit<add>(3)) ? 0 : 1;
      count += is_told(me.status(first)) ? 0 : 1;
      count += is_told(me.wait(first, 1h)) ? 0 : 1;
      count += is_told(me.list()) ? 0 : 1;
      count += is_told(me.cancel(first)) ? 0 : 1;
      count += is_told(jobs->as(ann).in(callers.get()).submit<add>(3)) ? 0 : 1;
      const job_descriptor* const types[] = {&type_of<add>};
      count += is_told(jobs->store().learn(types)) ? 0 : 1;
      count += is_told(jobs->start()) ? 0 : 1;
    }
    jobs->stop();
    jobs.reset();
    // One of its own it may have.
    service own{open(), add{}};
    count += own.as(ann).submit<add>(4) ? 0 : 1;
    return count;
  });
  CHECK(untold == 0);

  CHECK(jobs->as(ann).status(first)->state == "succeeded");
  const auto second = jobs->as(ann).submit<add>(5).value();
  CHECK(jobs->as(ann).result(second, 1min).value() == 6);
  CHECK(on.left_of(ends) == before);
  CHECK(jobs->store().counts().reconnects == 0);
  CHECK(jobs->store().listener().failures == 0);
  jobs.reset();
  CHECK(support::broken_invariants_in(on.schema).empty());
  CHECK(on.db.count(on.schema + ".pawl_jobs") == 4);
}

TEST_CASE("a child process does not ask for its parent's callers") {
  const testing::manual_clock clock;
  named on;
  const auto store = testing::postgres_store::open(on.dsn, {.schema = on.schema}, clock).value();
  testing::storage_bench bench(*store, clock);
  const auto job = bench.running(bench.worker(), testing::law_jobs::plain);
  server::connection callers;
  callers.run("BEGIN");
  {
    const auto inside = store->join(refer_to(callers.get()));
    storage::settle end = bench.success(job);
    inside->apply(&end);
    REQUIRE(end.answer);
    CHECK(store->is_held());
    CHECK(in_a_child([&] { return store->is_held() ? 1 : 0; }) == 1);
    callers.run("COMMIT");
  }
  // A process that cannot ask takes it for held.
  CHECK_FALSE(store->is_held());
}

TEST_CASE("a child process ends its parent's store though threads of that wait for a connection") {
  const testing::manual_clock clock;
  named on;
  auto store = testing::postgres_store::open(
                   on.dsn, {.schema = on.schema, .deadline = 60s, .readers = 1}, clock)
                   .value();
  server::connection other;
  other.run("BEGIN");
  other.run("LOCK TABLE " + on.schema + ".pawl_jobs IN ACCESS EXCLUSIVE MODE");
  std::atomic<int> answered = 0;
  const auto read = [&] {
    if (store->list(storage::scope::every_tenant(), {})) ++answered;
  };
  std::jthread reads(read);
  while (on.db.count("pg_stat_activity WHERE wait_event_type = 'Lock' AND " + on.where()) == 0)
    std::this_thread::yield();
  std::atomic<pid_t> waiting = 0;
  std::jthread waits([&] {
    waiting = ::gettid();
    read();
  });
  while (waiting == 0 || !support::is_asleep(waiting)) std::this_thread::yield();

  CHECK(in_a_child([&] {
          store.reset();
          return 0;
        }) == 0);
  other.run("COMMIT");
  reads.join();
  waits.join();
  CHECK(answered == 2);
}

}  // namespace
