// SPDX-License-Identifier: BSL-1.0
// A service with its threads. Nothing here sleeps to wait for something: tests wait for what they
// test, and end by their time limit if it never comes.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <future>
#include <latch>
#include <set>
#include <thread>

#include <pawl/observe/prometheus.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/connection.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/transport/none.hpp>

#include "../../examples/jobs/service.hpp"
#include "../storage/directory.hpp"
#include "../storage/invariants.hpp"
#include "../support/catch.hpp"
#include "../support/sanitizer.hpp"

namespace {

using namespace std::chrono_literals;
using namespace pawl::literals;
using service_jobs::report_input;
using service_jobs::report_output;

struct report : service_jobs::report_job {
  std::shared_ptr<std::atomic<int>> runs = std::make_shared<std::atomic<int>>(0);
  outcome<report_output> operator()(context&, report_input in) const {
    ++*runs;
    return report_output{in.customer};
  }
};

/// Runs until it is told to stop.
struct endless : pawl::job<"test.endless", pawl::lifecycles::service> {
  std::shared_ptr<std::latch> begun = std::make_shared<std::latch>(1);
  outcome<void> operator()(context& ctx, report_input) const {
    begun->count_down();
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait(lock, ctx.stop_token(), [] { return false; });
    return pawl::cancelled;
  }
};

const pawl::principal ann{.tenant = "acme", .user = "ann", .organisation = {}};

auto on_memory() { return std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(); }
auto on_file(const support::fresh_directory& directory) {
  auto opened = pawl::storage::sqlite<>::open(
      directory / "jobs.db", {.durability = pawl::storage::durability_level::normal});
  if (!opened) throw std::runtime_error(describe(opened.error()));
  return *std::move(opened);
}

/// What happens in a process that may have so many threads. It is another process, because such a
/// limit cannot be taken back; of another user, because it does not hold for root.
template <class Act>
int with_threads(rlim_t most, Act act) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t unused = 54'321;
    if (::geteuid() == 0 && ::setresuid(unused, unused, unused) != 0) ::_exit(90);
    const rlimit limit{most, most};
    if (::setrlimit(RLIMIT_NPROC, &limit) != 0) ::_exit(91);
    ::_exit(act());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

}  // namespace

TEST_CASE("jobs of many threads all run, each once") {
  const support::fresh_directory directory;
  report handler;
  pawl::service jobs{on_file(directory), handler};
  REQUIRE(jobs.start({.workers = 4, .prefetch = 8}));
  constexpr int threads = 4;
  constexpr int each = 100;
  {
    std::vector<std::jthread> submitting;
    for (int t = 0; t < threads; ++t)
      submitting.emplace_back([&] {
        const auto me = jobs.as(ann);
        for (int i = 0; i < each; ++i)
          if (!me.submit<report>({"c", i})) std::abort();
      });
  }
  const auto me = jobs.as(ann);
  const auto last = me.submit<report>({"last", 0});
  REQUIRE(last);
  CHECK(me.wait(*last, 60s)->state == "succeeded");
  while (jobs.store().count(pawl::storage::scope::every_tenant())->in(pawl::phase::terminal) !=
         threads * each + 1)
    std::this_thread::yield();
  CHECK(*handler.runs == threads * each + 1);
  jobs.stop();
  CHECK(support::broken_invariants(directory / "jobs.db").empty());
}

TEST_CASE("a service that stops asks its handlers, and gives back what they did not end",
          "[SVC-07]") {
  endless handler;
  pawl::service jobs{on_memory(), handler};
  REQUIRE(jobs.start({.workers = 1, .prefetch = 4}));
  const auto me = jobs.as(ann);
  const auto running = me.submit<endless>({"a", 1});
  handler.begun->wait();
  const auto waiting = me.submit<endless>({"b", 1});
  jobs.stop();
  for (const auto& job : {running, waiting}) {
    const auto record = me.status(*job);
    CHECK(record->state == "pending");
    CHECK(record->attempt == 0);
    CHECK(record->phase == pawl::phase::ready);
  }
}

