// SPDX-License-Identifier: BSL-1.0
// Services in processes of their own, and one callback that takes its process with it.
#pragma once

#include <map>
#include <mutex>
#include <sstream>

#include <pawl/observe/metrics.hpp>
#include <pawl/observe/prometheus.hpp>
#include <pawl/runtime/follow_ups.hpp>

#include "neighbours.hpp"

namespace callbacks {

using namespace pawl::literals;
using neighbours::ann;
using neighbours::end_of;
using neighbours::everybody;
using neighbours::in_child;
using neighbours::lines_of;

/// A lost process is found within half a second.
template <pawl::fixed_string Id>
using hurried_job = pawl::job<Id, pawl::lifecycles::service,
                              pawl::retry<pawl::attempts<100>, pawl::fixed<1_ms>, pawl::no_jitter>,
                              pawl::lease<600_ms>, pawl::timeout<500_ms>>;

/// What the end of a job submits.
struct follower : hurried_job<"test.follower"> {
  outcome<void> operator()(context&, service_jobs::report_input) const { return {}; }
};

/// Writes a line whenever its on_success is called. One of them ends its process there.
struct caller : hurried_job<"test.caller"> {
  int called = -1;  ///< a file that gets the customer of each job whose on_success is called
  outcome<void> operator()(context&, service_jobs::report_input) const { return {}; }
  void on_success(const service_jobs::report_input& in) const {
    const std::string line = in.customer + '\n';
    if (::write(called, line.data(), line.size()) < 0) throw std::runtime_error("no room");
    if (in.customer == "culprit") ::_exit(9);
  }
  void on_end(const pawl::job_record& ended, pawl::follow_ups& next) const {
    next.submit<follower>({ended.subject, 1});
  }
};

inline void append(const std::string& file, const std::string& line) {
  static std::mutex writing;
  const std::scoped_lock lock(writing);
  std::ofstream(file, std::ios::app) << line << '\n' << std::flush;
}

/// Of many jobs, the callback of one ends its process whenever it is called. It is given up after
/// its tries, and that is logged, counted and reported; each of the others is called, and so is
/// what it submits. `open()` gives another process's store on the same jobs, `waiting()` says how
/// many callbacks it has that have not been called.
template <class Open, class Waiting>
void check_that_a_culprit_takes_no_callback_along(Open open, Waiting waiting) {
  constexpr std::size_t count = 200;
  const support::fresh_directory directory;
  const std::string called = directory / "called";
  const std::string logged = directory / "logged";
  const std::string reported = directory / "reported";
  const std::string counted = directory / "counted";
  caller handler;
  handler.called = ::open(called.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  REQUIRE(end_of(in_child([&] {
            pawl::service jobs{open(), handler, follower{}};
            const auto me = jobs.as(ann);
            bool all = true;
            for (std::size_t i = 0; i < count; ++i) {
              const std::string name = i == count / 2 ? "culprit" : std::to_string(i);
              all = all && me.template submit<caller>({name, 1}, {.subject = name}).has_value();
            }
            return all;
          })) == 0);

  const auto serve = [&] {
    pawl::service jobs{open(), handler, follower{}};
    pawl::service_options options{.workers = 2, .maintenance = std::chrono::milliseconds{20}};
    options.log = [&](const pawl::observe::log_entry& each) {
      append(logged, std::string(std::string_view(each.event.name())) + ' ' + to_string(each.job));
    };
    options.escalate = [&](const pawl::escalation& each) {
      append(reported, each.code + ' ' + to_string(each.job));
    };
    if (!jobs.start(options)) return false;
    while (neighbours::living(jobs.store()) != 0 || waiting() != 0)
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    jobs.stop();
    std::ofstream(counted) << to_prometheus(jobs.metrics());
    return true;
  };
  // A supervisor starts the service again whenever it is gone.
  unsigned deaths = 0;
  while (end_of(in_child(serve)) != 0) REQUIRE(++deaths <= pawl::storage::most_callback_tries);
  ::close(handler.called);

  std::map<std::string, unsigned> calls;
  for (const std::string& line : lines_of(called)) ++calls[line];
  CHECK(deaths == pawl::storage::most_callback_tries);
  CHECK(calls["culprit"] == pawl::storage::most_callback_tries);
  CHECK(calls.size() == count);
  std::map<std::string, unsigned> followers;
  std::string culprit;
  pawl::client jobs{open(), pawl::jobs<caller, follower>{}};
  REQUIRE(jobs.ready());
  pawl::storage::list_filter filter;
  do {
    const auto page = jobs.store().list(everybody, filter);
    REQUIRE(page);
    for (const pawl::job_record& each : page->jobs) {
      if (each.handler == "test.follower") ++followers[each.subject];
      if (each.handler == "test.caller" && each.subject == "culprit") culprit = to_string(each.id);
    }
    filter.cursor = page->cursor;
  } while (!filter.cursor.empty());
  CHECK(followers.size() == count - 1);
  for (const auto& [name, times] : calls) {
    if (name == "culprit") continue;
    CAPTURE(name);
    CHECK(times == 1);
    CHECK(followers[name] == 1);
  }
  CHECK(lines_of(reported) == std::vector<std::string>{"callback_given_up " + culprit});
  const auto log = lines_of(logged);
  CHECK(std::count_if(log.begin(), log.end(), [](const std::string& each) {
          return each.starts_with("callback_failed ");
        }) == pawl::storage::most_callback_tries);
  CHECK(std::count(log.begin(), log.end(), "callback_given_up " + culprit) == 1);
  const auto metrics = lines_of(counted);
  CHECK(std::count(metrics.begin(), metrics.end(),
                   R"(pawl_callbacks_given_up_total{job_type="test.caller"} 1)") == 1);
}

}  // namespace callbacks
