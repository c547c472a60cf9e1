// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/observe/metrics.hpp>
#include <pawl/storage/operation.hpp>

namespace pawl::runtime {

/// How a job ended, in the words of the metrics: the kind of its last state, and the code of what
/// it failed with. To some lifecycles a job that was cancelled has failed, with no error and by no
/// fault of its own.
[[nodiscard]] inline observe::job_end end_of(kind last, std::string_view error, bool callers_own) {
  using outcome = observe::job_outcome;
  const bool failed = last == kind::failure || last == kind::dead;
  const bool by_order = failed && error.empty();
  return {.outcome = last == kind::success     ? outcome::succeeded
                     : last == kind::cancelled ? outcome::cancelled
                     : last == kind::dead      ? outcome::dead_lettered
                                               : outcome::failed,
          .error = by_order ? std::string_view(error::job_cancelled::code) : error,
          .callers_own = callers_own || by_order};
}

/// Counts a job that something else than the end of its attempt has moved on, also one whose type
/// this process does not run: nobody else hears of it.
inline void count_moved(observe::metrics& in, const storage::moved_job& job) {
  observe::job_metrics& counted = in.of(std::string_view(job.type->handler));
  if (!is_terminal(job.kind)) return counted.retried(job.error);
  const classified_error* const declared = job.type->error_called(text(job.error));
  observe::job_end ended = end_of(
      job.kind, job.error, declared != nullptr && !declared->retryable && !declared->escalates);
  ended.attempts = job.attempt;
  if (job.started_at) ended.ran = job.at - *job.started_at;
  counted.finished(ended);
}
inline void count_moved(observe::metrics& in,
                        const pawl::detail::light_vector<storage::moved_job>& all) {
  for (const storage::moved_job& each : all) count_moved(in, each);
}

}  // namespace pawl::runtime
