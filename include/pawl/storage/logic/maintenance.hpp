// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/logic/submit.hpp>

namespace pawl::storage::logic {

template <class Rows>
answer_to<enrol::answer_type> perform(transaction<Rows>& tx, const enrol& op) {
  return enrol::answer_type{tx.rows.insert_owner(op.label, tx.boot, tx.boot_id)};
}

/// Whether a lease has run out, by the owner's last sign of life.
template <class Rows>
bool is_expired(const transaction<Rows>& tx, const std::optional<owner_row>& owner,
                std::int64_t lease_ms) {
  return !owner || owner->boot_id != tx.boot_id || tx.boot > owner->seen_at + lease_ms;
}

/// Takes a job from an owner that is lost. A held job was never begun, so nothing happens to it; a
/// running one takes its `lose` row, or ends if a cancel was asked for.
template <class Rows>
queue_row take_away(transaction<Rows>& tx, const job_descriptor& type, const queue_row& job) {
  if (job.at.phase == phase::held) {
    queue_row back = job;
    ++back.fence;
    // A worker may have entered it, and not have come to tell.
    back.suspect = true;
    give_back(tx, type, back);
    tx.rows.update_queued(job, back);
    return back;
  }
  const failure_info lost{.code = to_string(pawl::error::worker_lost::code),
                          .message = "the worker gave no sign of life for longer than its lease",
                          .detail = {},
                          .state = to_string(type.name_of(job.at.state)),
                          .retryable = type.worker_lost_is_retried};
  any_decision decided = happens(type, job, role::lose, ending_of(lost));
  consequences with{.error = &lost, .bump_fence = true};
  if (job.cancel_requested && (!decided || decided.after.phase != phase::terminal)) {
    if (const any_decision cancelling = happens(type, job, role::cancel)) {
      decided = cancelling;
      with = {.message = job.cancel_reason, .bump_fence = true};
    }
  }
  if (!decided) return job;
  queue_row lost_by_it = job;
  lost_by_it.suspect = true;
  return carry_out(tx, type, lost_by_it, decided, with);
}

template <class Rows>
answer_to<beat::answer_type> perform(transaction<Rows>& tx, const beat& op) {
  const auto owner = tx.rows.owner(op.owner);
  if (!owner) return refuse(errc::owner_lost, "this owner is not enrolled; enrol again");
  beat::answer_type out;
  for (const queue_row& job : tx.rows.leased_by(op.owner)) {
    // A lease that ran out is not brought back to life: another owner may be about to take the job.
    const job_descriptor* type = tx.rows.type(job.handler);
    if (is_expired(tx, owner, job.lease_ms) && type != nullptr && job.state_is_known)
      take_away(tx, *type, job);
    else
      out.jobs.push_back({{job.key, job.fence}, type, job.cancel_requested});
  }
  tx.rows.see_owner(op.owner, tx.boot, tx.boot_id);
  return out;
}

template <class Rows>
answer_to<leave::answer_type> perform(transaction<Rows>& tx, const leave& op) {
  for (const queue_row& job : tx.rows.leased_by(op.owner))
    if (const job_descriptor* type = tx.rows.type(job.handler);
        type != nullptr && job.state_is_known)
      take_away(tx, *type, job);
  tx.rows.delete_owner(op.owner);
  return leave::answer_type{};
}

template <class Rows>
answer_to<reap::answer_type> perform(transaction<Rows>& tx, const reap& op) {
  reap::answer_type out;
  for (const owner_number number : tx.rows.owners()) {
    const auto owner = tx.rows.owner(number);
    std::size_t left = 0;
    for (const queue_row& job : tx.rows.leased_by(number)) {
      const job_descriptor* type = tx.rows.type(job.handler);
      const bool mine = type != nullptr && job.state_is_known && out.jobs.size() < op.limit;
      if (!mine || !is_expired(tx, owner, job.lease_ms)) {
        ++left;
        continue;
      }
      const queue_row after = take_away(tx, *type, job);
      out.jobs.push_back({tx.rows.id_of(job.key), type, job.at.phase == phase::running,
                          to_string(type->name_of(after.at.state)), type->kind_of(after.at.state),
                          job.at.attempt});
    }
    // Silent for a day and holding nothing: it will not come back.
    if (left == 0 && is_expired(tx, owner, 86'400'000)) tx.rows.delete_owner(number);
  }
  return out;
}

/// One job that another one has waited for has ended.
template <class Rows>
void let_go(transaction<Rows>& tx, std::int64_t dependent, bool succeeded) {
  queue_row job;
  if (!tx.rows.queued(dependent, job) || job.waiting_for == 0) return;
  const job_descriptor* type = tx.rows.type(job.handler);
  if (type == nullptr || !job.state_is_known) return;
  if (!succeeded && type->on_failed_dependency == dependents::cancel) {
    cancel_for_dependency(tx, *type, job);
    return;
  }
  queue_row after = job;
  --after.waiting_for;
  if (after.waiting_for == 0 && after.at.phase == phase::blocked &&
      entry_phase(type->kind_of(after.at.state)) == phase::ready)
    make_ready(tx, *type, after);
  tx.rows.update_queued(job, after);
}

template <class Rows>
answer_to<release_dependents::answer_type> perform(transaction<Rows>& tx,
                                                   const release_dependents& op) {
  release_dependents::answer_type out;
  while (out.count < op.limit) {
    const auto ended = tx.rows.next_release();
    if (!ended) break;
    outcome_row how;
    const bool succeeded = tx.rows.outcome(*ended, how) && how.kind == kind::success;
    const auto waiting = tx.rows.dependents_of(*ended, op.limit - out.count);
    for (const std::int64_t dependent : waiting) {
      tx.rows.remove_dependency(dependent, *ended);
      let_go(tx, dependent, succeeded);
      ++out.count;
    }
    if (waiting.empty()) tx.rows.remove_release(*ended);
  }
  return out;
}

template <class Rows>
answer_to<recheck_limits::answer_type> perform(transaction<Rows>& tx, const recheck_limits& op) {
  recheck_limits::answer_type out;
  for (const limit_description& limit : op.type->limits) {
    const name_number number = limit_number(tx, *op.type, limit);
    // Those who still find no slot are parked again when they are claimed.
    while (const std::optional<std::string> key = tx.rows.first_parked_key(number)) {
      wake_parked(tx, number, *key);
      ++out.count;
    }
  }
  return out;
}

template <class Rows>
answer_to<prune::answer_type> perform(transaction<Rows>& tx, const prune& op) {
  prune::answer_type out;
  const auto forget = [&](const outcome_row& job) {
    // Those who wait for it must still learn how it ended: `release` comes first.
    if (!tx.rows.dependents_of(job.key, 1).empty()) return;
    tx.rows.forget(job);
    ++out.jobs;
  };
  // When the job's idempotency key ends; a job is kept as long as its key.
  const auto key_ends = [&](const outcome_row& job, const job_descriptor& type) {
    const auto key = tx.rows.key_of(job.key);
    return key ? key->created_at + type.key_ttl.count : 0;
  };
  const auto left = [&] {
    const std::size_t done = out.jobs + out.histories;
    return op.limit > done ? op.limit - done : 0;
  };
  for (const name_number handler : tx.rows.finished_handlers()) {
    const job_descriptor* type = tx.rows.type(handler);
    if (type == nullptr) continue;  // those who know it know how long to keep it
    for (const outcome_row& job : tx.rows.prunable(handler, tx.now, left())) {
      const std::int64_t kept = tx.rows.is_dead_letter(job.key) ? type->keep_dead_letters.count
                                                                : type->keep_results.count;
      const std::int64_t last = std::max(job.completed_at + kept, key_ends(job, *type));
      if (last > tx.now) {
        tx.rows.forget_events(job, last);
        ++out.histories;
      } else {
        forget(job);
      }
    }
    if (type->keep_at_most == 0) continue;
    for (const outcome_row& job : tx.rows.beyond_count(handler, type->keep_at_most, left()))
      if (key_ends(job, *type) <= tx.now) forget(job);
  }
  return out;
}

/// Callbacks of a type that are due. Those whose last try was lost are dropped on the way, and take
/// no other's place.
template <class Rows>
std::vector<callback_row> due_callbacks(transaction<Rows>& tx, const job_descriptor& type,
                                        std::size_t limit) {
  while (true) {
    auto due = tx.rows.due_callbacks(tx.rows.number_of(type.handler), tx.now, limit);
    std::size_t given_up = 0;
    for (const callback_row& each : due) {
      if (each.tries < most_callback_tries) continue;
      tx.rows.delete_callback(each.job);
      ++given_up;
    }
    if (given_up == 0) return due;
  }
}

template <class Rows>
answer_to<take_callbacks::answer_type> perform(transaction<Rows>& tx, const take_callbacks& op) {
  take_callbacks::answer_type out;
  for (const job_descriptor* type : op.types) {
    for (callback_row due : due_callbacks(tx, *type, op.limit - out.callbacks.size())) {
      ++due.tries;
      due.due_at = tx.now + std::max<std::int64_t>(op.lease.count(), 1);
      tx.rows.update_callback(due);
      outcome_row ended;
      if (!tx.rows.outcome(due.job, ended)) continue;
      job_row cold = tx.rows.job(due.job);
      out.callbacks.push_back({.key = due.job,
                               .tries = due.tries,
                               .id = cold.id,
                               .type = type,
                               .succeeded = ended.kind == kind::success,
                               .payload = std::move(cold.payload),
                               .object = std::move(cold.object),
                               .payload_version = cold.payload_version,
                               .result = std::move(ended.result),
                               .result_object = std::move(ended.result_object),
                               .error = ended.error.value_or(failure_info{})});
    }
  }
  return out;
}

template <class Rows>
answer_to<finish_callback::answer_type> perform(transaction<Rows>& tx, const finish_callback& op) {
  const auto row = tx.rows.callback(op.key);
  if (!row || row->tries != op.tries)
    return refuse(errc::lease_lost, "another process has taken this callback meanwhile");
  if (op.done || row->tries >= most_callback_tries) {
    tx.rows.delete_callback(op.key);
    return finish_callback::answer_type{!op.done};
  }
  // Twice as long after each try: 1 s, 2 s, 4 s, 8 s.
  tx.rows.update_callback(
      {row->job, row->handler, row->tries, tx.now + (std::int64_t{500} << row->tries)});
  return finish_callback::answer_type{false};
}

}  // namespace pawl::storage::logic
