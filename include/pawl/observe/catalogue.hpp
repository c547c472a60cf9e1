// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/enum_names.hpp>
#include <pawl/detail/slice.hpp>

namespace pawl::observe {

/// The metrics. An enumerator is the metric's name, which dashboards and alerts are written
/// against: it never changes. The first nine are those of the deck specification.
enum class metric : unsigned char {
  job_enqueue_total,
  job_start_total,
  job_duration_seconds,
  job_attempts,
  job_in_progress,
  job_retry_total,
  job_failure_total,
  job_canceled_total,
  job_stage_time_seconds,
  pawl_first_output_seconds,
  pawl_objective_seconds,
  pawl_objective_failure_ratio,
  pawl_queue_wait_seconds,
  pawl_held_seconds,
  pawl_queue_depth,
  pawl_leases_lost_total,
  pawl_jobs_shed_total,
  pawl_stuck_handlers_total,
  pawl_callbacks_given_up_total,
  pawl_claims_total,
  pawl_claimed_jobs_total,
  pawl_commit_operations,
  pawl_store_failures_total,
  pawl_workers_busy,
  pawl_concurrency_limit
};

enum class metric_type : unsigned char { counter, gauge, histogram };

/// What is said about a metric: to Prometheus, and to people.
struct metric_description {
  metric id{};
  metric_type type{};
  text labels[2]{};  ///< those that are empty are not there
  text help{};

  [[nodiscard]] constexpr text name() const { return name_of(id); }
};

namespace detail {

inline constexpr metric_description metric_list[] = {
    {metric::job_enqueue_total, metric_type::counter, {"job_type"}, "Jobs accepted."},
    {metric::job_start_total, metric_type::counter, {"job_type"}, "Jobs begun for the first time."},
    {metric::job_duration_seconds,
     metric_type::histogram,
     {"job_type", "outcome"},
     "Wall time of a job from its first start to its end, retries and their waits included."},
    {metric::job_attempts,
     metric_type::histogram,
     {"job_type"},
     "Attempts that a job took until its end."},
    {metric::job_in_progress,
     metric_type::gauge,
     {"job_type"},
     "Jobs whose handler is running in this process."},
    {metric::job_retry_total,
     metric_type::counter,
     {"job_type", "error_class"},
     "Failures after which the job was kept for another attempt."},
    {metric::job_failure_total,
     metric_type::counter,
     {"job_type", "error_class"},
     "Jobs that failed for good."},
    {metric::job_canceled_total, metric_type::counter, {"job_type"}, "Jobs that were cancelled."},
    {metric::job_stage_time_seconds,
     metric_type::histogram,
     {"job_type", "stage"},
     "Time spent in a stage of a handler."},
    {metric::pawl_first_output_seconds,
     metric_type::histogram,
     {"job_type"},
     "Time from a handler's entry to the first output that it marks."},
    {metric::pawl_objective_seconds,
     metric_type::gauge,
     {"job_type", "quantile"},
     "The longest time that a job type declares for a share of its jobs."},
    {metric::pawl_objective_failure_ratio,
     metric_type::gauge,
     {"job_type"},
     "The share of jobs that a job type allows to fail."},
    {metric::pawl_queue_wait_seconds,
     metric_type::histogram,
     {"job_type"},
     "Time from the submission of a job to its first start."},
    {metric::pawl_held_seconds,
     metric_type::histogram,
     {"job_type"},
     "Time from when a process took a job to when a worker began it."},
    {metric::pawl_queue_depth,
     metric_type::gauge,
     {"job_type"},
     "Jobs in the store that wait for a worker or for their time, every few seconds."},
    {metric::pawl_leases_lost_total,
     metric_type::counter,
     {"job_type"},
     "Attempts of this process whose lease was lost."},
    {metric::pawl_jobs_shed_total,
     metric_type::counter,
     {"job_type"},
     "Submissions refused because too many jobs wait."},
    {metric::pawl_stuck_handlers_total,
     metric_type::counter,
     {"job_type"},
     "Handlers that did not stop when asked, and were replaced."},
    {metric::pawl_callbacks_given_up_total,
     metric_type::counter,
     {"job_type"},
     "Callbacks that failed, or lost their process, too often and are not called again."},
    {metric::pawl_claims_total, metric_type::counter, {}, "Times the store was asked for work."},
    {metric::pawl_claimed_jobs_total, metric_type::counter, {}, "Jobs that the store gave."},
    {metric::pawl_commit_operations,
     metric_type::histogram,
     {},
     "Operations written in one commit."},
    {metric::pawl_store_failures_total,
     metric_type::counter,
     {},
     "Commits and questions that the store failed."},
    {metric::pawl_workers_busy, metric_type::gauge, {}, "Workers that run a handler."},
    {metric::pawl_concurrency_limit,
     metric_type::gauge,
     {},
     "Jobs that this process may run at the same time."}};

consteval bool is_in_order() {
  unsigned expected = 0;
  for (const metric_description& each : metric_list)
    if (static_cast<unsigned>(each.id) != expected++) return false;
  return expected == static_cast<unsigned>(metric::pawl_concurrency_limit) + 1;
}
static_assert(is_in_order());

}  // namespace detail

/// All metrics, in the order in which they are printed.
[[nodiscard]] constexpr slice<metric_description> catalogue() {
  return {detail::metric_list, sizeof detail::metric_list / sizeof(metric_description)};
}

}  // namespace pawl::observe
