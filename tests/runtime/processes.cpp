// SPDX-License-Identifier: BSL-1.0
// Services in several processes on one SQLite file, killed, aborted and asked to end. The parent
// opens the store only when no child is being made: SQLite's connections do not survive a fork.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

#include "../../examples/jobs/service.hpp"
#include "../storage/directory.hpp"
#include "../storage/invariants.hpp"
#include "../support/catch.hpp"
#include "neighbours.hpp"

namespace {

using namespace std::chrono_literals;
using namespace pawl::literals;
using neighbours::ann;
using neighbours::end_of;
using neighbours::everybody;
using neighbours::in_child;
using neighbours::lines_of;
using service_jobs::report_input;
using service_jobs::report_output;
using store = pawl::storage::sqlite<>;

/// Short leases, so that what a dead process held comes back soon.
template <pawl::fixed_string Id, unsigned Attempts>
using hurried_job =
    pawl::job<Id, pawl::lifecycles::service,
              pawl::retry<pawl::attempts<Attempts>, pawl::fixed<1_ms>, pawl::no_jitter>,
              pawl::lease<600_ms>, pawl::timeout<500_ms>>;

/// Leaves a line behind for every time that it ran: an effect that the job system does not see.
struct effect : hurried_job<"test.effect", 100> {
  std::string file;
  outcome<report_output> operator()(context& ctx, report_input in) const {
    const std::string line = std::string(ctx.job_id()) + ' ' + std::to_string(ctx.fence()) + '\n';
    std::ofstream(file, std::ios::app) << line << std::flush;
    std::this_thread::sleep_for(2ms);  // long enough to be killed in
    return report_output{in.customer};
  }
};

/// Takes its process with it.
struct poison : hurried_job<"test.poison", 3> {
  std::string file;
  outcome<void> operator()(context&, report_input) const {
    std::ofstream(file, std::ios::app) << "poisoned\n" << std::flush;
    std::abort();
  }
};

/// Runs until it is told to stop, if it listens.
struct endless : pawl::job<"test.endless", pawl::lifecycles::service> {
  std::string file;
  outcome<void> operator()(context& ctx, report_input in) const {
    std::ofstream(file, std::ios::app) << "begun\n" << std::flush;
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    if (in.year == 0) never.wait(lock, [] { return false; });
    never.wait(lock, ctx.stop_token(), [] { return false; });
    return pawl::cancelled;
  }
};

std::unique_ptr<store> open(const std::string& path) {
  auto opened = store::open(path, {.durability = pawl::storage::durability_level::normal});
  if (!opened) throw std::runtime_error(describe(opened.error()));
  return *std::move(opened);
}

template <class... Handlers>
bool run_to_the_end(const std::string& path, Handlers... handlers) {
  const auto opened = [&] { return open(path); };
  return neighbours::run_to_the_end({.workers = 2, .prefetch = 4, .maintenance = 50ms}, opened,
                                    handlers...);
}

}  // namespace

TEST_CASE("services that are killed again and again lose no job and accept one end for each",
          "[SVC-15][DOC-07][STAT-04]") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  effect handler;
  handler.file = directory / "effects";
  constexpr int count = 400;
  REQUIRE(end_of(in_child([&] {
            pawl::service jobs{open(path), handler};
            const std::vector<report_input> inputs(count, report_input{"c", 1});
            const auto made = jobs.as(ann).submit_all<effect>(inputs);
            return std::all_of(made.begin(), made.end(), [](const auto& each) { return !!each; });
          })) == 0);

  std::mt19937 random(7);  // NOLINT(bugprone-random-generator-seed): the same kills every time
  for (int cycle = 0; cycle < 8; ++cycle) {
    std::vector<pid_t> workers;
    for (int i = 0; i < 2; ++i)
      workers.push_back(in_child([&] { return run_to_the_end(path, handler); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + random() % 60));
    for (const pid_t each : workers) ::kill(each, SIGKILL);
    for (const pid_t each : workers) end_of(each);
  }
  REQUIRE(end_of(in_child([&] { return run_to_the_end(path, handler); })) == 0);

  std::map<std::string, std::set<std::uint64_t>> fences;
  for (const std::string& line : lines_of(handler.file)) {
    const auto space = line.find(' ');
    CHECK(fences[line.substr(0, space)].insert(std::stoull(line.substr(space + 1))).second);
  }
  CHECK(fences.size() == count);
  // Or nobody was killed in the middle of anything, and this has shown nothing.
  CHECK(std::any_of(fences.begin(), fences.end(),
                    [](const auto& of) { return of.second.size() > 1; }));
  const auto jobs = open(path);
  const pawl::job_descriptor* const types[] = {&pawl::type_of<effect>};
  REQUIRE(jobs->learn(types));
  pawl::storage::list_filter filter;
  filter.states = {"succeeded"};
  std::size_t succeeded = 0;
  do {
    const auto page = jobs->list(everybody, filter);
    REQUIRE(page);
    succeeded += page->jobs.size();
    filter.cursor = page->cursor;
  } while (!filter.cursor.empty());
  CHECK(succeeded == count);
  CHECK(support::broken_invariants(path).empty());
}

