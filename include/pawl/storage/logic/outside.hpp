// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/logic/claim.hpp>
#include <pawl/storage/logic/submit.hpp>

namespace pawl::storage::logic {

/// A living job that a scope may see, and its type: that of this process, or else one that the
/// store holds.
struct living {
  queue_row job{};
  const job_descriptor* type = nullptr;
};

/// Why a job cannot be acted on by what this process knows.
template <class Rows>
unexpected<error> not_known_here(transaction<Rows>& tx, const queue_row& job) {
  const job_descriptor* const known = tx.rows.type(job.handler);
  if (known == nullptr || is_from_a_store(*known))
    return refuse(errc::unknown_handler,
                  "this process does not know the job's type; register its handler");
  return refuse(errc::unknown_state, "the job's state is not known here; upgrade this process");
}

/// Whether a job's fate is decided by a guard that only its own C++ type knows, and by none of its
/// definition.
inline bool is_decided_elsewhere(const living& job, role what) {
  const auto event = job.type->event_of(what);
  if (!is_from_a_store(*job.type) || !event || job.type->states[job.job.at.state].firm)
    return false;
  for (const row_info& row : job.type->rows)
    if (row.from == job.job.at.state && row.on == *event && !row.guard.empty()) return true;
  return false;
}

template <class Rows>
answer_to<living> find_living(transaction<Rows>& tx, const scope& who, const job_id& id) {
  const auto key = find_in(tx, who, id);
  if (!key) return no_such_job();
  living out;
  if (!tx.rows.queued(*key, out.job))
    return unexpected<error>(
        error{errc::already_terminal, "the job has ended; nothing changes it any more", {}, id});
  out.type = definition_of(tx, out.job);
  if (out.type == nullptr) return not_known_here(tx, out.job);
  return out;
}

template <class Rows>
answer_to<cancel::answer_type> perform(transaction<Rows>& tx, const cancel& op) {
  auto found = find_living(tx, op.scope, op.id);
  if (!found) return unexpected<error>(found.error());
  auto& [job, type] = *found;
  const any_decision decided = happens(*type, job, role::cancel);
  if (!decided && is_decided_elsewhere(*found, role::cancel))
    return refuse(errc::unknown_handler,
                  "whether this job may be cancelled is decided by a guard that only its own "
                  "program knows; cancel it there");
  if (!decided)
    return refuse(errc::not_cancellable, "a job in state " +
                                             to_string(type->name_of(job.at.state)) +
                                             " cannot be cancelled; wait until it has moved on");
  if (op.by)
    if (auto flaw = flaw_of_trigger(*type, decided, *type->event_of(role::cancel), op.by->as))
      return unexpected<error>(*std::move(flaw));
  const std::string_view reason = cut(op.reason, text_limit(*type));
  const std::string by = told(op.by);
  if (job.at.phase == phase::running && !op.force) {
    queue_row asked = job;
    asked.cancel_requested = true;
    asked.cancel_reason = reason;
    asked.cancel_actor = by;
    asked.updated_at = stamp(tx, job);
    tx.rows.touch_queued(job, asked);
    return cancel::answer_type{};
  }
  if (!reason.empty()) job.cancel_reason = reason;
  const queue_row ended = carry_out(
      tx, *type, job, decided, {.message = job.cancel_reason, .actor = by, .bump_fence = true});
  cancel::answer_type out{.done = true};
  out.moved.push_back(moved(*type, ended));
  return out;
}

/// Why a job cannot be put off; nothing if it can.
inline maybe<error> flaw_of(const reschedule& op, const queue_row& job, std::int64_t now) {
  const auto because = [&](errc code, const char* message) -> maybe<error> {
    return error{code, message, {}, op.id};
  };
  if (op.delay.count() < 0) return because(errc::invalid, "a delay is not negative; leave it out");
  if (op.delay.count() > 0 && op.run_at)
    return because(errc::invalid, "a job is put off by a delay or until a time; give one of them");
  if (op.delay.count() > last_time - now ||
      (op.run_at && op.run_at->time_since_epoch().count() > last_time))
    return because(errc::invalid, "a job is put off until the year 9999 at the latest");
  switch (job.at.phase) {
    case phase::ready:
    case phase::scheduled:
      return {};
    case phase::running:
      return because(errc::already_begun,
                     "the job has begun; it is not put off any more, only cancelled");
    case phase::held:
      return because(errc::already_begun,
                     "a process has taken the job and is about to begin it; it is not put off any "
                     "more, only cancelled");
    default:
      break;
  }
  return because(errc::forbidden,
                 "the job waits for something else than a time: for other jobs, for a slot of a "
                 "limit, or for an event; there is no time to change");
}

template <class Rows>
answer_to<reschedule::answer_type> perform(transaction<Rows>& tx, const reschedule& op) {
  auto found = find_living(tx, op.scope, op.id);
  if (!found) return unexpected<error>(found.error());
  const auto& [before, type] = *found;
  if (auto flaw = flaw_of(op, before, tx.now)) return unexpected<error>(*std::move(flaw));
  queue_row job = before;
  job.updated_at = stamp(tx, before);
  ++job.fence;
  const due_time due = op.run_at ? due_time::by_wall(op.run_at->time_since_epoch().count())
                                 : tx.after(op.delay.count());
  const instant at = greatest(at_ms(due.wall(tx.at())), at_ms(tx.now));
  const std::string by = told(op.by);
  const std::string message =
      "rescheduled: due in " + std::to_string(at.time_since_epoch().count() - tx.now) + " ms";
  log_event(tx, job, {.kind = event_kind::message, .message = message, .actor = by});
  if (job.at.phase == phase::scheduled) {
    // Its lifecycle may have a step for that: the next claim takes it when the time has come.
    put_off_until(tx, job, due);
    if (due.has_come(tx.at())) tx.has_work = true;
  } else {
    job.due_at = due;
    if (!due.has_come(tx.at())) make_ready(tx, *type, job);
  }
  if (job.woken && job.at.phase != phase::ready) {
    job.woken = false;
    pass_on_slots(tx, limits_at_claim(tx, *type), job);
  }
  if (job.at.phase == phase::ready) job.due_at = {};
  tx.rows.update_queued(before, job);
  return reschedule::answer_type{at};
}

inline bool is_not_from_outside(const living& job, role r) {
  return !comes_from_outside(job.type->states[job.job.at.state], r);
}

/// Whether a failure that is reported with a target is one of the work that is done elsewhere now.
/// Where that leads is said by the class of the error and the budget, not by the target.
inline bool fails_elsewhere(const living& job, const raise& op, const ending& end) {
  const job_descriptor& type = *job.type;
  const state_number at = job.job.at.state;
  if (!op.error || !type.states[at].remote) return false;
  const text target(op.target);
  if (type.name_of(at) == target) return true;
  for (const row_info& row : type.rows)
    if (row.from == at && type.events[row.on].role == role::fail && type.name_of(row.to) == target)
      return true;
  const auto state = type.restore(target);
  return end.retryable && state && type.kind_of(*state) == kind::failure;
}

/// The event by which a job reaches a state: the one that was named, or the one that leads there,
/// preferably one that the caller may raise.
inline maybe<event_number> event_for(const living& job, const raise& op, const ending& end) {
  const job_descriptor& type = *job.type;
  if (op.target.empty()) return type.event_called(op.event);
  if (fails_elsewhere(job, op, end)) return type.event_of(role::fail);
  maybe<event_number> found;
  bool found_may = false;
  for (std::size_t e = 0; e < type.events.size(); ++e) {
    const auto event = static_cast<event_number>(e);
    const role r = type.events[e].role;
    if (is_not_from_outside(job, r)) continue;
    if (op.error && r != role::outside) continue;
    const any_decision decided = type.happen(job.job.position(), event, job.job.max_attempts, end);
    if (!decided || type.name_of(decided.steps[decided.count - 1].to) != text(op.target)) continue;
    const bool may = !op.by || !flaw_of_trigger(type, decided, event, op.by->as);
    if (!found || (may && !found_may) || (may == found_may && r == role::succeed)) {
      found = event;
      found_may = may;
    }
  }
  return found;
}

/// The job does not take this step now. If a worker has the job, or its work is done elsewhere, the
/// answer names the event by which the job came into its state: the task that is in the way.
template <class Rows>
unexpected<error> forbid(transaction<Rows>& tx, const living& job, const job_id& id,
                         std::string message) {
  error out{errc::forbidden, std::move(message), {}, {}};
  const state_number at = job.job.at.state;
  if (job.type->kind_of(at) == kind::active || is_leased(job.job.at.phase))
    if (const auto number = tx.rows.entered_by(job.job.key, job.type->name_of(at)); number != 0)
      out.task = job_event{.job = id, .number = number}.id();
  return unexpected<error>(std::move(out));
}

/// Whether a step from outside would let a worker begin a job that another worker has. The worker
/// that has it may be inside its handler already, also while the row says `held`: the start is
/// written some milliseconds after it, and the store cannot call the handler back.
inline bool begins_beside_its_worker(const job_descriptor& type, const queue_row& job,
                                     const any_decision& decided) {
  const phase after = decided.after.phase;
  return is_leased(job.at.phase) && (after == phase::ready || after == phase::scheduled) &&
         !type.states[decided.after.state].remote;
}

/// Whether a job type has an audit field. A handler's are checked by the compiler.
inline bool declares(const job_descriptor& type, std::string_view field) {
  for (const text each : type.audit_fields)
    if (std::string_view(each) == field) return true;
  return false;
}

/// Whether an event of this role is how an attempt has failed.
inline bool ends_in_failure(role r) { return r == role::fail || r == role::expire; }

/// The first state on a decision's way that the job's handler guards, if it is asked at all.
inline maybe<state_number> guarded_state(const job_descriptor& type, const any_decision& decided,
                                         event_number event) {
  if (asks_handler(type.events[event].role))
    for (std::size_t i = 0; i < decided.count; ++i)
      if (type.states[decided.steps[i].to].guarded) return decided.steps[i].to;
  return {};
}

template <class Rows>
answer_to<raise::answer_type> perform(transaction<Rows>& tx, raise& op) {
  op.asked.reset();
  const auto key = find_in(tx, op.scope, op.id);
  if (!key) return no_such_job();
  if (op.event_id.size() > 255)
    return refuse(errc::invalid, "the id of an event has at most 255 bytes");
  if (!op.event_id.empty()) {
    if (const auto before = tx.rows.find_inbox(*key, op.event_id)) {
      if (before->content == op.content) return raise::answer_type{true, before->state, {}};
      return refuse(errc::event_conflict,
                    "this event id came before with another content; give each event its own id");
    }
  }
  auto found = find_living(tx, op.scope, op.id);
  if (!found) return unexpected<error>(found.error());
  const auto& [job, type] = *found;
  // Which states a handler guards, and what may come with an event, is not among what a store
  // holds.
  if (is_from_a_store(*type)) return not_known_here(tx, job);
  const std::string state = to_string(type->name_of(job.at.state));
  std::optional<failure_info> error;
  if (op.error) {
    const classified_error* declared = type->error_called(text(op.error->code));
    if (declared == nullptr)
      return refuse(errc::invalid, "the job type has no error class " +
                                       std::string(cut(op.error->code, longest_name)) +
                                       "; send the code of one that it declares");
    error = summary_of(*type, *op.error);
    error->retryable = declared->retryable;
    if (error->state.empty()) error->state = state;
  }
  const ending end = error ? ending_of(*error) : ending{};
  const auto event = event_for(*found, op, end);
  if (!event)
    return forbid(tx, *found, op.id,
                  op.target.empty() ? "the job's lifecycle has no event " + op.event
                                    : "no event leads from " + state + " to " + op.target);
  if (is_not_from_outside(*found, type->events[*event].role))
    return refuse(errc::forbidden,
                  "in state " + state + " event " + to_string(type->events[*event].name) +
                      " is the engine's own; let the handler end the attempt, or declare the state "
                      "in remote_states");
  const any_decision decided = type->happen(job.position(), *event, job.max_attempts, end);
  if (!decided)
    return forbid(tx, *found, op.id,
                  "a job in state " + state + " does not accept event " +
                      to_string(type->events[*event].name));
  if (op.by)
    if (auto flaw = flaw_of_trigger(*type, decided, *event, op.by->as))
      return unexpected<storage::error>(*std::move(flaw));
  if (begins_beside_its_worker(*type, job, decided))
    return forbid(tx, *found, op.id,
                  "a worker has the job in state " + state + ", and event " +
                      to_string(type->events[*event].name) +
                      " would begin it a second time; wait until that attempt has ended");
  // Without a failure the job would show none, or that of an attempt before.
  if (!error && ends_in_failure(type->events[*event].role))
    return refuse(errc::invalid,
                  "event " + to_string(type->events[*event].name) +
                      " says what has failed; raise it with an error (over HTTP, report the "
                      "status with failure_code, failure_message, failed_stage and "
                      "correlation_id)");
  // What is retried while it is worked on is not given up by another event.
  if (end.retryable && type->events[*event].role == role::outside &&
      type->kind_of(job.at.state) == kind::active &&
      type->kind_of(decided.after.state) == kind::failure)
    return forbid(tx, *found, op.id,
                  "errors of class " + error->code + " are retried, and in state " + state +
                      " the work goes on; report a fatal one");
  if (op.metadata.size() > text_limit(*type))
    return refuse(errc::payload_too_large,
                  "what comes with an event is larger than the job type allows; store it elsewhere "
                  "and send its address");
  if (op.result && static_cast<std::int64_t>(op.result->size()) > type->most_result_bytes)
    return refuse(errc::payload_too_large,
                  "the result is larger than the job type allows; store it elsewhere and send its "
                  "address");
  for (const auto& [field, value] : op.findings.audit)
    if (!declares(*type, field))
      return refuse(errc::invalid, "the job type has no audit field " + field +
                                       "; send a declared one, or declare it");
  if (!has_room_for(tx, *type, job.key, op.findings)) return findings_too_large();
  if (lacks_link(tx, *type, decided.after.state, op.findings))
    return refuse(errc::invalid, "a success of this job type has a link that is valid for " +
                                     std::to_string(type->keep_link.count) +
                                     " ms from now; hand it out with the event, as findings.link");
  // The last reason to refuse it: a handler is not asked about what would not be done anyway.
  if (const auto guarded = guarded_state(*type, decided, *event)) {
    op.asked = raise::threshold{*guarded, job.fence};
    if (!op.admitted || !(*op.admitted == *op.asked))
      return refuse(errc::not_admitted,
                    "whether a job may reach state " + to_string(type->name_of(*guarded)) +
                        " is for its handler to say; raise the event in a process that runs it");
  }
  store_findings(tx, job.key, op.findings);
  maybe<retry_settings> own;
  if (decided.wait_for_attempt != 0)
    own = settings_of_job(*type, tx.rows.claim_part(job.key), job.max_attempts);
  const std::string by = told(op.by);
  queue_row after = carry_out(tx, *type, job, decided,
                              {.error = error ? &*error : nullptr,
                               .result = op.result ? &*op.result : nullptr,
                               .plan = own ? &own->plan : nullptr,
                               .actor = by,
                               .metadata = op.metadata,
                               .bump_fence = true});
  honour_cancel(tx, *type, after);
  std::string reached = to_string(type->name_of(after.at.state));
  if (!op.event_id.empty()) tx.rows.put_inbox(*key, op.event_id, op.content, reached);
  raise::answer_type out{false, std::move(reached), {}};
  if (after.at.phase == phase::terminal) {
    const bool cancelled = type->kind_of(after.at.state) == kind::cancelled ||
                           type->events[*event].role == role::cancel;
    out.moved.push_back(moved(*type, after,
                              error       ? std::string_view(error->code)
                              : cancelled ? std::string_view()
                                          : std::string_view(pawl::error::job_aborted::code)));
  }
  return out;
}

/// The submission that repeats a dead job.
template <class Rows>
submit repeat_of(transaction<Rows>& tx, const job_descriptor& type, job_row&& dead,
                 const job_id& fresh) {
  // What a limit counts by and the dead job does not say is counted as one.
  std::vector<std::string> keys;
  for (const limit_description& limit : type.limits)
    keys.push_back(limit_key_of(tx, dead, limit.name, limit.key).value_or(""));
  // A level that the type has no more is the most urgent of those that it has.
  const unsigned most_urgent = static_cast<unsigned>(type.ranks.size()) - 1;
  submit again{
      .type = &type,
      .id = fresh,
      .who = {tx.rows.name_of(dead.tenant), std::move(dead.requested_by),
              std::move(dead.organisation)},
      .payload = std::move(dead.payload),
      .object = std::move(dead.object),
      .payload_version = dead.payload_version,
      .rank = least(dead.rank, most_urgent),
      .retry = dead.retry,
      .timeout = milliseconds{type.timeout.count == 0 ? dead.timeout_ms
                                                      : least(dead.timeout_ms, type.timeout.count)},
      .parent = dead.id,
      .subject = std::move(dead.subject),
      .correlation = std::move(dead.correlation),
      .traceparent = std::move(dead.traceparent),
      .metadata = std::move(dead.metadata)};
  again.retry.max_attempts = dead.max_attempts;
  again.limit_keys = std::move(keys);
  if (type.unique.is_on) again.unique = limit_keys(dead.limit_keys).unique();
  return again;
}

template <class Rows>
answer_to<replay::answer_type> replay_one(transaction<Rows>& tx, std::int64_t key,
                                          const job_id& fresh) {
  job_row dead = tx.rows.job(key);
  const job_descriptor* type = tx.rows.type(dead.handler);
  if (type == nullptr)
    return refuse(errc::unknown_handler,
                  "this process does not know the job's type; register its handler");
  const auto made = perform(tx, repeat_of(tx, *type, std::move(dead), fresh));
  if (!made) return unexpected<error>(made.error());
  tx.rows.mark_replayed(key, fresh);
  return replay::answer_type{made->id, type};
}

template <class Rows>
answer_to<replay::answer_type> perform(transaction<Rows>& tx, const replay& op) {
  const auto key = find_in(tx, op.scope, op.id);
  if (!key || !tx.rows.is_dead_letter(*key))
    return refuse(errc::not_found, "there is no such dead letter");
  if (op.once && tx.rows.is_replayed(*key))
    return refuse(errc::not_found, "the dead letter was submitted again before");
  return replay_one(tx, *key, op.fresh);
}

template <class Rows>
answer_to<replay_all::answer_type> perform(transaction<Rows>& tx, const replay_all& op) {
  maybe<name_number> tenant;
  if (!op.scope.is_every_tenant()) tenant = tx.rows.number_of(op.scope.tenant());
  const auto keys =
      tx.rows.fresh_dead_letters(tenant, tx.rows.number_of(op.handler), op.fresh.size() + 1);
  if (keys.size() != op.fresh.size())
    return refuse(
        errc::count_mismatch,
        "there are " +
            (keys.size() > op.fresh.size() ? "more than " + std::to_string(op.fresh.size())
                                           : std::to_string(keys.size())) +
            " dead letters that were not replayed; look again and give the right number");
  replay_all::answer_type out;
  // A letter may have gone meanwhile, where there was room for no more than those before it.
  for (std::size_t i = 0; i < keys.size(); ++i)
    ++(tx.rows.is_dead_letter(keys[i]) && replay_one(tx, keys[i], op.fresh[i]) ? out.count
                                                                               : out.refused);
  return out;
}

template <class Rows>
answer_to<reprocess::answer_type> perform(transaction<Rows>& tx, const reprocess& op) {
  reprocess::answer_type out;
  if (op.type->at_most_once) return out;  // again is for a person to decide
  const std::int64_t dead_before = tx.elapsed - greatest<std::int64_t>(op.after.count(), 0);
  std::size_t next = 0;
  for (const std::int64_t key : tx.rows.due_dead_letters(tx.rows.number_of(op.type->handler),
                                                         dead_before, op.fresh.size())) {
    // A letter may have gone meanwhile, where there was room for no more than those before it.
    if (!tx.rows.is_dead_letter(key)) continue;
    const job_row dead = tx.rows.job(key);
    if (const auto made = replay_one(tx, key, op.fresh[next]))
      out.jobs.push_back({dead.id, op.fresh[next++], tx.rows.name_of(dead.tenant)});
    else
      tx.rows.postpone_dead_letter(key, tx.elapsed);
  }
  return out;
}

}  // namespace pawl::storage::logic
