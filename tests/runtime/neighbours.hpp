// SPDX-License-Identifier: BSL-1.0
// Services in processes of their own, and one job that takes its process with it.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>
#include <thread>

#include <pawl/client.hpp>
#include <pawl/service.hpp>

#include "../../examples/jobs/service.hpp"
#include "../storage/directory.hpp"
#include "../support/catch.hpp"

namespace neighbours {

using namespace pawl::literals;

/// One job in thousands takes its process with it, and whatever ran beside it.
struct crowd : pawl::job<"test.crowd", pawl::lifecycles::service,
                         pawl::retry<pawl::attempts<3>, pawl::fixed<5_ms>, pawl::no_jitter>,
                         pawl::lease<300_ms>, pawl::timeout<250_ms>> {
  int entered = -1;  ///< a file that gets the id of each job that a worker enters
  outcome<void> operator()(context& ctx, service_jobs::report_input in) const {
    const std::string line = std::string(ctx.job_id()) + '\n';
    if (::write(entered, line.data(), line.size()) < 0) return pawl::cancelled;
    if (in.customer == "poison") ::_exit(9);
    return {};
  }
};

inline const pawl::principal ann{.tenant = "acme", .user = "ann", .organisation = {}};
inline const auto everybody = pawl::storage::scope::every_tenant();

template <class Work>
pid_t in_child(Work work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  std::signal(SIGABRT, SIG_DFL);  // a child that aborts is no failure of this test
  int status = 0;
  try {
    status = work() ? 0 : 1;
  } catch (const std::exception&) {
    status = 2;
  }
  ::_exit(status);
}
inline int end_of(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}
inline std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}
/// How many jobs of a store live.
inline std::int64_t living(pawl::storage::store& jobs) {
  const auto counted = jobs.count(everybody);
  std::int64_t sum = 0;
  for (const auto& each : counted->jobs)
    if (each.phase != pawl::phase::terminal) sum += each.count;
  return sum;
}
/// Runs a service in this process until none of its jobs lives.
template <class Open, class... Handlers>
bool run_to_the_end(const pawl::service_options& options, Open open, Handlers... handlers) {
  pawl::service jobs{open(), handlers...};
  if (!jobs.start(options)) return false;
  while (living(jobs.store()) != 0) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  jobs.stop();
  return true;
}

/// One job of many ends its process, whenever a worker enters it, until it is dead: none of those
/// that ran beside it is, none is charged that was not entered, and none twice. `open()` gives
/// another process's store on the same jobs.
template <class Open>
void check_that_a_culprit_takes_none_along(Open open, unsigned workers, std::size_t count) {
  const support::fresh_directory directory;
  const std::string entered = directory / "entered";
  crowd handler;
  handler.entered = ::open(entered.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  REQUIRE(end_of(in_child([&] {
            pawl::service jobs{open(), handler};
            std::vector<service_jobs::report_input> inputs(count, {"healthy", 1});
            inputs[count / 30].customer = "poison";
            const auto made = jobs.as(ann).template submit_all<crowd>(inputs);
            return std::all_of(made.begin(), made.end(), [](const auto& each) { return !!each; });
          })) == 0);
  int deaths = 0;
  const pawl::service_options options{.workers = workers,
                                      .maintenance = std::chrono::milliseconds{20}};
  while (end_of(in_child([&] { return run_to_the_end(options, open, handler); })) != 0) {
    ++deaths;
    REQUIRE(deaths <= 4);  // a start that was not recorded is not charged, once
  }
  ::close(handler.entered);
  CHECK(deaths >= 3);

  std::map<std::string, unsigned> entries;
  for (const std::string& line : lines_of(entered)) ++entries[line];
  CHECK(entries.size() == count);
  pawl::client jobs{open(), pawl::jobs<crowd>{}};
  REQUIRE(jobs.ready());
  const auto letters = jobs.store().dead_letters(everybody, {});
  REQUIRE(letters);
  REQUIRE(letters->letters.size() == 1);
  CHECK(letters->letters[0].job.error->code == "worker_lost");
  CHECK(letters->letters[0].payload.find("poison") != std::string::npos);
  std::size_t succeeded = 0;
  std::size_t never_entered_but_charged = 0;
  std::size_t charged_twice = 0;
  pawl::storage::list_filter filter;
  filter.limit = 200;
  do {
    const auto page = jobs.store().list(everybody, filter);
    REQUIRE(page);
    for (const pawl::job_record& each : page->jobs) {
      never_entered_but_charged += each.attempt > entries[to_string(each.id)] ? 1U : 0U;
      if (each.state != "succeeded") continue;
      ++succeeded;
      // Once for the culprit, and once for its own success.
      charged_twice += each.attempt > 2 ? 1U : 0U;
    }
    filter.cursor = page->cursor;
  } while (!filter.cursor.empty());
  CHECK(succeeded == count - 1);
  // A worker may be on its way from where it says that it enters to the handler's first line when
  // the process dies: a few of them are, seldom. Jobs that were only begun would be most of them.
  CHECK(never_entered_but_charged <= workers / 4);
  CHECK(charged_twice == 0);
}

}  // namespace neighbours