TEST_CASE("a running job hears of its cancellation", "[SVC-07][DECK-08]") {
  endless handler;
  pawl::service jobs{on_memory(), handler};
  REQUIRE(jobs.start({.workers = 1, .lease_check_interval = 20ms}));
  const auto me = jobs.as(ann);
  const auto job = me.submit<endless>({"a", 1});
  handler.begun->wait();
  // The store hears of the start a moment after the handler was entered.
  while (me.status(*job)->phase == pawl::phase::held) std::this_thread::yield();
  CHECK(me.cancel(job->id, "enough") == false);
  CHECK(me.wait(*job, 60s)->state == "canceled");
  CHECK(me.status(*job)->cancel_reason == "enough");
}

TEST_CASE("a service may be started and stopped at any moment") {
  const support::fresh_directory directory;
  report handler;
  std::set<pawl::job_id> submitted;
  for (int round = 0; round < 20; ++round) {
    pawl::service jobs{on_file(directory), handler};
    REQUIRE(jobs.start({.workers = 2, .prefetch = 2, .grace = 1s}));
    const auto me = jobs.as(ann);
    for (int i = 0; i < 5; ++i) submitted.insert(me.submit<report>({"c", i})->id);
    if (round % 3 == 0) jobs.stop();
    if (round % 3 == 1) jobs.stop(0ms);
  }
  pawl::service jobs{on_file(directory), handler};
  REQUIRE(jobs.start());
  const auto me = jobs.as(ann);
  for (const pawl::job_id& id : submitted) REQUIRE(me.wait(id, 60s)->state == "succeeded");
  jobs.stop();
  CHECK(support::broken_invariants(directory / "jobs.db").empty());
}

TEST_CASE("where nothing is announced, work and its end are found by polling") {
  using silent = pawl::storage::sqlite<pawl::system_clock, pawl::transport::none>;
  const support::fresh_directory directory;
  auto opened =
      silent::open(directory / "jobs.db", {.durability = pawl::storage::durability_level::normal});
  REQUIRE(opened);
  pawl::service jobs{*std::move(opened), report{}};
  REQUIRE(jobs.start({.workers = 1, .poll = 5ms}));
  const auto me = jobs.as(ann);
  for (int i = 0; i < 3; ++i) CHECK(me.result(*me.submit<report>({"c", i}), 60s)->url == "c");
  jobs.stop();
}

TEST_CASE("a session that is older than the service's start counts where the service counts") {
  report handler;
  auto counted = std::make_shared<pawl::observe::metrics>();
  pawl::service jobs{on_memory(), handler};
  const auto me = jobs.as(ann);
  REQUIRE(jobs.start({.workers = 1, .metrics = counted}));
  const auto job = me.submit<report>({"a", 1});
  CHECK(me.wait(*job, 60s)->state == "succeeded");
  CHECK(to_prometheus(*counted).find("job_enqueue_total{job_type=\"acme.report.v1\"} 1\n") !=
        std::string::npos);
}

TEST_CASE("the health of a service may be asked for while it stops") {
  report handler;
  pawl::service jobs{on_memory(), handler};
  for (int i = 0; i < 10; ++i) {
    std::atomic<bool> over{false};
    std::jthread asking([&] {
      while (!over) static_cast<void>(jobs.health());
    });
    std::jthread submitting([&] {
      while (!over) static_cast<void>(jobs.as(ann).submit<report>({"a", 1}));
    });
    REQUIRE(jobs.start({.workers = 1, .grace = 1s, .high_watermark = 100 + i}));
    jobs.stop();
    over = true;
  }
}

TEST_CASE("a service that could not start says so, or throws it") {
  pawl::service jobs{on_memory(), report{}};
  CHECK_NOTHROW(jobs.start().value());
  CHECK_NOTHROW(jobs.pause<report>().value());
  CHECK_NOTHROW(jobs.resume<report>().value());
  jobs.stop();
  const pawl::confirmation refused{
      pawl::storage::refuse(pawl::storage::errc::busy, "another process holds the store")};
  CHECK_FALSE(refused);
  CHECK_THROWS_WITH(refused.value(), "busy: another process holds the store");
}

