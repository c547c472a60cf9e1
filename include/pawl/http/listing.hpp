// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/view.hpp>
#include <pawl/storage/queries.hpp>

/// The JSON of what is listed besides jobs, written once: job types, processes, dead letters,
/// counts. Routes and the command line show them with these.

namespace pawl::http {

/// A dead letter; with what it was to do if it is shown whole.
inline void write_letter(json_out& to, job_view view, const dead_letter& each, const reader& by,
                         bool whole) {
  to.open('{');
  to.key("job");
  write_view(to, view, each.job, by);
  to.member("deadSince", each.dead_since);
  to.member("payloadVersion", each.payload_version);
  if (each.replayed_as) to.member("replayedAs", *each.replayed_as);
  if (whole) {
    to.key("payload");
    to.raw(each.payload.empty() ? "null" : each.payload);
  }
  to.close('}');
}

/// A process that runs jobs, and those of its jobs that `sees` lets through.
template <class Sees>
void write_worker(json_out& to, job_view view, const storage::worker& each, const reader& by,
                  Sees sees) {
  to.open('{');
  to.member("workerId", each.owner);
  to.member("name", each.label);
  if (each.seen_at) to.member("lastSeenAt", *each.seen_at);
  to.member("holds", each.holds);
  to.key("jobs");
  to.open('[');
  for (const job_record& job : each.jobs) {
    if (!sees(job)) continue;
    to.open('{');
    to.member("tenant", job.tenant);
    to.key("job");
    write_view(to, view, job, by);
    to.close('}');
  }
  to.close(']');
  to.close('}');
}

/// The service level that a job type declares.
inline void write_objectives(json_out& to, const objective_list& level) {
  to.open('{');
  if (level.p50.count != 0) to.member("p50Ms", level.p50.count);
  if (level.p95.count != 0) to.member("p95Ms", level.p95.count);
  if (level.p99.count != 0) to.member("p99Ms", level.p99.count);
  if (level.failure_percent != 0) to.member("failurePercent", level.failure_percent);
  to.member("ofFirstOutput", level.first_output);
  to.close('}');
}

/// The members of a job type, between brackets that the caller writes: it may have more to say.
inline void write_type_members(json_out& to, const job_descriptor& type) {
  to.member("handlerId", type.handler);
  to.member("gts", type.has_gts_id());
  to.member("lifecycle", type.lifecycle);
  to.member("restartable", type.restartable());
  to.member("timeoutMs", type.timeout.count);
  to.member("maxRetries", type.max_retries());
  to.key("states");
  to.open('[');
  for (const state_info& state : type.states) {
    to.open('{');
    to.member("name", state.name);
    to.member("kind", name_of(state.kind));
    to.close('}');
  }
  to.close(']');
  to.key("transitions");
  write_transitions(to, type);
  to.key("priorities");
  to.open('[');
  for (const text rank : type.ranks) to.value(rank);
  to.close(']');
  if (!type.objectives.empty()) {
    to.key("objectives");
    write_objectives(to, type.objectives);
  }
  if (!type.input_schema.empty()) {
    to.key("inputSchema");
    to.raw(type.input_schema);
  }
}

/// How many jobs are in each state: the member `items`.
inline void write_counts(json_out& to, const storage::statistics& counted) {
  to.key("items");
  to.open('[');
  for (const storage::state_count& each : counted.jobs) {
    to.open('{');
    to.member("handlerId", each.handler);
    to.member("status", each.state);
    to.member("phase", name_of(each.phase));
    to.member("count", each.count);
    to.close('}');
  }
  to.close(']');
}
/// How many dead letters there are: the members `deadLetters` and `deadByType`.
inline void write_dead_counts(json_out& to, const storage::statistics& counted) {
  to.member("deadLetters", counted.dead_letters);
  to.key("deadByType");
  to.open('[');
  for (const auto& [handler, dead] : counted.dead_of) {
    to.open('{');
    to.member("handlerId", handler);
    to.member("count", dead);
    to.close('}');
  }
  to.close(']');
}

}  // namespace pawl::http
