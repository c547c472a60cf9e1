// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <signal.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <pawl/runtime/confirmation.hpp>
#include <pawl/runtime/options.hpp>

namespace pawl {

/// Starts a service, runs it until the process is asked to end by SIGINT or SIGTERM, and then ends
/// it gracefully; asked again, at once.
///
///     int main() {
///       pawl::service jobs{pawl::storage::sqlite<>::open("jobs.db").value(), report{}};
///       return pawl::run_until_signal(jobs, {.workers = 4}) ? 0 : 1;
///     }
///
/// The caller does not call `start`: a service that runs already is refused. Why a service does not
/// start is also logged, as `not_started`; without a log it is written to standard error.
///
/// The two signals are blocked in the calling thread from then on, so that no other thread is hit
/// by them: threads that were started before should block them too.
template <class Service>
[[nodiscard("pawl: if it fails, nothing runs; look at the answer")]]
confirmation run_until_signal(Service& jobs, service_options options = {}) {
  sigset_t asked;
  sigset_t before;
  ::sigemptyset(&asked);
  ::sigaddset(&asked, SIGINT);
  ::sigaddset(&asked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &asked, &before);
  if (auto started = jobs.start(options); !started) {
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    // Most programs end here, with nothing but an exit code.
    std::string why = describe(started.error());
    if (options.log) {
      options.log({.level = observe::log_level::error,
                   .event = observe::event<"not_started">,
                   .message = std::move(why)});
    } else {
      const std::string line = "pawl: " + ("not_started: " + why) + '\n';
      std::fputs(line.c_str(), stderr);
    }
    return started;
  }
  int which = 0;
  ::sigwait(&asked, &which);

  std::atomic<bool> ended{false};
  std::jthread stopping;
  try {
    stopping = std::jthread([&] {
      jobs.stop();
      ended = true;
    });
  } catch (const std::system_error&) {  // no thread to be had, and none hears of a second signal
    jobs.stop();
    return {};
  }
  constexpr timespec moment{0, 20'000'000};
  while (!ended)
    if (::sigtimedwait(&asked, nullptr, &moment) > 0) jobs.stop();
  return {};
}

}  // namespace pawl