TEST_CASE("the job types of a service can be enumerated", "[SVC-32]") {
  using registry = pawl::service<pawl::testing::memory_store<>, report, endless>::registry;
  STATIC_REQUIRE(registry::count == 2);
  const pawl::job_descriptor* info = registry::find("acme.report.v1");
  REQUIRE(info != nullptr);
  CHECK(info->restartable());
  CHECK(info->max_retries() == 2);
  CHECK(info->timeout == 5_min);
}

TEST_CASE("a service stops in time though another process holds the file") {
  const support::fresh_directory directory;
  // A service that waited for the file would wait for an hour.
  auto opened = pawl::storage::sqlite<>::open(directory / "jobs.db", {.busy_wait = 1h});
  REQUIRE(opened);
  pawl::service jobs{*std::move(opened), report{}};
  REQUIRE(jobs.start({.workers = 2, .poll = 1ms, .maintenance = 1ms}));
  const auto job = jobs.as(ann).submit<report>(report_input{"ALFKI", 2026});
  REQUIRE(job);
  auto other = pawl::storage::detail::connect(directory / "jobs.db", SQLITE_OPEN_READWRITE, 5000ms);
  pawl::storage::detail::execute(other.get(), "BEGIN IMMEDIATE");
  jobs.stop(20ms);
  CHECK_FALSE(jobs.health().running);
  pawl::storage::detail::execute(other.get(), "ROLLBACK");
  REQUIRE(jobs.start({.workers = 2}));
  CHECK(jobs.as(ann).wait(*job, 4min)->state == "succeeded");
}

struct long_leased : pawl::job<"test.long_leased", pawl::lifecycles::service,
                               pawl::errors<pawl::error::network_timeout>, pawl::lease<1_h>> {
  std::shared_ptr<std::latch> entered = std::make_shared<std::latch>(1);
  std::shared_ptr<std::latch> may_end = std::make_shared<std::latch>(1);

  outcome<void> operator()(context&, int) const {
    if (!entered->try_wait()) entered->count_down();
    may_end->wait();
    return {};
  }
};

TEST_CASE("what a stop could not give back is taken up by the next start, not after its lease") {
  const support::fresh_directory directory;
  auto opened = pawl::storage::sqlite<>::open(directory / "jobs.db", {.busy_wait = 1h});
  REQUIRE(opened);
  const long_leased handler;
  pawl::service jobs{*std::move(opened), handler};
  REQUIRE(jobs.start({.workers = 1}));
  const auto job = jobs.as(ann).submit<long_leased>(7);
  REQUIRE(job);
  handler.entered->wait();
  auto other = pawl::storage::detail::connect(directory / "jobs.db", SQLITE_OPEN_READWRITE, 5000ms);
  pawl::storage::detail::execute(other.get(), "BEGIN IMMEDIATE");
  handler.may_end->count_down();
  jobs.stop(20ms);
  pawl::storage::detail::execute(other.get(), "ROLLBACK");
  CHECK(jobs.as(ann).status(*job)->phase != pawl::phase::terminal);
  REQUIRE(jobs.start({.workers = 1}));
  CHECK(jobs.as(ann).wait(*job, 4min)->state == "succeeded");
}

TEST_CASE("a service goes on when the file is lost on which processes wake each other") {
  if (support::has_thread_sanitizer) return;  // SIGBUS comes in the middle of an atomic operation
  const support::fresh_directory directory;
  pawl::service jobs{on_file(directory), report{}};
  REQUIRE(jobs.start({.workers = 2}));
  const auto me = jobs.as(ann);
  const auto runs = [&] {
    const auto job = me.submit<report>(report_input{"ALFKI", 2026});
    return job && me.wait(*job, 1min)->state == "succeeded";
  };
  CHECK(runs());
  const std::string wake = directory / "jobs.db-wake";
  REQUIRE(::truncate(wake.c_str(), 0) == 0);
  CHECK(runs());
  REQUIRE(::unlink(wake.c_str()) == 0);
  CHECK(runs());
}

