// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <pawl/storage/rows.hpp>
#include <pawl/storage/sql/column.hpp>

/// The columns of every row that is read or written as a whole, each named once, beside the member
/// that it keeps. The tables, the lists of the statements, binding, reading and the documentation
/// come from here.
///
/// A list is a function that shows each column and its value to a visitor, in order. Functions and
/// not arrays of descriptions: they cost the compiler a few overloads, and binding a row is as
/// quick as if it were written out.
///
/// Where a column is not simply a member, a small value with a name stands for it.

namespace pawl::sql {

/// NULL in the place of a value that says nothing.
template <class Value>
struct or_null {
  Value& value;
};
template <class Value>
or_null(Value&) -> or_null<Value>;

/// NULL if there is no result; an empty one is one.
template <class Outcome>
struct result_of {
  Outcome& of;
};
template <class Outcome>
result_of(Outcome&) -> result_of<Outcome>;

/// A member of the error that a job ended with; NULL, or false, if it ended without one.
template <class Error, class Member>
struct error_part {
  Error& error;  ///< a `std::optional<failure_info>`
  Member failure_info::* member;
};
template <class Error, class Member>
error_part(Error&, Member failure_info::*) -> error_part<Error, Member>;

/// A state, by its name: numbers of states never leave a process.
template <class Job>
struct state_name {
  Job& job;
};
template <class Job>
state_name(Job&) -> state_name<Job>;

/// What a claim has to know of a job before it looks at it, as one number: the number of its
/// state's name, the version of its payload, and whether it is a suspect. The indexes of what is
/// ready and what is scheduled lead with it, so that a process passes over what it cannot take.
template <class Job>
struct lane_format {
  Job& job;
};
template <class Job>
lane_format(Job&) -> lane_format<Job>;

inline constexpr unsigned version_bits = 16;
constexpr std::int64_t format_of(storage::name_number state, unsigned version, bool suspect) {
  return (std::int64_t{state} << (version_bits + 1)) | (std::int64_t{version} << 1) |
         (suspect ? 1 : 0);
}
constexpr storage::name_number state_in(std::int64_t format) {
  return static_cast<storage::name_number>(format >> (version_bits + 1));
}
constexpr unsigned version_in(std::int64_t format) {
  return static_cast<unsigned>(format >> 1) & ((1U << version_bits) - 1);
}
constexpr bool suspect_in(std::int64_t format) { return (format & 1) != 0; }

/// One column for two orders: what is ready, or held and may come back, has no due time any more,
/// and what runs keeps what it had, so that its start changes no column that an index knows. Read
/// after the phase.
template <class Job>
struct place_in_order {
  Job& job;

  [[nodiscard]] constexpr std::int64_t get() const {
    return has_a_place() ? job.sort_key : job.due_at.number();
  }
  constexpr void set(std::int64_t value) const {
    job.sort_key = value;
    job.due_at = storage::due_time(has_a_place() ? 0 : value);
  }

 private:
  [[nodiscard]] constexpr bool has_a_place() const {
    return job.at.phase == phase::ready || job.at.phase == phase::held ||
           job.at.phase == phase::running;
  }
};
template <class Job>
place_in_order(Job&) -> place_in_order<Job>;

/// Bits of the column `flags`.
enum class flag : unsigned short {
  cancel_requested = 1,
  has_dependents = 2,
  has_checkpoint = 4,
  retryable = 8,
  suspect = 16,
  counted = 32,
  parked = 64,
  woken = 128,
  unique = 256,
  until_begun = 512
};

template <class Job>
struct flags {
  Job& job;

  [[nodiscard]] constexpr std::int64_t get() const {
    return bit(job.cancel_requested, flag::cancel_requested) |
           bit(job.has_dependents, flag::has_dependents) |
           bit(job.has_checkpoint, flag::has_checkpoint) | bit(job.at.retryable, flag::retryable) |
           bit(job.suspect, flag::suspect) | bit(job.counted, flag::counted) |
           bit(job.parked, flag::parked) | bit(job.woken, flag::woken) |
           bit(job.unique, flag::unique) | bit(job.until_begun, flag::until_begun);
  }
  constexpr void set(std::int64_t value) const {
    job.cancel_requested = (value & bit(true, flag::cancel_requested)) != 0;
    job.has_dependents = (value & bit(true, flag::has_dependents)) != 0;
    job.has_checkpoint = (value & bit(true, flag::has_checkpoint)) != 0;
    job.at.retryable = (value & bit(true, flag::retryable)) != 0;
    job.suspect = (value & bit(true, flag::suspect)) != 0;
    job.counted = (value & bit(true, flag::counted)) != 0;
    job.parked = (value & bit(true, flag::parked)) != 0;
    job.woken = (value & bit(true, flag::woken)) != 0;
    job.unique = (value & bit(true, flag::unique)) != 0;
    job.until_begun = (value & bit(true, flag::until_begun)) != 0;
  }

