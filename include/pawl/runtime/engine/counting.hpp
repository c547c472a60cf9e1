// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/observe/metrics.hpp>
#include <pawl/storage/operation.hpp>

namespace pawl::runtime {

/// How a job ended, in the words of the metrics. What has failed with no error was cancelled: there
/// are lifecycles that call that a failure.
[[nodiscard]] inline observe::job_outcome outcome_of(kind last, std::string_view error) {
  if (last == kind::success) return observe::job_outcome::succeeded;
  if (last == kind::dead) return observe::job_outcome::dead_lettered;
  return last == kind::cancelled || error.empty() ? observe::job_outcome::cancelled
                                                  : observe::job_outcome::failed;
}

/// Counts a job that something else than the end of its attempt has moved on, also one whose type
/// this process does not run: nobody else hears of it.
inline void count_moved(observe::metrics& in, const storage::moved_job& job) {
  observe::job_metrics& counted = in.of(std::string_view(job.type->handler));
  if (!is_terminal(job.kind)) return counted.retried(job.error);
  const classified_error* const declared = job.type->error_called(text(job.error));
  observe::job_end ended{
      .outcome = outcome_of(job.kind, job.error),
      .attempts = job.attempt,
      .error = job.error,
      .callers_own = declared != nullptr && !declared->retryable && !declared->escalates};
  if (job.started_at) ended.ran = job.at - *job.started_at;
  counted.finished(ended);
}

inline void count_moved(observe::metrics& in,
                        const pawl::detail::light_vector<storage::moved_job>& all) {
  for (const storage::moved_job& each : all) count_moved(in, each);
}

}  // namespace pawl::runtime
