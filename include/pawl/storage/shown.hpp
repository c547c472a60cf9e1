// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <utility>

#include <pawl/storage/rows.hpp>

/// A status record from the rows of a job, the same for every backend. What the rows do not hold is
/// left to the backend: the names behind numbers, the kind of a state that lives, the error of a
/// job that lives, artifacts and audit fields.

namespace pawl::storage {

namespace detail {

inline instant shown_time(std::int64_t ms) { return instant{std::chrono::milliseconds{ms}}; }

}  // namespace detail

/// What was submitted.
inline void show(job_record& out, job_row&& job) {
  out.id = job.id;
  out.requested_by = std::move(job.requested_by);
  out.organisation = std::move(job.organisation);
  out.subject = std::move(job.subject);
  out.correlation = std::move(job.correlation);
  out.traceparent = std::move(job.traceparent);
  out.metadata = std::move(job.metadata);
  out.idempotency_key = std::move(job.idempotency_key);
  if (!job.parent.is_nil()) out.parent = job.parent;
  out.priority = job.rank;
  out.max_attempts = job.max_attempts;
  out.created_at = detail::shown_time(job.created_at);
}

/// How it stands. The state's name is the backend's to say.
inline void show(job_record& out, queue_row&& job) {
  out.phase = job.at.phase;
  out.attempt = job.at.attempt;
  out.retries = job.at.retries;
  out.progress = job.progress;
  out.stage = std::move(job.stage);
  out.updated_at = detail::shown_time(job.updated_at);
  if (job.started_at != 0) out.started_at = detail::shown_time(job.started_at);
  if (job.at.phase == phase::scheduled) out.due_at = detail::shown_time(job.due_at);
  out.cancel_requested = job.cancel_requested;
  out.cancel_reason = std::move(job.cancel_reason);
  out.fence = job.fence;
  out.last_event = job.events;
}

/// How it ended.
inline void show(job_record& out, outcome_row&& end) {
  out.state = std::move(end.state);
  out.kind = end.kind;
  out.phase = phase::terminal;
  out.attempt = end.attempt;
  out.retries = end.retries;
  out.progress = end.progress;
  out.stage = std::move(end.stage);
  out.updated_at = detail::shown_time(end.completed_at);
  out.completed_at = out.updated_at;
  if (end.started_at != 0) out.started_at = detail::shown_time(end.started_at);
  out.error = std::move(end.error);
  out.cancel_reason = std::move(end.cancel_reason);
  out.has_result = end.has_result;
  out.fence = end.fence;
  out.last_event = end.events;
}

}  // namespace pawl::storage