TEST_CASE("a service whose file was cut says so, is not ready, and takes no more jobs") {
  const support::fresh_directory directory;
  pawl::service jobs{on_file(directory), report{}};
  std::promise<std::string> failure;
  std::once_flag first;
  REQUIRE(jobs.start({.workers = 1, .poll = 1ms, .log = [&](const pawl::observe::log_entry& each) {
                        if (each.event.name() == "store_failed")
                          std::call_once(first, [&] { failure.set_value(each.message); });
                      }}));
  const auto me = jobs.as(ann);
  const auto job = me.submit<report>(report_input{"ALFKI", 2026});
  REQUIRE(job);
  CHECK(me.wait(*job, 1min)->state == "succeeded");
  const std::string file = directory / "jobs.db";
  REQUIRE(::truncate(file.c_str(), 0) == 0);
  CHECK(failure.get_future().get().starts_with("corrupt: "));
  while (jobs.health().store_reachable) std::this_thread::yield();
  const auto refused = me.submit<report>(report_input{"ALFKI", 2026});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == pawl::storage::errc::corrupt);
  jobs.stop(0ms);
}

TEST_CASE("a service that runs already is not run until a signal, and the log says why") {
  pawl::service jobs{on_memory(), report{}};
  REQUIRE(jobs.start({.workers = 1}));
  std::string logged;
  const auto ended = pawl::run_until_signal(
      jobs, {.log = [&](const pawl::observe::log_entry& each) { logged = each.message; }});
  REQUIRE_FALSE(ended);
  CHECK(ended.error().code == pawl::storage::errc::invalid);
  CHECK(ended.error().message.find("do not start it before run_until_signal") != std::string::npos);
  CHECK(logged == describe(ended.error()));
  CHECK(jobs.health().running);  // as before
  sigset_t blocked;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  CHECK(::sigismember(&blocked, SIGTERM) == 0);
}

TEST_CASE("without a log, why a service is not run until a signal is on standard error") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    pawl::service jobs{on_memory(), report{}};
    if (!jobs.start({.workers = 1})) ::_exit(2);
    ::_exit(pawl::run_until_signal(jobs) ? 0 : 1);
  }
  ::close(ends[1]);
  std::string written;
  char some[256];
  for (ssize_t got = 0; (got = ::read(ends[0], some, sizeof some)) > 0;)
    written.append(some, static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 1);
  CHECK(written.starts_with("pawl: not_started: invalid: the service runs already"));
}

TEST_CASE("a service that runs is not started with other options") {
  pawl::service jobs{on_memory(), report{}};
  REQUIRE(jobs.start({.workers = 1}));
  const auto again = jobs.start({.workers = 8});
  REQUIRE_FALSE(again);
  CHECK(again.error().code == pawl::storage::errc::invalid);
  CHECK(jobs.health().running);
  jobs.stop();
  CHECK(jobs.start({.workers = 8}));
}

TEST_CASE("the extremes of a duration are durations") {
  using std::chrono::milliseconds;
  pawl::service jobs{on_memory(), report{}};
  const auto me = jobs.as(ann);
  const auto job = me.submit<report>(report_input{"ALFKI", 2026});
  REQUIRE(job);
  CHECK(me.wait(*job, milliseconds::min())->state == "pending");
  CHECK(me.wait(*job, milliseconds{-1})->state == "pending");
  CHECK(me.result(*job, milliseconds::min()).error().why == pawl::no_output::reason::unfinished);
  for (const milliseconds extreme : {milliseconds::min(), milliseconds::max()}) {
    REQUIRE(jobs.start({.poll = extreme,
                        .lease_check_interval = extreme,
                        .progress_interval = extreme,
                        .grace = extreme,
                        .stop_grace = extreme,
                        .maintenance = extreme}));
    CHECK(me.wait(*job, milliseconds::max())->state == "succeeded");
    jobs.stop(extreme);
  }
}