 private:
  static constexpr int bit(bool is_set, flag which) { return is_set ? static_cast<int>(which) : 0; }
};
template <class Job>
flags(Job&) -> flags<Job>;

struct jobs_list {
  using row = storage::job_row;

  template <class Row, class Visitor>
  static constexpr void visit(Row& job, Visitor&& column) {
    using enum column_type;
    column({"key", integer, "the job's number inside the store", numbered | shown | handed_over},
           job.key);
    column({"id", bytes, "its UUID", shown | handed_over}, job.id);
    column({"tenant", integer}, job.tenant);
    column({"handler", integer, "its type"}, job.handler);
    column({"created_at", integer, "milliseconds since 1970, like all times that are shown",
            shown | handed_over},
           job.created_at);
    column({"payload_version", integer, "", handed_over}, job.payload_version);
    column({"payload", bytes, "", handed_over}, job.payload);
    column({"requested_by", words, "", shown | handed_over}, job.requested_by);
    column({"organisation", words, "", shown | handed_over}, job.organisation);
    column({"subject", words, "what the job is about", shown}, job.subject);
    column({"correlation", words, "", shown | handed_over}, job.correlation);
    column({"traceparent", words, "", shown | handed_over}, job.traceparent);
    column({"metadata", words, "opaque JSON", shown}, job.metadata);
    column({"idempotency_key", words, "empty: none", shown}, job.idempotency_key);
    column({"parent", bytes, "the dead job that this one repeats", nullable | shown},
           or_null(job.parent));
    column({"rank", integer, "priority; the least urgent is 0", shown}, job.rank);
    column({"max_attempts", integer, "", shown}, job.max_attempts);
    column({"retry_initial", integer, "overrides of the type's backoff", nullable | handed_over},
           job.retry.initial);
    column({"retry_cap", integer, "", nullable | handed_over}, job.retry.cap);
    column({"retry_multiplier", integer, "thousandths", nullable | handed_over},
           job.retry.multiplier);
    column({"limit_keys", words,
            "what the limits of its type count it under, and, without a name, what it is unique "
            "by"},
           job.limit_keys);
    column({"submitted_by", bytes, "the job whose handler has submitted it", nullable | shown},
           or_null(job.submitted_by));
    column({"timeout_ms", integer, "how long an attempt may take, if that is its own",
            nullable | shown | handed_over},
           or_null(job.timeout_ms));
  }
};

/// Without the error's code and the reason of a cancellation: few jobs have them, and they stand
/// elsewhere.
struct queue_list {
  using row = storage::queue_row;

