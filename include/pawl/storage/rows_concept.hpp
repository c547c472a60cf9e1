// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include <pawl/policies/limits/gcra.hpp>
#include <pawl/storage/rows.hpp>

/// What `storage/logic` asks of the rows of a backend, group by group. A backend composes one class
/// for each; `storage/logic` decides everything, and the rows only keep it.
///
/// All of it is called by one thread at a time, inside one transaction, and sees what was done in
/// it before. A failure to read or write is thrown; the backend's `apply` catches it and rolls
/// back.

namespace pawl::storage {

/// Rows that are found together: a std::vector of them, or what looks like one.
template <class L, class T>
concept list_of = requires(L list, std::size_t at) {
  { list.size() } -> std::same_as<std::size_t>;
  { list[at] } -> std::same_as<T&>;
  { *list.begin() } -> std::same_as<T&>;
  list.end();
};

/// A row that is found or not: a std::optional, or what looks like one.
template <class O, class T>
concept optional_of = requires(const O found) {
  static_cast<bool>(found);
  { *found } -> std::same_as<const T&>;
};

/// Names as numbers, and what the process knows by them. `number_of` makes a number for a name that
/// has none. `type` is null for a job type that the process was not taught.
template <class R>
concept keeps_names = requires(R& rows, std::string_view name, name_number number) {
  { rows.number_of(name) } -> std::same_as<name_number>;
  { rows.name_of(number) } -> std::convertible_to<std::string>;
  { rows.type(number) } -> std::same_as<const job_descriptor*>;
};

/// The form of each version of a payload, by its fingerprint. Never changes.
template <class R>
concept keeps_forms =
    requires(R& rows, name_number handler, unsigned version, const sha256_digest& form) {
      { rows.payload_form(handler, version) } -> optional_of<sha256_digest>;
      rows.put_payload_form(handler, version, form);
    };

/// What was submitted. `insert_job` gives the job its number, greater than all before it, and may
/// take the row apart.
/// `claim_part` is as much of a job as a worker is given. `make_room` is false if no job can be
/// added; it may forget one that has ended, but not the one named. `has_room_for` says whether that
/// would be true so many times.
template <class R>
concept keeps_jobs =
    requires(R& rows, const job_id& id, job_row& job, std::int64_t key, std::size_t count) {
      { rows.find_job(id) } -> optional_of<found_job>;
      { rows.insert_job(std::move(job)) } -> std::same_as<std::int64_t>;
      { rows.job(key) } -> std::convertible_to<const job_row&>;
      { rows.claim_part(key) } -> std::convertible_to<const job_row&>;
      { rows.id_of(key) } -> std::same_as<job_id>;
      { rows.make_room(id) } -> std::same_as<bool>;
      { rows.has_room_for(count) } -> std::same_as<bool>;
    };

/// The jobs that live. A change is given with the row before it, whose fence must still be the
/// stored one. `touch_queued` leaves state, phase and order as they are; `pass_through` says that a
/// change of two steps goes through a state, for guards that look at each. `delete_queued` takes
/// the row as it is stored.
template <class R>
concept keeps_queue = requires(R& rows, std::int64_t key, queue_row& out, const queue_row& job,
                               const job_descriptor& type, state_number state) {
  { rows.queued(key, out) } -> std::same_as<bool>;
  rows.insert_queued(job);
  rows.update_queued(job, job);
  rows.touch_queued(job, job);
  rows.pass_through(job, type, state);
  rows.delete_queued(job);
};

/// The orders of the queue. `ready_lanes` and `scheduled_lanes` are the lanes of a job type that
/// have jobs in them, found without looking at each; all ready jobs of a lane are in one state;
/// `heads` are the tenants with something ready in a lane, in a circle that begins after one of
/// them; `ready` is a tenant's part of a lane by sort key; `due` are scheduled jobs of a lane
/// between two numbers of times, the earliest first; `next_due` is the first of them from one on.
/// `depth_of` counts what of a type waits. `count_ready` counts what is ready, `count_delayed` what
/// is delayed (`is_ready`, `is_delayed`), of all tenants or of one. They are compared with a bound:
/// what other processes did lately need not be in them, and far above the bound they need not be
/// right.
template <class R>
concept orders_queue = requires(R& rows, name_number handler, name_number tenant, std::size_t count,
                                due_time time, std::int64_t lane, std::int64_t bound) {
  { rows.count_ready(bound) } -> std::same_as<std::int64_t>;
  { rows.count_ready_of(tenant, bound) } -> std::same_as<std::int64_t>;
  { rows.count_delayed(bound) } -> std::same_as<std::int64_t>;
  { rows.count_delayed_of(tenant) } -> std::same_as<std::int64_t>;
  { rows.depth_of(handler) } -> std::same_as<std::int64_t>;
  { rows.ready_lanes(handler) } -> list_of<queue_lane>;
  { rows.scheduled_lanes(handler) } -> list_of<queue_lane>;
  { rows.heads(handler, lane, tenant, count) } -> list_of<name_number>;
  { rows.ready(handler, lane, tenant, count, count) } -> list_of<queue_row>;
  { rows.due(handler, lane, time, time, count) } -> list_of<queue_row>;
  { rows.next_due(handler, lane, time) } -> optional_of<due_time>;
  { rows.last_served() } -> std::same_as<name_number>;
  rows.serve(tenant);
};

/// The jobs that have ended, each written once; `insert_outcome` may take the row apart.
template <class R>
concept keeps_outcomes = requires(R& rows, std::int64_t key, outcome_row& out, outcome_row& end) {
  { rows.outcome(key, out) } -> std::same_as<bool>;
  rows.insert_outcome(std::move(end));
};

/// What happened, in the order in which it comes. The texts of an `event_row` are only looked at:
/// what is kept is copied. `failure_of` is the error that an event told of; `entered_by` the number
/// of the newest event that led a job into a state from another one, 0 if there is none.
template <class R>
concept keeps_events = requires(R& rows, const event_row& event, std::int64_t job,
                                std::uint64_t number, bool retryable, text state) {
  rows.insert_event(event);
  { rows.failure_of(job, number, retryable) } -> std::same_as<std::optional<failure_info>>;
  { rows.entered_by(job, state) } -> std::same_as<std::uint64_t>;
};

/// Idempotency keys of a tenant and a job type. `key_of` is the key that made a job, if it is still
/// that job's.
template <class R>
concept keeps_keys = requires(R& rows, name_number tenant, name_number handler,
                              const std::string& key, const key_row& row, std::int64_t job) {
  { rows.find_key(tenant, handler, key) } -> optional_of<key_row>;
  rows.put_key(tenant, handler, key, row);
  { rows.key_of(job) } -> optional_of<key_row>;
};

/// The values that living jobs of a tenant and a job type are unique by.
template <class R>
concept keeps_uniques =
    requires(R& rows, name_number tenant, name_number handler, const std::string& value,
             const unique_row& row, std::int64_t job) {
      { rows.find_unique(tenant, handler, value) } -> optional_of<unique_row>;
      rows.put_unique(tenant, handler, value, row);
      rows.remove_unique(job);
    };

/// Slots, rates, and jobs that wait for a slot, by limit and by what it counts. A slot is free as
/// long as fewer are taken than may be. `free_slots` frees those of a job, all or only those that
/// it has because a worker has it; `unpark` takes out the first that waits. `configured` is the
/// count that an operator has set for a limit, in whatever process, or else the declared one.
template <class R>
concept keeps_limits = requires(R& rows, name_number limit, const std::string& key, int number,
                                std::int64_t job, std::int64_t sort_key, gcra_state state) {
  { rows.configured(limit, number) } -> std::same_as<int>;
  rows.configure(limit, number);
  { rows.find_slot(limit, key, number) } -> std::same_as<found_slot>;
  rows.take_slot(limit, key, number, job, true);
  { rows.holds_slot(limit, job) } -> std::same_as<bool>;
  { rows.free_slots(job, true) } -> list_of<freed_slot>;
  { rows.rate(limit, key) } -> std::same_as<gcra_state>;
  rows.set_rate(limit, key, state);
  rows.park(limit, key, sort_key, job);
  { rows.unpark(limit, key) } -> optional_of<parked_job>;
  { rows.parked_key_after(limit, std::optional(key)) } -> std::same_as<std::optional<std::string>>;
  rows.remove_parked(job);
};

/// What operators have said about job types.
template <class R>
concept keeps_controls = requires(R& rows, name_number handler, const type_control& said) {
  { rows.control(handler) } -> std::same_as<type_control>;
  rows.set_control(handler, said);
};

/// Who declares which limits. `declared` are those of a job type, `declaration` is one limit, each
/// as the strictest of all who declare it has it; `undeclare` answers what an owner had declared.
/// Rechecks are limits whose parked jobs are to be looked at.
template <class R>
concept keeps_declarations = requires(R& rows, owner_number owner, name_number number,
                                      const declared_limit& limit, const recheck_row& recheck) {
  rows.declare(owner, number, limit);
  { rows.undeclare(owner) } -> list_of<name_number>;
  { rows.declared(number) } -> list_of<declared_limit>;
  { rows.declaration(number) } -> optional_of<declared_limit>;
  rows.put_recheck(recheck);
  { rows.next_recheck() } -> optional_of<recheck_row>;
  rows.remove_recheck(number);
};

/// Who waits for whom, and the ended jobs whose dependents have not all been told.
/// `remove_dependencies` are those of one who waits, `remove_dependents` all who wait for one.
template <class R>
concept keeps_dependencies = requires(R& rows, std::int64_t job, std::size_t limit) {
  rows.insert_dependency(job, job);
  rows.remove_dependency(job, job);
  rows.remove_dependencies(job);
  rows.remove_dependents(job);
  { rows.dependents_of(job, limit) } -> list_of<std::int64_t>;
  rows.insert_release(job);
  { rows.next_release() } -> optional_of<std::int64_t>;
  rows.remove_release(job);
};

/// Checkpoints, artifacts and audit fields. A detail of the same kind, name and version is
/// replaced.
template <class R>
concept keeps_details = requires(R& rows, std::int64_t job, detail_kind kind,
                                 const std::string& words, unsigned version) {
  rows.put_detail(job, kind, words, version, words);
  { rows.find_detail(job, kind) } -> std::same_as<std::optional<std::string>>;
  { rows.newest_version(job, kind, words) } -> std::same_as<unsigned>;
  { rows.finding_sizes(job) } -> list_of<finding_size>;
  rows.remove_details(job, kind);
};

/// Events from outside that came with an id.
template <class R>
concept keeps_inbox =
    requires(R& rows, std::int64_t job, const std::string& words, const sha256_digest& content) {
      { rows.find_inbox(job, words) } -> optional_of<inbox_row>;
      rows.put_inbox(job, words, content, words);
    };

/// Jobs that were given up. The fresh ones have not been submitted again; the oldest come first.
/// One that repeats no other has a time, on the store's own line, since when it lies: those that
/// have lain long enough are found by it alone, until they are submitted again.
template <class R>
concept keeps_dead_letters =
    requires(R& rows, std::int64_t job, name_number tenant, name_number handler, std::int64_t at,
             const job_id& id, maybe<name_number> of, std::size_t limit) {
      rows.insert_dead_letter(job, tenant, handler, at, maybe<std::int64_t>(at));
      { rows.is_dead_letter(job) } -> std::same_as<bool>;
      { rows.is_replayed(job) } -> std::same_as<bool>;
      rows.mark_replayed(job, id);
      { rows.fresh_dead_letters(of, handler, limit) } -> list_of<std::int64_t>;
      { rows.due_dead_letters(handler, at, limit) } -> list_of<std::int64_t>;
      rows.postpone_dead_letter(job, at);
    };

/// Processes that run jobs, and what they hold, by the numbers of the jobs after one of them.
/// `see_owner` notes a sign of life, and what was told with it.
/// `owners` are all that are enrolled or hold anything; a number is never given twice.
template <class R>
concept keeps_owners = requires(R& rows, const std::string& label, std::int64_t now,
                                std::string_view boot_id, owner_number number, std::size_t limit) {
  { rows.insert_owner(label, now, boot_id) } -> std::same_as<owner_number>;
  { rows.owner(number) } -> optional_of<owner_row>;
  rows.see_owner(number, now, boot_id, label);
  rows.delete_owner(number);
  { rows.owners() } -> list_of<owner_number>;
  { rows.leased_by(number, now, limit) } -> list_of<queue_row>;
};

/// Ended jobs whose handlers want to be told. `due_callbacks` are those that no process calls and
/// whose job's payload has at most that version, the earliest first. `called_callbacks` are those
/// that a process calls now, of whatever version; one whose process gives signs of life may be left
/// out.
template <class R>
concept keeps_callbacks =
    requires(R& rows, const callback_row& row, std::int64_t job, name_number handler,
             std::int64_t now, unsigned newest_version, std::size_t limit) {
      rows.insert_callback(row);
      rows.update_callback(row);
      rows.delete_callback(job);
      { rows.callback(job) } -> optional_of<callback_row>;
      { rows.due_callbacks(handler, now, newest_version, limit) } -> list_of<callback_row>;
      { rows.called_callbacks(handler) } -> list_of<callback_row>;
    };

/// Schedules. `schedule` and `find_schedule` keep other transactions from changing what they find;
/// `schedules` are those of a tenant and a job type, by their names, or of all where one is empty,
/// after a number. The others are of those that are not paused: `due_schedules` of a type between
/// two numbers of times, the earliest first, `next_schedule` the first from one on, and
/// `next_schedules` the first of all, by the wall clock and by the store's own line.
template <class R>
concept keeps_schedules =
    requires(R& rows, const schedule_row& row, name_number number, const std::string& words,
             const maybe<std::string>& name, std::int64_t key, due_time time, std::size_t limit) {
      { rows.insert_schedule(row) } -> std::same_as<std::int64_t>;
      rows.update_schedule(row);
      rows.delete_schedule(key);
      { rows.schedule(key) } -> optional_of<schedule_row>;
      { rows.find_schedule(number, number, words) } -> optional_of<schedule_row>;
      { rows.schedules(words, words, name, key, limit) } -> list_of<schedule_row>;
      { rows.due_schedules(number, time, time, limit) } -> list_of<schedule_row>;
      { rows.next_schedule(number, time) } -> optional_of<due_time>;
      { rows.next_schedules() } -> list_of<due_time>;
    };

/// What is to be forgotten, and forgetting it: first the events and the output of a job, later all
/// its rows. The numbers of the newest job and the newest event are not given out again.
template <class R>
concept forgets = requires(R& rows, name_number handler, std::int64_t time, std::size_t limit,
                           const outcome_row& job, outcome_parts going) {
  { rows.finished_handlers() } -> list_of<name_number>;
  { rows.prunable(handler, time, limit) } -> list_of<outcome_row>;
  { rows.beyond_count(handler, time, limit) } -> list_of<outcome_row>;
  rows.forget_parts(job, going, time);
  rows.forget(job);
};

/// Rows on which `storage/logic` works.
///
/// **Requirements.** One member for each thing that is kept, in the groups above.
/// **Called when.** By the operations of one `apply`, inside one transaction.
/// **Failure.** Members throw; nothing of the transaction remains.
/// **Thread safety.** None is needed: a transaction is one thread's.
/// **Example.** tests/storage/own_backend.cpp.
template <class R>
concept storage_rows =
    keeps_names<R> && keeps_forms<R> && keeps_jobs<R> && keeps_queue<R> && orders_queue<R> &&
    keeps_outcomes<R> && keeps_events<R> && keeps_keys<R> && keeps_uniques<R> && keeps_limits<R> &&
    keeps_controls<R> && keeps_declarations<R> && keeps_dependencies<R> && keeps_details<R> &&
    keeps_inbox<R> && keeps_dead_letters<R> && keeps_owners<R> && keeps_callbacks<R> &&
    keeps_schedules<R> && forgets<R>;

}  // namespace pawl::storage
