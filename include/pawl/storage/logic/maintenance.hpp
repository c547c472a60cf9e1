// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/light_map.hpp>
#include <pawl/storage/logic/submit.hpp>
#include <pawl/storage/shown.hpp>

namespace pawl::storage::logic {

template <class Rows>
answer_to<type_control> perform(transaction<Rows>& tx, const control& op) {
  const name_number handler = tx.rows.number_of(op.type->handler);
  const type_control before = tx.rows.control(handler);
  const type_control now{op.paused.value_or(before.paused), op.draining.value_or(before.draining)};
  if (now == before) return now;
  tx.rows.set_control(handler, now);
  // Processes that sleep look at once, and who follows the jobs looks again.
  tx.has_work = true;
  tx.has_news = true;
  return now;
}

template <class Rows>
answer_to<enrol::answer_type> perform(transaction<Rows>& tx, const enrol& op) {
  enrol::answer_type out{.owner = tx.rows.insert_owner(op.label, tx.elapsed, tx.boot_id)};
  for (const job_descriptor* type : op.types) {
    const name_number handler = tx.rows.number_of(type->handler);
    for (const limit_description& limit : type->limits)
      if (limit.kind == limit_kind::active_jobs)
        tx.rows.declare(out.owner, handler,
                        {limit_number(tx, *type, limit), limit.point, to_string(limit.key),
                         limit.count, limit.most});
    if (type->input_form == sha256_digest{}) continue;
    const auto known = tx.rows.payload_form(handler, type->newest_version);
    if (!known)
      tx.rows.put_payload_form(handler, type->newest_version, type->input_form);
    else if (*known != type->input_form)
      out.changed.push_back(type);
  }
  return out;
}

/// An owner will not come back. What it declared may have held jobs back.
template <class Rows>
void forget_owner(transaction<Rows>& tx, owner_number owner) {
  for (const name_number limit : tx.rows.undeclare(owner)) tx.rows.put_recheck({limit, {}});
  tx.rows.delete_owner(owner);
}

/// Lets parked jobs try again whose limit was declared by a process that has gone, or was set to
/// another count; so many at most, and the rest later. All of them if no living process declares
/// the limit any more; else the first of each key for which there is room: who takes a slot wakes
/// the next.
template <class Rows>
std::size_t recheck_parked(transaction<Rows>& tx, std::size_t most) {
  std::size_t looked_at = 0;
  while (looked_at < most) {
    const auto next = tx.rows.next_recheck();
    if (!next) break;
    const auto key = tx.rows.parked_key_after(next->limit, next->after);
    if (!key) {
      tx.rows.remove_recheck(next->limit);
      continue;
    }
    const auto declared = tx.rows.declaration(next->limit);
    if (!declared) {
      while (looked_at < most && wake_parked(tx, next->limit, *key)) ++looked_at;
      continue;
    }
    if (tx.rows.find_slot(next->limit, *key, allowed_by(tx, *declared)).number)
      wake_parked(tx, next->limit, *key);
    tx.rows.put_recheck({next->limit, key});
    ++looked_at;
  }
  return looked_at;
}

/// Whether a lease has run out, by the owner's last sign of life.
template <class Rows, class Owner>
bool is_expired(const transaction<Rows>& tx, const Owner& owner, std::int64_t lease_ms) {
  return !owner || owner->boot_id != tx.boot_id || tx.elapsed > owner->seen_at + lease_ms;
}

/// Takes a job from an owner that is lost. A held job was never begun, so nothing happens to it; a
/// running one takes its `lose` row, or ends if a cancel was asked for. What lives on is a suspect
/// and comes back after its backoff: those that were lost together are not claimed together again.
template <class Rows>
queue_row take_away(transaction<Rows>& tx, const job_descriptor& type, const queue_row& job) {
  const backoff_plan plan =
      settings_of_job(type, tx.rows.claim_part(job.key), job.max_attempts).plan;
  if (job.at.phase == phase::held) {
    queue_row back = job;
    ++back.fence;
    // A worker may have entered it, and not have come to tell.
    back.suspect = true;
    give_back(tx, back);
    wait_for_backoff(tx, back, plan, back.at.attempt);
    tx.rows.update_queued(job, back);
    return back;
  }
  const failure_info lost{.code = to_string(pawl::error::worker_lost::code),
                          .message = "the worker gave no sign of life for longer than its lease",
                          .detail = {},
                          .state = to_string(type.name_of(job.at.state)),
                          .retryable = type.worker_lost_is_retried};
  any_decision decided = happens(type, job, role::lose, ending_of(lost));
  consequences with{.error = &lost, .plan = &plan, .after_backoff = true, .bump_fence = true};
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

/// A job that was taken away, as those who count it see it.
inline moved_job moved_by_loss(const job_descriptor& type, const queue_row& job,
                               const queue_row& after) {
  const bool cancelled = type.kind_of(after.at.state) == kind::cancelled;
  moved_job out =
      moved(type, after,
            cancelled ? std::string_view{} : std::string_view(pawl::error::worker_lost::code));
  out.attempt = job.at.attempt;  // the next one counts from zero again in some lifecycles
  return out;
}
/// One that was only held has lost nothing, and one that could not be taken away is still held.
inline void note_lost(light_vector<moved_job>& to, const job_descriptor& type, const queue_row& job,
                      const queue_row& after) {
  if (job.at.phase == phase::running && after.fence != job.fence)
    to.push_back(moved_by_loss(type, job, after));
}

template <class Rows>
answer_to<beat::answer_type> perform(transaction<Rows>& tx, const beat& op) {
  const auto owner = tx.rows.owner(op.owner);
  if (!owner) return refuse(errc::owner_lost, "this owner is not enrolled; enrol again");
  beat::answer_type out;
  for (const queue_row& job : tx.rows.leased_by(op.owner, 0, all_rows)) {
    // A lease that ran out is not brought back to life: another owner may be about to take the job.
    const job_descriptor* type = definition_of(tx, job);
    if (is_expired(tx, owner, job.lease_ms) && type != nullptr)
      note_lost(out.moved, *type, job, take_away(tx, *type, job));
    else
      out.jobs.push_back({{job.key, job.fence}, tx.rows.type(job.handler), job.cancel_requested});
  }
  tx.rows.see_owner(op.owner, tx.elapsed, tx.boot_id, ended_text::of(op.ended));
  if (op.ended.empty()) return out;
  for (std::size_t i = 0; i < op.ended.size(); ++i) out.elsewhere.push_back({});
  for (const owner_number number : tx.rows.owners()) {
    const auto other = tx.rows.owner(number);
    if (number == op.owner || !other || other->ended.empty()) continue;
    const ended_text told(other->ended);
    // Who serves a type gives a sign of life within its lease: who does not lives no more.
    for (std::size_t i = 0; i < op.ended.size(); ++i)
      if (const job_descriptor& type = *op.ended[i].type; !is_expired(tx, other, type.lease.count))
        out.elsewhere[i].add(told.find(std::string_view(type.handler)));
  }
  return out;
}

template <class Rows>
answer_to<leave::answer_type> perform(transaction<Rows>& tx, const leave& op) {
  leave::answer_type out;
  for (const queue_row& job : tx.rows.leased_by(op.owner, 0, all_rows))
    if (const job_descriptor* type = definition_of(tx, job))
      note_lost(out.moved, *type, job, take_away(tx, *type, job));
  forget_owner(tx, op.owner);
  return out;
}

template <class Rows>
answer_to<reap::answer_type> perform(transaction<Rows>& tx, const reap& op) {
  reap::answer_type out;
  for (const owner_number number : tx.rows.owners()) {
    const auto owner = tx.rows.owner(number);
    std::size_t left = 0;
    std::int64_t last = 0;
    // In portions: an owner may have held more than one transaction should take away.
    const std::size_t portion = greatest<std::size_t>(op.limit, 1);
    for (bool more = true; more;) {
      const auto jobs = tx.rows.leased_by(number, last, portion);
      more = jobs.size() == portion;
      for (const queue_row& job : jobs) {
        last = job.key;
        const job_descriptor* type = definition_of(tx, job);
        if (type == nullptr || !is_expired(tx, owner, job.lease_ms)) {
          ++left;
          continue;
        }
        if (out.jobs.size() == op.limit) {
          out.more = true;
          return out;
        }
        const queue_row after = take_away(tx, *type, job);
        if (after.fence == job.fence) {  // a guard decides that only the C++ type knows
          ++left;
          continue;
        }
        out.jobs.push_back({moved_by_loss(*type, job, after), tx.rows.id_of(job.key),
                            job.at.phase == phase::running,
                            to_string(type->name_of(after.at.state))});
      }
    }
    // Silent for so long and holding nothing: if it comes back, it enrols again.
    if (left == 0 && is_expired(tx, owner, owner_silence)) forget_owner(tx, number);
  }
  out.rechecked = recheck_parked(tx, op.limit);
  out.more = out.rechecked != 0 && out.rechecked == op.limit;
  return out;
}

/// So many of those that a job has waited for have ended; one of them may have failed.
template <class Rows>
void let_go(transaction<Rows>& tx, std::int64_t dependent, unsigned ended, bool failed,
            light_vector<moved_job>& moved) {
  queue_row job;
  if (!tx.rows.queued(dependent, job) || job.waiting_for == 0) return;
  const job_descriptor* type = definition_of(tx, job);
  if (type == nullptr) return;
  if (failed && type->on_failed_dependency == dependents::cancel) {
    if (auto gone = cancel_for_dependency(tx, *type, job)) moved.push_back(*std::move(gone));
    return;
  }
  queue_row after = job;
  after.waiting_for -= least(ended, after.waiting_for);
  if (after.waiting_for == 0 && after.at.phase == phase::blocked &&
      entry_phase(type->kind_of(after.at.state)) == phase::ready)
    make_ready(tx, *type, after);
  tx.rows.update_queued(job, after);
}

/// Jobs that one transaction lets go of those that wait for one job, at most.
inline constexpr std::size_t most_let_go = 100;

/// Those who wait for jobs that have ended, each with what it has to hear: however many of those a
/// transaction ends, the row of who waits for them is written once.
template <class Rows>
class released_jobs {
 public:
  explicit released_jobs(transaction<Rows>& tx) : tx_(tx) {}

  /// Notes who waits for a job that has ended, so many at most. How many that were.
  std::size_t note(std::int64_t ended, bool succeeded, std::size_t most) {
    const auto waiting = tx_.rows.dependents_of(ended, most);
    for (const std::int64_t job : waiting) add(job, succeeded);
    if (waiting.size() < most)
      tx_.rows.remove_dependents(ended);
    else
      for (const std::int64_t job : waiting) tx_.rows.remove_dependency(job, ended);
    return waiting.size();
  }
  void let_all_go(light_vector<moved_job>& moved) {
    for (const each_one& each : jobs_) let_go(tx_, each.job, each.ended, each.failed, moved);
    jobs_.clear();
    places_.clear();
  }

 private:
  struct each_one {
    std::int64_t job = 0;
    unsigned ended = 0;
    bool failed = false;
  };
  void add(std::int64_t job, bool succeeded) {
    const std::size_t* place = places_.find(job);
    if (place == nullptr) {
      place = &places_.add(job, jobs_.size());
      jobs_.emplace_back().job = job;
    }
    each_one& of = jobs_[*place];
    ++of.ended;
    of.failed = of.failed || !succeeded;
  }

  transaction<Rows>& tx_;
  light_vector<each_one> jobs_{};
  pawl::detail::light_map<std::int64_t, std::size_t> places_{};
};

/// Tells those who wait for what has ended, in this transaction and before, up to so many of them;
/// the rest is written down for later. How many were told.
template <class Rows>
std::size_t release(transaction<Rows>& tx, std::size_t limit, light_vector<moved_job>& moved) {
  released_jobs<Rows> told(tx);
  std::size_t count = 0;
  while (count < limit) {
    // Who is let go may end with it, so that others wait for that.
    const auto ended = std::exchange(tx.releases, {});
    for (const auto& each : ended) {
      const std::size_t most = least(limit - count, most_let_go);
      const std::size_t noted = most == 0 ? 0 : told.note(each.key, each.succeeded, most);
      if (noted == most) tx.releases.push_back(each);
      count += noted;
    }
    if (ended.empty()) {
      const auto before = tx.rows.next_release();
      if (!before) break;
      outcome_row how;
      const bool succeeded = tx.rows.outcome(*before, how) && how.kind == kind::success;
      const std::size_t most = least(limit - count, most_let_go);
      const std::size_t noted = told.note(*before, succeeded, most);
      if (noted < most) tx.rows.remove_release(*before);
      count += noted;
    }
    told.let_all_go(moved);
  }
  for (const auto& each : tx.releases) tx.rows.insert_release(each.key);
  tx.releases.clear();
  return count;
}

template <class Rows>
answer_to<release_dependents::answer_type> perform(transaction<Rows>& tx,
                                                   const release_dependents& op) {
  release_dependents::answer_type out;
  out.count = release(tx, op.limit, out.moved);
  out.more = out.count >= op.limit;
  return out;
}

template <class Rows>
answer_to<recheck_limits::answer_type> perform(transaction<Rows>& tx, const recheck_limits& op) {
  recheck_limits::answer_type out;
  if (op.configured != nullptr)
    tx.rows.configure(limit_number(tx, *op.type, *op.configured), op.count);
  for (const limit_description& limit : op.type->limits)
    tx.rows.put_recheck({limit_number(tx, *op.type, limit), {}});
  out.count = recheck_parked(tx, op.limit);
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
    for (const outcome_row& job : tx.rows.prunable(handler, tx.elapsed, left())) {
      out.behind = greatest(out.behind, milliseconds{tx.elapsed - job.prune_at});
      const std::int64_t kept = tx.rows.is_dead_letter(job.key) ? type->keep_dead_letters.count
                                                                : type->keep_results.count;
      const std::int64_t last = greatest(job.kept_since + kept, key_ends(job, *type));
      if (last <= tx.elapsed) {
        forget(job);
        continue;
      }
      const std::int64_t events_go = job.kept_since + type->keep_events.count;
      std::int64_t output_goes = job.kept_since + type->keep_output.count;
      // on_success is given the output, so that it stays until the handler has been told.
      if (job.has_result && output_goes <= tx.elapsed && tx.rows.callback(job.key))
        output_goes = tx.elapsed + 60'000;
      const outcome_parts going{.events = job.has_events && events_go <= tx.elapsed,
                                .output = job.has_result && output_goes <= tx.elapsed};
      std::int64_t next = last;
      if (job.has_events && !going.events) next = least(next, events_go);
      if (job.has_result && !going.output) next = least(next, output_goes);
      tx.rows.forget_parts(job, going, next);
      ++out.histories;
    }
    if (type->keep_at_most == 0) continue;
    for (const outcome_row& job : tx.rows.beyond_count(handler, type->keep_at_most, left()))
      if (key_ends(job, *type) <= tx.elapsed) forget(job);
  }
  out.more = left() == 0;
  return out;
}

/// A call of a callback has failed, or was lost with its process. The callback is due again after a
/// pause that doubles with each try: 1 s, 2 s, 4 s, 8 s. False if that was its last try: then it is
/// given up.
template <class Rows>
bool try_again(transaction<Rows>& tx, callback_row call) {
  if (call.tries >= most_callback_tries) {
    tx.rows.delete_callback(call.job);
    return false;
  }
  call.caller = 0;
  call.due_at = tx.elapsed + (std::int64_t{500} << call.tries);
  tx.rows.update_callback(call);
  return true;
}

/// What a process is given of a callback. False if its job has been forgotten.
template <class Rows>
bool hand_over(transaction<Rows>& tx, const job_descriptor& type, const callback_row& call,
               light_vector<callback>& to) {
  outcome_row ended;
  if (!tx.rows.outcome(call.job, ended)) return false;
  job_row cold = tx.rows.job(call.job);
  job_record record;
  if (type.calls_on_end) {
    show(record, cold);
    show(record, ended);
    record.handler = std::string_view(type.handler);
    record.lifecycle = std::string_view(type.lifecycle);
    record.tenant = tx.rows.name_of(cold.tenant);
  }
  to.push_back({.key = call.job,
                .tries = call.tries,
                .id = cold.id,
                .type = &type,
                .succeeded = ended.kind == kind::success,
                .failed = ended.kind == kind::failure || ended.kind == kind::dead,
                .payload = std::move(cold.payload),
                .object = std::move(cold.object),
                .payload_version = cold.payload_version,
                .result = std::move(ended.result),
                .result_object = std::move(ended.result_object),
                .error = ended.error.value_or(failure_info{}),
                .record = std::move(record)});
  return true;
}

/// A callback, and the type of its job.
struct typed_callback {
  const job_descriptor* type = nullptr;
  callback_row call{};
};

/// The callbacks that are due first, of whatever type. Those whose payload is newer than the
/// process are left to a process that can read it.
template <class Rows>
light_vector<typed_callback> first_due(transaction<Rows>& tx,
                                       const light_vector<const job_descriptor*>& types,
                                       std::size_t limit) {
  light_vector<typed_callback> due;
  for (const job_descriptor* type : types)
    for (const callback_row& call : tx.rows.due_callbacks(tx.rows.number_of(type->handler),
                                                          tx.elapsed, type->newest_version, limit))
      due.push_back({type, call});
  pawl::detail::sort_by(due, [](const typed_callback& a, const typed_callback& b) {
    return a.call.due_at != b.call.due_at ? a.call.due_at < b.call.due_at : a.call.job < b.call.job;
  });
  while (due.size() > limit) due.pop_back();
  return due;
}

template <class Rows>
answer_to<take_callbacks::answer_type> perform(transaction<Rows>& tx, const take_callbacks& op) {
  const auto owner = tx.rows.owner(op.owner);
  if (!owner) return refuse(errc::owner_lost, "this owner is not enrolled; enrol again");
  light_vector<const job_descriptor*> types;
  for (const job_descriptor* type : op.types)
    if (!contains(types, type)) types.push_back(type);
  // As in a claim: what is given is not lost already.
  for (const job_descriptor* type : types) {
    if (!is_expired(tx, owner, type->lease.count)) continue;
    static_cast<void>(perform(tx, beat{op.owner}));
    break;
  }

  take_callbacks::answer_type out;
  const auto give = [&](const job_descriptor& type, const callback_row& call) {
    if (hand_over(tx, type, call, out.callbacks))
      tx.rows.update_callback(call);
    else
      tx.rows.delete_callback(call.job);
  };
  const auto note_interrupted = [&](const job_descriptor& type, const callback_row& call) {
    out.lost.push_back(
        {call.job, tx.rows.id_of(call.job), &type, call.tries, !try_again(tx, call)});
  };
  // Whether a callback was lost has nothing to do with its payload, so any process notes it.
  for (const job_descriptor* type : types)
    for (const callback_row& call : tx.rows.called_callbacks(tx.rows.number_of(type->handler))) {
      if (call.caller == op.owner) {
        if (out.callbacks.size() < op.limit) give(*type, call);
      } else if (is_expired(tx, tx.rows.owner(call.caller), type->lease.count)) {
        note_interrupted(*type, call);
      }
    }
  while (out.callbacks.size() < op.limit) {
    const auto due = first_due(tx, types, op.limit - out.callbacks.size());
    if (due.empty()) break;
    for (const auto& [type, found] : due) {
      callback_row call = found;
      // An earlier release charged tries ahead, and its process was lost in the last.
      if (call.tries >= most_callback_tries) {
        note_interrupted(*type, call);
        continue;
      }
      ++call.tries;
      call.caller = op.owner;
      give(*type, call);
    }
  }
  return out;
}

template <class Rows>
answer_to<finish_callback::answer_type> perform(transaction<Rows>& tx, const finish_callback& op) {
  const auto call = tx.rows.callback(op.key);
  if (!call || call->tries != op.tries)
    return refuse(errc::lease_lost, "another process has taken this callback meanwhile");
  if (!op.done) return finish_callback::answer_type{!try_again(tx, *call)};
  tx.rows.delete_callback(op.key);
  return finish_callback::answer_type{false};
}

}  // namespace pawl::storage::logic