  template <class Row, class Visitor>
  static constexpr void visit(Row& job, Visitor&& column) {
    using enum column_type;
    column({"key", integer, "of the job"}, job.key);
    column({"handler", integer}, job.handler);
    column({"tenant", integer}, job.tenant);
    column({"rank", integer}, job.rank);
    column({"max_attempts", integer}, job.max_attempts);
    column({"format", integer,
            "the number of its state's name, the payload's version and whether it is a suspect: "
            "what a claim has to know",
            changing},
           lane_format(job));
    column({"state", words, "as the lifecycle calls it", changing | shown}, state_name(job));
    column({"phase", integer,
            "{phase.blocked} blocked, {phase.scheduled} scheduled, {phase.ready} ready, "
            "{phase.held} held, {phase.running} running",
            changing | shown},
           job.at.phase);
    column({"order_at", integer,
            "ready, or leased since: the smallest goes first; else: when it becomes ready, on the "
            "store's own line of time, or below 0 by the wall clock, which counts from -2^62",
            changing | shown},
           place_in_order(job));
    column({"owner", integer, "who holds it", nullable | changing}, or_null(job.owner));
    column({"lease_ms", integer, "how long the owner may be silent", changing}, job.lease_ms);
    column(
        {"fence", integer, "grows with each claim and each change from outside", changing | shown},
        job.fence);
    column({"events", integer, "the number of its newest event", changing | reported | shown},
           job.events);
    column({"error_event", integer, "the event that tells of its last failure; 0: none",
            changing | shown},
           job.error_event);
    column({"attempt", integer, "charged starts since progress was last made", changing | shown},
           job.at.attempt);
    column({"retries", integer, "decisions that kept a failing job alive", changing | shown},
           job.at.retries);
    column({"progress", integer, "0 to 100", changing | reported | shown}, job.progress);
    column({"stage", words, "", changing | reported | shown}, job.stage);
    column({"started_at", integer, "0: not yet", changing | shown}, job.started_at);
    column({"updated_at", integer, "", changing | reported | shown}, job.updated_at);
    column({"waiting_for", integer, "dependencies that have not ended", changing}, job.waiting_for);
    column({"flags", integer,
            "{flag.cancel_requested} cancel requested, {flag.has_dependents} has dependents, "
            "{flag.has_checkpoint} has a checkpoint, {flag.retryable} its last failure is "
            "retryable, {flag.suspect} a process that had it was lost, {flag.counted} has or had a "
            "slot, "
            "{flag.parked} waits for one, {flag.woken} was woken for one, {flag.unique} has a row "
            "in pawl_uniques, {flag.until_begun} until it is begun",
            changing | reported | shown},
           flags(job));
  }
};

struct outcomes_list {
  using row = storage::outcome_row;

  template <class Row, class Visitor>
  static constexpr void visit(Row& end, Visitor&& column) {
    using enum column_type;
    column({"key", integer, "of the job"}, end.key);
    column({"handler", integer}, end.handler);
    column({"tenant", integer}, end.tenant);
    column({"state", words, "the last one", shown}, end.state);
    column({"kind", integer,
            "{kind.success} success, {kind.failure} failure, {kind.cancelled} cancelled, "
            "{kind.dead} dead",
            shown},
           end.kind);
    column(
        {"fence", integer, "the last one: a repeated success is told from a late one by it", shown},
        end.fence);
    column({"events", integer, "", shown}, end.events);
    column({"attempt", integer, "", shown}, end.attempt);
    column({"retries", integer, "", shown}, end.retries);
    column({"progress", integer, "", shown}, end.progress);
    column({"stage", words, "", shown}, end.stage);
    column({"started_at", integer, "", shown}, end.started_at);
    column({"completed_at", integer, "", shown}, end.completed_at);
    column({"kept_since", integer, "when it ended, on the store's own line of time"},
           end.kept_since);
    column({"prune_at", integer, "when the first of its events, its output and itself goes"},
           end.prune_at);
    column({"has_events", integer}, end.has_events);
    column({"result", bytes, "", nullable}, result_of(end));
    column({"error_code", words, "", nullable | shown}, error_part(end.error, &failure_info::code));
    column({"error_message", words, "a tenant may read it", nullable | shown},
           error_part(end.error, &failure_info::message));
    column({"error_detail", words, "for operators only", nullable | shown},
           error_part(end.error, &failure_info::detail));
    column({"error_state", words, "", nullable | shown},
           error_part(end.error, &failure_info::state));
    column({"retryable", integer, "", shown}, error_part(end.error, &failure_info::retryable));
    column({"cancel_reason", words, "", shown}, end.cancel_reason);
  }
};

/// Written from an `event_row`, read as a `job_event`: of the same names. The two call the job by
/// its number and by its id, so that is no part of what is shown.
struct events_list {
  using row = job_event;

  template <class Row, class Visitor>
  static constexpr void visit(Row& event, Visitor&& column) {
    using enum column_type;
    column({"feed", integer, "its place among the events of all jobs", numbered | shown},
           feed_of(event));
    column({"job", integer}, event.job);
    column({"number", integer, "1, 2, 3, … for each job", shown}, event.number);
    column({"kind", integer,
            "{event.transition} transition, {event.progress} progress, "
            "{event.message} message",
            shown},
           event.kind);
    column({"at", integer, "", shown}, event.at);
    column({"event", words, "", shown}, event.event);
    column({"from_state", words, "", shown}, event.from);
    column({"to_state", words, "", shown}, event.to);
    column({"attempt", integer, "", shown}, event.attempt);
    column({"progress", integer, "", shown}, event.progress);
    column({"stage", words, "", shown}, event.stage);
    column({"message", words, "", shown}, event.message);
    column({"error", words, "", shown}, event.error);
    column({"detail", words, "", shown}, event.detail);
    column({"actor", words, "who triggered it, as api:ann; empty: the engine itself", shown},
           event.actor);
    column({"metadata", words, "JSON that came with it from outside; empty: none", shown},
           event.metadata);
  }

