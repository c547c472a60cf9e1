// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include <pawl/core/id.hpp>

namespace pawl {

/// What an engine tells somebody who can be woken at night.
struct escalation {
  job_id job{};
  std::string handler{};
  std::string code{};
  std::string detail{};
};

struct service_options {
  /// Jobs that run at the same time. A handler that mostly waits wants more than there are cores.
  unsigned workers = std::max(4U, 2 * std::thread::hardware_concurrency());
  /// Jobs that are held ready beside those that run; they are leased, but not begun.
  unsigned prefetch = 32;
  /// How often the store is asked for work that nobody has announced.
  std::chrono::milliseconds poll{1000};
  /// How often leases are looked at between two heartbeats: cancelled jobs hear of it this fast.
  std::chrono::milliseconds look{500};
  /// How often a running job's progress is written down, at most.
  std::chrono::milliseconds progress_interval{200};
  /// How long a stopping service waits for its handlers.
  std::chrono::milliseconds grace{10'000};
  /// How long a handler may go on after it was asked to stop, before its job is taken from it.
  std::chrono::milliseconds stop_grace{10'000};
  /// How often expired leases, finished dependencies and old jobs are looked for.
  std::chrono::milliseconds maintenance{1000};
  /// Jobs that may wait in the store before submissions are shed; 0: any number.
  std::int64_t high_watermark = 0;
  /// For people: which process this is.
  std::string name{};
  /// Hears of what is worth knowing. Called from any thread.
  std::function<void(std::string_view)> log{};
  /// Hears of failures that somebody must look at, such as `internal_bug`.
  std::function<void(const escalation&)> escalate{};
};

}  // namespace pawl