TEST_CASE("a service for which there are no threads answers, and leaves nothing behind") {
  const auto start_and_stop = [] {
    pawl::service jobs{on_memory(), report{}};
    const auto started = jobs.start({.workers = 3});
    if (started) return 0;
    if (started.error().code != pawl::storage::errc::failed) return 2;
    if (started.error().message.find("use fewer workers") == std::string::npos) return 3;
    if (jobs.health().running) return 4;
    return 1;
  };
  // As other users' processes count for a user who is not root, only root knows how many there are.
  const bool exact = ::geteuid() == 0;
  for (rlim_t most = 1; most <= (exact ? 7U : 1U); ++most) {
    CAPTURE(most);
    CHECK(with_threads(most, start_and_stop) == 1);
  }
  CHECK(with_threads(exact ? 30 : RLIM_INFINITY, start_and_stop) == 0);
}

TEST_CASE("a child process that uses its parent's store is told so, and does it no harm") {
  const support::fresh_directory directory;
  auto jobs = std::make_unique<pawl::service<pawl::storage::sqlite<>, report>>(on_file(directory),
                                                                               report{});
  pawl::service in_memory{on_memory(), report{}};
  REQUIRE(jobs->start({.workers = 2}));
  const auto first = jobs->as(ann).submit<report>(report_input{"ALFKI", 2026});
  REQUIRE(first);
  // A lock of SQLite's own is held at any moment, most likely.
  std::jthread busy([](const std::stop_token& over) {
    while (!over.stop_requested()) sqlite3_free(sqlite3_malloc(16));
  });
  const pid_t child = ::fork();
  if (child == 0) {
    const auto is_told = [](const auto& answer) {
      return !answer && answer.error().code == pawl::storage::errc::failed &&
             answer.error().message.find("forked") != std::string::npos;
    };
    int untold = 0;
    const auto me = jobs->as(ann);
    untold += is_told(me.submit<report>(report_input{"ALFKI", 2026})) ? 0 : 1;
    untold += is_told(me.status(*first)) ? 0 : 1;
    untold += is_told(me.wait(*first, 1h)) ? 0 : 1;
    untold += is_told(jobs->start()) ? 0 : 1;
    untold += is_told(in_memory.as(ann).submit<report>(report_input{"ALFKI", 2026})) ? 0 : 1;
    untold += is_told(in_memory.start()) ? 0 : 1;
    jobs->stop();
    jobs.reset();
    // Nor is the file opened again: SQLite would take its parent's locks for its own.
    untold += is_told(pawl::storage::sqlite<>::open(directory / "jobs.db")) ? 0 : 1;
    ::_exit(untold);
  }
  busy.request_stop();
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(jobs->as(ann).wait(*first, 1min)->state == "succeeded");
  const auto second = jobs->as(ann).submit<report>(report_input{"ALFKI", 2027});
  CHECK(jobs->as(ann).wait(*second, 1min)->state == "succeeded");
  jobs.reset();
  CHECK(support::broken_invariants(directory / "jobs.db").empty());
}

TEST_CASE("a child process may open a store if its parent has none open") {
  const support::fresh_directory directory;
  static_cast<void>(on_file(directory));
  const pid_t child = ::fork();
  if (child == 0) ::_exit(pawl::storage::sqlite<>::open(directory / "jobs.db") ? 0 : 1);
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("a loop may go through what a call has just answered") {
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<>>(), report{}};
  auto me = jobs.as(ann);
  const auto job = me.submit<report>(report_input{"ALFKI", 2026});
  REQUIRE(job);
  REQUIRE(jobs.start());
  REQUIRE(me.wait(*job, 1min));
  std::string seen;
  for (const pawl::job_event& each : me.events(*job).value()) seen += each.to + ' ';
  for (const pawl::job_event& each : *me.events(*job)) seen += each.to + ' ';
  CHECK(seen == "running succeeded running succeeded ");
  seen.clear();
  for (const pawl::job_record& each : me.list().value().jobs) seen += each.state;
  CHECK(seen == "succeeded");
  static_assert(!std::is_reference_v<decltype(me.list().value())>);
  static_assert(!std::is_reference_v<decltype(me.dead_letters().value())>);
  static_assert(!std::is_reference_v<decltype(*me.dead_letters())>);
}
