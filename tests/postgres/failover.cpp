// SPDX-License-Identifier: BSL-1.0
// A primary that fails, and a standby that takes its place: run by with_standby, in this order.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <set>
#include <thread>

#include <pawl/storage/postgres.hpp>
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "database.hpp"
#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using storage::errc;
namespace law_jobs = testing::law_jobs;

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) throw std::runtime_error("run this by with_standby");
  return value;
}
/// Whichever of the two is there, the primary first.
std::string both_hosts() {
  return "host=" + environment("PGHOST") + ',' + environment("PAWL_STANDBY_HOST");
}
void command_standby(const std::string& what) {
  const std::string command = environment("PAWL_STANDBY_CONTROL") + ' ' + what + " >/dev/null 2>&1";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("pg_ctl failed: " + what);
}

struct fixture {
  std::string schema = server::fresh_schema("failover");
  testing::manual_clock clock{};
  std::unique_ptr<testing::postgres_store> store =
      testing::postgres_store::open(both_hosts(),
                                    {.schema = schema, .deadline = std::chrono::seconds{3}}, clock)
          .value();
  testing::storage_bench on{*store, clock};

  storage::submit request(const std::string& key) {
    storage::submit op = on.request(law_jobs::plain);
    op.key = key;
    return op;
  }
};

/// Submits again and again until that is done, as a caller does that is told to try again. What it
/// was refused with is noted.
void insist(storage::store& store, storage::submit op, std::multiset<errc>& refusals) {
  while (true) {
    store.apply_one(op);
    if (op.answer) return;
    refusals.insert(op.answer.error().code);
    if (!storage::is_transient(op.answer.error().code))
      throw std::runtime_error("refused for good: " + describe(op.answer.error()));
    op.answer = decltype(op.answer){};
  }
}

TEST_CASE("a process that has reached a standby looks for the primary again", "[failover]") {
  fixture f;
  const job_id before = f.on.submit(law_jobs::plain);
  support::command_server("-m immediate stop");
  storage::submit op = f.request("while-it-is-down");
  f.store->apply_one(op);
  REQUIRE_FALSE(op.answer);
  CHECK(op.answer.error().code == errc::read_only);
  CHECK(storage::is_transient(op.answer.error().code));
  // What is only read is read on the standby.
  CHECK(f.on.get(before).id == before);

  support::command_server("start");
  std::multiset<errc> refusals;
  insist(*f.store, f.request("while-it-is-down"), refusals);
  CHECK(support::broken_invariants_in(f.schema).empty());
}

TEST_CASE("a failover refuses no submission for good, and loses none", "[failover]") {
  fixture f;
  constexpr int callers = 4;
  std::atomic<bool> goes_on{true};
  std::atomic<int> done{0};
  std::atomic<int> met_a_standby{0};
  std::mutex mutex;
  std::set<std::string> stored;
  std::vector<std::string> broken;
  std::vector<std::thread> threads;
  for (int caller = 0; caller < callers; ++caller)
    threads.emplace_back([&, caller] {
      try {
        for (int i = 0; goes_on; ++i) {
          const std::string key = std::to_string(caller) + '-' + std::to_string(i);
          storage::submit op;
          {
            const std::scoped_lock lock(mutex);
            op = f.request(key);
          }
          std::multiset<errc> refusals;
          insist(*f.store, std::move(op), refusals);
          if (refusals.contains(errc::read_only)) ++met_a_standby;
          ++done;
          const std::scoped_lock lock(mutex);
          stored.insert(key);
        }
      } catch (const std::exception& failed) {
        const std::scoped_lock lock(mutex);
        broken.push_back(failed.what());
      }
    });
  const auto wait_until = [&](auto holds) {
    while (!holds()) {
      {
        const std::scoped_lock lock(mutex);
        if (!broken.empty()) return;
      }
      std::this_thread::yield();
    }
  };
  wait_until([&] { return done >= 100; });
  support::command_server("-m immediate stop");
  // The store has found the standby when it refuses what is submitted.
  storage::submit probe;
  {
    const std::scoped_lock lock(mutex);
    probe = f.request("probe");
  }
  wait_until([&] {
    f.store->apply_one(probe);
    const bool is_refused = !probe.answer && probe.answer.error().code == errc::read_only;
    probe.answer = decltype(probe.answer){};
    return is_refused;
  });
  command_standby("promote");
  const int at_the_promotion = done;
  wait_until([&] { return done >= at_the_promotion + 100; });
  goes_on = false;
  for (std::thread& each : threads) each.join();
  for (const std::string& each : broken) FAIL_CHECK(each);
  CHECK(met_a_standby > 0);

  // Each that was acknowledged is there, and once: also those from before the failover.
  support::database promoted("host=" + environment("PAWL_STANDBY_HOST"));
  CHECK(promoted.ask("SELECT count(*) FROM " + f.schema + ".pawl_keys WHERE key <> 'probe'") ==
        std::to_string(stored.size()));
  CHECK(promoted.ask("SELECT count(*) FROM " + f.schema + ".pawl_jobs AS j JOIN " + f.schema +
                     ".pawl_keys AS k ON k.job = j.key WHERE k.key <> 'probe'") ==
        std::to_string(stored.size()));
}

}  // namespace
