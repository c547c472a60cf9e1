// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/job/id.hpp>
#include <pawl/observe/log_entry.hpp>
#include <pawl/policies/schedule.hpp>
#include <pawl/runtime/executor.hpp>

namespace pawl::observe {
class metrics;
struct span;
}  // namespace pawl::observe

namespace pawl {

/// What an engine tells an operator who can be woken at night.
struct escalation {
  job_id job{};
  std::string handler{};
  std::string code{};
  std::string detail{};
};

/// When too many attempts of a job type fail, fewer of them run at once, until they succeed again.
/// What the caller did wrong does not count: only failures that may be retried, and bugs.
struct adaptive_options {
  bool enabled = true;
  /// Attempts that are judged together.
  unsigned window = 20;
  /// More failures than this share of a window halve the number of jobs that run at once; a window
  /// with less adds one.
  double failure_rate = 0.5;
  /// As few as this run at any time.
  unsigned least = 1;
};

/// Dead letters that are submitted again by themselves.
struct reprocess_options {
  /// How long a letter lies before it is tried again.
  std::chrono::milliseconds after{std::chrono::hours{1}};
  /// How many of a type at a time, so that what made them fail is not buried under them.
  std::size_t batch = 10;
};

struct service_options {
  /// Jobs that run at the same time. A handler that mostly waits wants more than there are cores.
  unsigned workers = pawl::detail::greatest(4U, 2 * std::thread::hardware_concurrency());
  /// Jobs of coroutine handlers that run at the same time; they need no thread while they wait.
  unsigned coroutines = 256;
  /// Jobs that are held ahead of the workers, at most; they are leased, but not begun. Fewer are if
  /// the workers would not enter them within some ten milliseconds, by what recent jobs took.
  unsigned prefetch = 32;
  /// How often the store is asked for work that was not announced.
  std::chrono::milliseconds poll{1000};
  /// How often leases are looked at between two heartbeats: cancelled jobs hear of it this fast.
  std::chrono::milliseconds lease_check_interval{500};
  /// How often a running job's progress is written down, at most.
  std::chrono::milliseconds progress_interval{200};
  /// How long a stopping service waits for its handlers.
  std::chrono::milliseconds grace{10'000};
  /// How long a handler may go on after it was asked to stop, before its job is taken from it.
  /// After a timeout its type's `rescue_after` says.
  std::chrono::milliseconds stop_grace{10'000};
  /// How often expired leases, finished dependencies and old jobs are looked for.
  std::chrono::milliseconds maintenance{1000};
  /// Jobs that may be ready in the store, waiting for a worker, before submissions are shed; 0: any
  /// number. Of all tenants, and of one.
  std::int64_t high_watermark = 0;
  std::int64_t high_watermark_per_tenant = 0;
  /// Jobs that may wait in the store for their time, or for other jobs, before further ones are
  /// refused as `too_many_delayed`; 0: any number. Of all tenants, and of one.
  std::int64_t most_delayed = 1'000'000;
  std::int64_t most_delayed_per_tenant = 0;
  adaptive_options adaptive{};
  /// Set: dead letters are submitted again, once each.
  std::optional<reprocess_options> reprocess{};
  /// The zones of schedules that are made at run time: `&pawl::zones::find`. Null: UTC alone, and
  /// the zones of job types.
  zone_lookup zones = nullptr;
  /// For people: which process this is.
  std::string name{};
  /// Where coroutine handlers run; null: on the workers.
  std::shared_ptr<coroutine_executor> coroutines_on{};
  /// Hears of what is worth knowing. Called from any thread. Without one, errors are written to
  /// standard error; `observe::no_log{}` says nothing at all.
  callable<const observe::log_entry&> log{};
  /// Hears of failures that an operator must look at, such as `internal_bug` and
  /// `callback_given_up`. Called from any thread.
  callable<const escalation&> escalate{};
  /// Hears of every attempt that is over, as a span under the trace of its submitter: see
  /// `pawl/observe/span.hpp`. Called from one thread of each service that has it: copies of options
  /// share it. Without one, spans cost nothing.
  callable<const observe::span&> spans{};
  /// Counts what happens; null: the service has its own.
  std::shared_ptr<observe::metrics> metrics{};
};

/// The same options where they make sense: nothing is asked all the time, and no time overflows.
[[nodiscard]] inline service_options clamped(service_options options) {
  using std::chrono::milliseconds;
  constexpr milliseconds longest = std::chrono::hours{24 * 365};
  options.workers = pawl::detail::greatest(options.workers, 1U);
  options.coroutines = pawl::detail::greatest(options.coroutines, 1U);
  const auto clamp = [&](milliseconds& each, milliseconds shortest) {
    each = pawl::detail::within(each, shortest, longest);
  };
  clamp(options.poll, milliseconds{1});
  clamp(options.lease_check_interval, milliseconds{1});
  clamp(options.progress_interval, milliseconds{1});
  clamp(options.maintenance, milliseconds{1});
  clamp(options.grace, milliseconds{0});
  clamp(options.stop_grace, milliseconds{0});
  return options;
}

}  // namespace pawl