 private:
  static constexpr auto& feed_of(const job_event& event) { return event.feed; }
  static constexpr auto& feed_of(job_event& event) { return event.feed; }
  /// The database gives it.
  static constexpr std::uint64_t feed_of(const storage::event_row&) { return 0; }
};

/// When a callback is due, or, from `called_by` on, the number of the process that calls it now.
/// One column for both, so that one index finds what is due and what is called, and a release that
/// knows only times takes what is called for something that is not due.
template <class Callback>
struct due_or_caller {
  Callback& of;

  static constexpr std::int64_t called_by = std::int64_t{1} << 62;

  [[nodiscard]] constexpr std::int64_t get() const {
    return of.caller == 0 ? of.due_at : called_by + of.caller;
  }
  constexpr void set(std::int64_t value) const {
    const bool is_called = value >= called_by;
    of.caller = is_called ? value - called_by : 0;
    of.due_at = is_called ? 0 : value;
  }
};
template <class Callback>
due_or_caller(Callback&) -> due_or_caller<Callback>;

struct callbacks_list {
  using row = storage::callback_row;

  template <class Row, class Visitor>
  static constexpr void visit(Row& call, Visitor&& column) {
    using enum column_type;
    column({"job", integer, "that has ended"}, call.job);
    column({"handler", integer}, call.handler);
    column({"tries", integer, "calls that were begun", changing}, call.tries);
    column({"due_at", integer,
            "on the store's own line of time; from 2^62 on: the process that calls it now, as 2^62 "
            "and its number among the owners",
            changing},
           due_or_caller(call));
  }
};

/// A slot as one number that says which clock it is counted on, as `due_at` does. Read after the
/// period.
template <class Schedule>
struct slot_number {
  Schedule& of;

  [[nodiscard]] constexpr std::int64_t get() const { return of.due_with_slot().number(); }
  constexpr void set(std::int64_t value) const { of.slot = storage::due_time(value).elapsed({}); }
};
template <class Schedule>
slot_number(Schedule&) -> slot_number<Schedule>;

struct schedules_list {
  using row = storage::schedule_row;

  template <class Row, class Visitor>
  static constexpr void visit(Row& of, Visitor&& column) {
    using enum column_type;
    column({"number", integer, "the schedule's, never used again", numbered}, of.number);
    column({"tenant", integer}, of.tenant);
    column({"handler", integer, "the job type"}, of.handler);
    column({"name", words, "as its tenant calls it; empty: it stands in the job type"}, of.name);
    column({"period", integer, "milliseconds; 0: by the expression", changing}, of.period);
    column({"cron", words, "minute, hour, day of month, month, day of week", changing}, of.cron);
    column({"zone", words, "empty: UTC", changing}, of.zone);
    column({"missed", integer,
            "what becomes of slots that have passed: {slots.skip} none is run, {slots.once} the "
            "last, {slots.all} each",
            changing},
           of.missed);
    column({"at_most", integer, "of those", changing}, of.at_most);
    column({"payload", bytes, "of its jobs; empty: made anew for each", changing}, of.payload);
    column({"payload_version", integer, "", changing}, of.payload_version);
    column({"requested_by", words, "", changing}, of.requested_by);
    column({"organisation", words, "", changing}, of.organisation);
    column({"fence", integer, "grows with each change", changing}, of.fence);
    column({"slot", integer,
            "the next one, on the store's own line of time, or below 0 by the wall clock, which "
            "counts from -2^62",
            changing},
           slot_number(of));
    column({"due_at", integer, "when it is looked at: with its slot, or later if that was refused",
            changing},
           of.due_at);
    column({"paused", integer, "", changing}, of.paused);
    column({"last_slot", integer, "that a job was made for; 0: none", changing}, of.last_slot);
    column({"fired_at", integer, "when it was made", changing}, of.fired_at);
    column({"last_job", bytes, "the UUID of that job", nullable | changing}, or_null(of.last_job));
    column({"problem", words, "why the last slot was refused or skipped", changing}, of.problem);
  }
};

}  // namespace pawl::sql
