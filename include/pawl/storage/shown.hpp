// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/durations.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/storage/rows.hpp>

/// A status record from the rows of a job, the same for every backend. What the rows do not hold is
/// left to the backend: the names behind numbers, the kind of a state that lives, the error of a
/// job that lives, artifacts and audit fields.

namespace pawl::storage {

namespace detail {

inline instant shown_time(std::int64_t ms) { return instant{std::chrono::milliseconds{ms}}; }

}  // namespace detail

/// What was submitted.
inline void show(job_record& out, const job_row& job) {
  out.id = job.id;
  out.requested_by = job.requested_by;
  out.organisation = job.organisation;
  out.subject = job.subject;
  out.correlation = job.correlation;
  out.traceparent = job.traceparent;
  out.metadata = job.metadata;
  out.idempotency_key = job.idempotency_key;
  if (!job.parent.is_nil()) out.parent = job.parent;
  if (!job.submitted_by.is_nil()) out.submitted_by = job.submitted_by;
  if (job.timeout_ms != 0) out.timeout = std::chrono::milliseconds{job.timeout_ms};
  out.priority = job.rank;
  out.max_attempts = job.max_attempts;
  out.created_at = detail::shown_time(job.created_at);
}

/// How it stands, as the clocks tell the time. The state's name is the backend's to say.
inline void show(job_record& out, const queue_row& job, const clock_reading& at) {
  out.phase = job.at.phase;
  out.attempt = job.at.attempt;
  out.retries = job.at.retries;
  out.progress = job.progress;
  out.stage = job.stage;
  out.updated_at = detail::shown_time(job.updated_at);
  if (job.started_at != 0) out.started_at = detail::shown_time(job.started_at);
  if (job.at.phase == phase::scheduled) out.due_at = detail::shown_time(job.due_at.wall(at));
  out.cancel_requested = job.cancel_requested;
  out.has_checkpoint = job.has_checkpoint;
  out.cancel_reason = job.cancel_reason;
  out.fence = job.fence;
  out.last_event = job.events;
}

/// How it ended.
inline void show(job_record& out, const outcome_row& end) {
  out.state = end.state;
  out.kind = end.kind;
  out.phase = phase::terminal;
  out.attempt = end.attempt;
  out.retries = end.retries;
  out.progress = end.progress;
  out.stage = end.stage;
  out.updated_at = detail::shown_time(end.completed_at);
  out.completed_at = out.updated_at;
  if (end.started_at != 0) out.started_at = detail::shown_time(end.started_at);
  out.error = end.error;
  out.cancel_reason = end.cancel_reason;
  out.has_result = end.has_result;
  out.fence = end.fence;
  out.last_event = end.events;
}

/// A process that is enrolled.
inline void show(worker& out, const owner_row& row, const clock_reading& at) {
  out.label = row.label;
  out.seen_at = detail::shown_time(at.wall - (at.elapsed - row.seen_at));
}

}  // namespace pawl::storage