TEST_CASE("a handler that aborts its process is dead-lettered after as many starts as it may have",
          "[SVC-06]") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  poison bad;
  bad.file = directory / "poison";
  effect good;
  good.file = directory / "effects";
  REQUIRE(end_of(in_child([&] {
            pawl::service jobs{open(path), bad, good};
            const auto me = jobs.as(ann);
            bool all = me.submit<poison>({"p", 1}).has_value();
            for (int i = 0; i < 20; ++i) all = all && me.submit<effect>({"g", i}).has_value();
            return all;
          })) == 0);
  // A supervisor starts the service again whenever it is gone.
  int deaths = 0;
  while (end_of(in_child([&] { return run_to_the_end(path, bad, good); })) != 0) {
    ++deaths;
    REQUIRE(deaths <= 4);
  }
  // A start that was not told to the store before the process died is not charged, once.
  CHECK(deaths >= 3);
  CHECK(lines_of(bad.file).size() == static_cast<std::size_t>(deaths));
  const auto jobs = open(path);
  const pawl::job_descriptor* const types[] = {&pawl::type_of<poison>, &pawl::type_of<effect>};
  REQUIRE(jobs->learn(types));
  const auto letters = jobs->dead_letters(everybody, {});
  REQUIRE(letters->letters.size() == 1);
  CHECK(letters->letters[0].job.error->code == "worker_lost");
  CHECK(letters->letters[0].job.attempt == 3);
  pawl::storage::list_filter succeeded;
  succeeded.states = {"succeeded"};
  CHECK(jobs->list(everybody, succeeded)->jobs.size() == 20);
  CHECK(support::broken_invariants(path).empty());
}

TEST_CASE("a handler that ends its process takes none of its neighbours along",
          "[SVC-06][DECK-24]") {
  const unsigned workers = GENERATE(4U, 32U);
  CAPTURE(workers);
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  neighbours::check_that_a_culprit_takes_none_along([&] { return open(path); }, workers, 3000);
}

TEST_CASE("a job is submitted and cancelled in one process, and runs and hears of it in another",
          "[SVC-07][SVC-23]") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  endless handler;
  handler.file = directory / "begun";
  const pid_t worker = in_child([&] {
    pawl::service jobs{open(path), handler};
    // It would not look by itself for an hour: only the announcement brings it work.
    return pawl::run_until_signal(jobs, {.workers = 1, .poll = 1h}).has_value();
  });
  {
    pawl::client jobs{open(path), pawl::jobs<endless>{}};
    REQUIRE(jobs.ready());
    const auto me = jobs.as(ann);
    const auto job = me.submit<endless>({"a", 1});
    REQUIRE(job);
    while (lines_of(handler.file).empty()) std::this_thread::yield();
    // The store hears of the start a moment after the handler was entered.
    while (me.status(*job)->state == "pending") std::this_thread::yield();
    CHECK(me.status(*job)->state == "running");
    CHECK(me.cancel(job->id, "enough") == false);
    CHECK(me.wait(*job, 60s)->state == "canceled");
  }
  ::kill(worker, SIGTERM);
  CHECK(end_of(worker) == 0);
}

TEST_CASE("a process that is asked to end gives its jobs back uncharged; asked twice, at once") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  endless handler;
  handler.file = directory / "begun";
  for (const int year : {1, 0}) {
    const bool listens = year == 1;
    const pid_t worker = in_child([&] {
      pawl::service jobs{open(path), handler};
      return pawl::run_until_signal(jobs, {.workers = 1, .prefetch = 2, .grace = 1h}).has_value();
    });
    const std::size_t begun = lines_of(handler.file).size();
    pawl::client jobs{open(path), pawl::jobs<endless>{}};
    const auto me = jobs.as(ann);
    const auto running = me.submit<endless>({"a", year});
    while (lines_of(handler.file).size() == begun) std::this_thread::yield();
    const auto held = me.submit<endless>({"b", 1});
    // Again and again, because signals that come close together are one.
    int status = 0;
    do {
      ::kill(worker, SIGTERM);
      if (listens) ::waitpid(worker, &status, 0);
      std::this_thread::sleep_for(10ms);
    } while (!listens && ::waitpid(worker, &status, WNOHANG) == 0);
    CHECK(status == 0);
    for (const auto& job : {running, held}) {
      CHECK(me.status(*job)->state == "pending");
      CHECK(me.status(*job)->attempt == 0);
      CHECK(me.cancel(job->id) == true);
    }
  }
  CHECK(support::broken_invariants(path).empty());
}
