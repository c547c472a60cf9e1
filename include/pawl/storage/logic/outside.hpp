// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/logic/claim.hpp>
#include <pawl/storage/logic/submit.hpp>

namespace pawl::storage::logic {

/// A living job that a scope may see, and its type.
struct living {
  queue_row job{};
  const job_descriptor* type = nullptr;
};

template <class Rows>
answer_to<living> find_living(transaction<Rows>& tx, const scope& who, const job_id& id) {
  const auto key = find_in(tx, who, id);
  if (!key) return no_such_job();
  living out;
  if (!tx.rows.queued(*key, out.job))
    return unexpected<error>(
        error{errc::already_terminal, "the job has ended; nothing changes it any more", {}, id});
  out.type = tx.rows.type(out.job.handler);
  if (out.type == nullptr)
    return refuse(errc::unknown_handler,
                  "this process does not know the job's type; register its handler");
  if (!out.job.state_is_known)
    return refuse(errc::unknown_state, "the job's state is not known here; upgrade this process");
  return out;
}

template <class Rows>
answer_to<cancel::answer_type> perform(transaction<Rows>& tx, const cancel& op) {
  auto found = find_living(tx, op.scope, op.id);
  if (!found) return unexpected<error>(found.error());
  auto& [job, type] = *found;
  const any_decision decided = happens(*type, job, role::cancel);
  if (!decided)
    return refuse(errc::not_cancellable, "a job in state " +
                                             to_string(type->name_of(job.at.state)) +
                                             " cannot be cancelled; wait until it has moved on");
  const std::string_view reason = cut(op.reason, text_limit(*type));
  if (job.at.phase == phase::running && !op.force) {
    queue_row asked = job;
    asked.cancel_requested = true;
    asked.cancel_reason = reason;
    asked.updated_at = tx.now;
    tx.rows.touch_queued(job, asked);
    return cancel::answer_type{false};
  }
  if (!reason.empty()) job.cancel_reason = reason;
  carry_out(tx, *type, job, decided, {.message = job.cancel_reason, .bump_fence = true});
  return cancel::answer_type{true};
}

/// The event by which a job reaches a state: the one that was named, or the one that leads there.
inline std::optional<event_number> event_for(const living& job, const raise& op) {
  const job_descriptor& type = *job.type;
  if (op.target.empty()) return type.event_called(op.event);
  const ending end = op.error ? ending_of(*op.error) : ending{};
  std::optional<event_number> found;
  for (std::size_t e = 0; e < type.events.size(); ++e) {
    const auto event = static_cast<event_number>(e);
    const role r = type.events[e].role;
    if (r == role::start || r == role::retry_due || r == role::lose) continue;  // the engine's own
    if (op.error && r != role::fail && r != role::outside) continue;
    const any_decision decided = type.happen(job.job.position(), event, job.job.max_attempts, end);
    if (!decided || type.name_of(decided.steps[decided.count - 1].to) != text(op.target)) continue;
    if (!found || r == role::succeed) found = event;
  }
  // A caller that reports a failure and asks to stay means to try again; whether that may be is
  // decided by the budget, not by the caller.
  if (!found && op.error && type.name_of(job.job.at.state) == text(op.target))
    found = type.event_of(role::fail);
  return found;
}

template <class Rows>
answer_to<raise::answer_type> perform(transaction<Rows>& tx, const raise& op) {
  const auto key = find_in(tx, op.scope, op.id);
  if (!key) return no_such_job();
  if (op.event_id.size() > 255)
    return refuse(errc::invalid, "the id of an event has at most 255 bytes");
  if (!op.event_id.empty()) {
    if (const auto before = tx.rows.find_inbox(*key, op.event_id)) {
      if (before->content == op.content) return raise::answer_type{true, before->state};
      return refuse(errc::event_conflict,
                    "this event id came before with another content; give each event its own id");
    }
  }
  auto found = find_living(tx, op.scope, op.id);
  if (!found) return unexpected<error>(found.error());
  const auto& [job, type] = *found;
  const std::string state = to_string(type->name_of(job.at.state));
  const auto event = event_for(*found, op);
  if (!event)
    return refuse(errc::forbidden, op.target.empty()
                                       ? "the job's lifecycle has no event " + op.event
                                       : "no event leads from " + state + " to " + op.target);
  const role r = type->events[*event].role;
  if (r == role::start || r == role::retry_due || r == role::lose)
    return refuse(errc::forbidden, "event " + op.event + " is the engine's own");
  std::optional<failure_info> error;
  if (op.error) error = summary_of(*type, *op.error);
  if (error && error->state.empty()) error->state = state;
  const ending end = error ? ending_of(*error) : ending{};
  const any_decision decided = type->happen(job.position(), *event, job.max_attempts, end);
  if (!decided)
    return refuse(errc::forbidden, "a job in state " + state + " does not accept event " +
                                       to_string(type->events[*event].name));
  if (op.result && static_cast<std::int64_t>(op.result->size()) > type->most_result_bytes)
    return refuse(errc::payload_too_large,
                  "the result is larger than the job type allows; store it elsewhere and send its "
                  "address");
  if (!has_room_for(tx, *type, job.key, op.findings)) return findings_too_large();
  store_findings(tx, job.key, op.findings);
  std::optional<retry_settings> own;
  if (decided.wait_for_attempt != 0)
    own = settings_of_job(*type, tx.rows.claim_part(job.key), job.max_attempts);
  const queue_row moved = carry_out(tx, *type, job, decided,
                                    {.error = error ? &*error : nullptr,
                                     .result = op.result ? &*op.result : nullptr,
                                     .plan = own ? &own->plan : nullptr,
                                     .bump_fence = true});
  const queue_row after = honour_cancel(tx, *type, moved);
  std::string reached = to_string(type->name_of(after.at.state));
  if (!op.event_id.empty()) tx.rows.put_inbox(*key, op.event_id, op.content, reached);
  return raise::answer_type{false, std::move(reached)};
}

/// The submission that repeats a dead job.
template <class Rows>
submit repeat_of(transaction<Rows>& tx, const job_descriptor& type, job_row&& dead,
                 const job_id& fresh) {
  submit again{.type = &type,
               .id = fresh,
               .who = {tx.rows.name_of(dead.tenant), std::move(dead.requested_by),
                       std::move(dead.organisation)},
               .payload = std::move(dead.payload),
               .object = std::move(dead.object),
               .payload_version = dead.payload_version,
               .rank = dead.rank,
               .retry = dead.retry,
               .parent = dead.id,
               .subject = std::move(dead.subject),
               .correlation = std::move(dead.correlation),
               .traceparent = std::move(dead.traceparent),
               .metadata = std::move(dead.metadata)};
  again.retry.max_attempts = dead.max_attempts;
  limit_keys keys(dead.limit_keys);
  for (std::size_t i = 0; i < type.limits.size(); ++i) again.limit_keys.push_back(keys.next());
  return again;
}

template <class Rows>
answer_to<job_id> replay_one(transaction<Rows>& tx, std::int64_t key, const job_id& fresh) {
  job_row dead = tx.rows.job(key);
  const job_descriptor* type = tx.rows.type(dead.handler);
  if (type == nullptr)
    return refuse(errc::unknown_handler,
                  "this process does not know the job's type; register its handler");
  const auto made = perform(tx, repeat_of(tx, *type, std::move(dead), fresh));
  if (!made) return unexpected<error>(made.error());
  tx.rows.mark_replayed(key, fresh);
  return made->id;
}

template <class Rows>
answer_to<replay::answer_type> perform(transaction<Rows>& tx, const replay& op) {
  const auto key = find_in(tx, op.scope, op.id);
  if (!key || !tx.rows.is_dead_letter(*key))
    return refuse(errc::not_found, "there is no such dead letter");
  if (op.unless_done && tx.rows.is_replayed(*key))
    return refuse(errc::count_mismatch, "this dead letter was submitted again before");
  auto made = replay_one(tx, *key, op.fresh);
  if (!made) return unexpected<error>(made.error());
  return replay::answer_type{*made};
}

template <class Rows>
answer_to<replay_all::answer_type> perform(transaction<Rows>& tx, const replay_all& op) {
  std::optional<name_number> tenant;
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

}  // namespace pawl::storage::logic
