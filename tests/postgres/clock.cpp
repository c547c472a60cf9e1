// SPDX-License-Identifier: BSL-1.0
// The server's clock is the store's, and can be set.
#include <mutex>

#include <pawl/client.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/postgres.hpp>
#include <pawl/testing/storage/bench.hpp>
#include <pawl/transport/local.hpp>

#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace std::chrono_literals;
using namespace pawl::literals;
namespace storage = pawl::storage;

/// A clock of the server's that can be set, for those who look there first.
class server_with_clock {
 public:
  server_with_clock() {
    db_.run("CREATE SCHEMA " + name_);
    db_.run("CREATE TABLE " + name_ + ".setting AS SELECT interval '0 s' AS by");
    db_.run("CREATE FUNCTION " + name_ +
            ".clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT "
            "pg_catalog.clock_timestamp() + by FROM " +
            name_ + ".setting'");
  }
  void set_by(std::chrono::seconds by) {
    db_.run("UPDATE " + name_ + ".setting SET by = by + " + std::to_string(by.count()) +
            " * interval '1 s'");
  }
  [[nodiscard]] std::string dsn() const {
    return "options='-c search_path=" + name_ + ",pg_catalog'";
  }

 private:
  server::connection db_{};
  std::string name_ = server::fresh_schema("clock");
};

struct tick : pawl::job<"clock.tick", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int in) const { return in + 1; }
};

/// What a service says, from all its threads.
struct heard {
  std::mutex mutex{};
  std::vector<pawl::observe::log_entry> entries{};

  void add(const pawl::observe::log_entry& entry) {
    const std::scoped_lock lock(mutex);
    entries.push_back(entry);
  }
  /// How far the clock was set, once for each time that the log tells of it. Steps of some seconds
  /// are the machine's own, and none of the test's.
  std::vector<std::int64_t> jumps() {
    const std::scoped_lock lock(mutex);
    std::vector<std::int64_t> out;
    for (const auto& each : entries) {
      if (each.event != pawl::observe::event<"clock_jumped">) continue;
      const auto by = std::get<std::int64_t>(each.fields[0].value.get());
      if (by < -30'000 || by > 30'000) out.push_back(by);
    }
    return out;
  }
};

TEST_CASE("a server's clock that is set back delays what is due, and nothing else") {
  server_with_clock server;
  const std::string schema = server::fresh_schema("clock_jobs");
  heard log;
  pawl::service jobs{
      storage::postgres<>::open(server.dsn(), {.schema = schema, .listens = false}).value(),
      tick{}};
  constexpr auto poll = 50ms;
  REQUIRE(jobs.start({.workers = 1,
                      .poll = poll,
                      .maintenance = 50ms,
                      .log = [&](const pawl::observe::log_entry& entry) { log.add(entry); }}));
  const auto ann = jobs.as({.tenant = "acme", .user = "ann"});
  // Another process, that tells nobody: what it submits is found by polling.
  using silent = storage::postgres<storage::server_clock, pawl::transport::local>;
  pawl::client elsewhere{silent::open(server.dsn(), {.schema = schema}).value(),
                         pawl::jobs<tick>{}};
  REQUIRE(elsewhere.ready());
  const auto bob = elsewhere.as({.tenant = "acme", .user = "bob"});
  const auto runs = [&](int in) {
    const auto job = bob.submit<tick>(in);
    REQUIRE(job);
    const auto sum = ann.result(*job, 20s);
    REQUIRE(sum);
    CHECK(*sum == in + 1);
  };
  const auto wait_for_jumps = [&](std::size_t count) {
    const auto latest = std::chrono::steady_clock::now() + 20s;
    while (log.jumps().size() < count && std::chrono::steady_clock::now() < latest)
      std::this_thread::yield();
    REQUIRE(log.jumps().size() == count);
    return log.jumps().back();
  };
  runs(1);
  const auto submitted = std::chrono::steady_clock::now();
  const auto delayed = ann.submit<tick>(7, {.delay = 5s});
  REQUIRE(delayed);

  server.set_by(-60s);
  const std::int64_t back = wait_for_jumps(1);
  CHECK(back < -50'000);
  CHECK(back > -70'000);
  const auto begun = std::chrono::steady_clock::now();
  const std::uint64_t asked = jobs.health().claims;
  for (int i = 0; i < 20; ++i) runs(i);
  const auto took = std::chrono::steady_clock::now() - begun;
  // Each look at what is there, and each end that makes room, is a question; no more are.
  const std::uint64_t questions = jobs.health().claims - asked;
  INFO(questions << " questions in " << took / 1ms << " ms");
  CHECK(questions <= static_cast<std::uint64_t>(took / poll) + 20 * 4);
  const auto phase = ann.status(*delayed)->phase;
  // On a busy machine the delay may be over by now.
  CHECK((phase == pawl::phase::scheduled || std::chrono::steady_clock::now() - submitted >= 5s));

  server.set_by(60s);
  CHECK(wait_for_jumps(2) > 50'000);
  CHECK(ann.result(*delayed, 20s) == 8);
  runs(2);
  jobs.stop();
  CHECK(log.jumps().size() == 2);
}

TEST_CASE("a server's clock that is set forward ends leases, and one set back lengthens them") {
  server_with_clock server;
  const std::string schema = server::fresh_schema("clock_leases");
  const auto open = [&] {
    return storage::postgres<>::open(server.dsn(), {.schema = schema}).value();
  };
  using pawl::testing::law_jobs::plain;
  const std::chrono::seconds lease{plain.lease.count / 1000};
  const auto first = open();
  pawl::testing::storage_bench on(*first, {});
  const auto job = on.running(on.worker(), plain);
  const auto taken = [&] {
    const auto other = open();  // a process that reads the clock now
    pawl::testing::storage_bench by(*other, {});
    return by.done(storage::reap{}).jobs.size();
  };
  server.set_by(-lease);
  CHECK(taken() == 0);
  server.set_by(lease + lease / 2);
  CHECK(taken() == 0);
  server.set_by(lease);
  CHECK(taken() == 1);
  on.refused(storage::errc::lease_lost, on.success(job));
}

}  // namespace
