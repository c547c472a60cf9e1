// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <utility>

#include <pawl/policies/backoff/delay.hpp>
#include <pawl/policies/priority.hpp>
#include <pawl/storage/operation.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/summary.hpp>

namespace pawl::storage::logic {

/// One transaction: a backend's rows, and the one time at which all of it happens.
template <class Rows>
struct transaction {
  Rows& rows;
  std::int64_t now = 0;   ///< milliseconds since 1970
  std::int64_t boot = 0;  ///< milliseconds since the machine was started
  std::string_view boot_id{};
  bool has_work = false;      ///< something became ready: waiting engines should look
  bool has_news = false;      ///< an event was written
  bool has_releases = false;  ///< something ended that others wait for
  bool of_the_caller =
      false;  ///< who decides whether any of it happens, and must hear what is wrong
};

/// What goes with a change of state.
struct consequences {
  const failure_info* error = nullptr;
  const std::string* result = nullptr;
  payload_object result_object{};
  const backoff_plan* plan = nullptr;  ///< the job's own; null: its type's
  std::string_view message{};
  bool bump_fence = false;  ///< the lease of the job's present worker is worth nothing afterwards
  owner_number owner = 0;   ///< who claims it
  std::int64_t entered_at = 0;  ///< when a worker began it; 0: now
  /// When it could have run; 0: now. A job whose time has come does not lose its place to those
  /// that came before a claim noticed.
  std::int64_t ready_at = 0;
};

inline instant at_ms(std::int64_t ms) { return instant{std::chrono::milliseconds{ms}}; }

inline std::string to_string(text t) { return {t.data(), t.size()}; }

inline bool is_leased(phase p) { return p == phase::held || p == phase::running; }

template <class Rows>
void log_event(transaction<Rows>& tx, queue_row& job, event_row event) {
  event.job = job.key;
  event.number = ++job.events;
  event.at = tx.now;
  event.attempt = job.at.attempt;
  event.progress = job.progress;
  event.stage = job.stage;
  tx.rows.insert_event(event);
  tx.has_news = true;
}

inline event_row event_of(const job_descriptor& type, const any_step& step) {
  return {.kind = event_kind::transition,
          .event = type.events[step.on].name,
          .from = type.name_of(step.from),
          .to = type.name_of(step.to)};
}

/// The number under which a limit of a job type counts.
template <class Rows>
name_number limit_number(transaction<Rows>& tx, const job_descriptor& type,
                         const limit_description& limit) {
  return tx.rows.number_of(to_string(type.handler) + '/' + to_string(limit.name));
}

/// A slot became free: the first of those who wait for it is ready.
template <class Rows>
void wake_parked(transaction<Rows>& tx, name_number limit, const std::string& key) {
  while (const std::optional<parked_job> waiting = tx.rows.unpark(limit, key)) {
    queue_row job;
    if (!tx.rows.queued(waiting->job, job) || job.at.phase != phase::blocked) continue;
    queue_row after = job;
    after.at.phase = phase::ready;
    after.sort_key = waiting->sort_key;
    tx.rows.update_queued(job, after);
    tx.has_work = true;
    return;
  }
}

/// Frees the slots that a job holds: those of running jobs, or all of them.
template <class Rows>
void free_slots(transaction<Rows>& tx, const job_descriptor& type, std::int64_t job,
                bool only_running) {
  for (const limit_description& limit : type.limits) {
    if (limit.kind != limit_kind::active_jobs) continue;
    if (only_running && limit.point != limit_point::at_claim) continue;
    const name_number number = limit_number(tx, type, limit);
    if (const auto key = tx.rows.free_slot(number, job)) wake_parked(tx, number, *key);
  }
}

/// A job that could have taken slots does not take them: a job that waits for one that is free goes
/// on in its place.
template <class Rows>
void pass_on_slots(transaction<Rows>& tx, const job_descriptor& type, const queue_row& job) {
  const std::string all_keys = tx.rows.job(job.key).limit_keys;
  limit_keys keys(all_keys);
  for (const limit_description& limit : type.limits) {
    const std::string key = keys.next();
    if (limit.point != limit_point::at_claim) continue;
    const name_number number = limit_number(tx, type, limit);
    if (tx.rows.find_slot(number, key, tx.rows.configured(number, limit.count)).number)
      wake_parked(tx, number, key);
  }
}

/// Whether a job's status record has room for what was found. An audit field takes the place of the
/// one before it; an artifact stays beside it.
template <class Rows>
bool has_room_for(transaction<Rows>& tx, const job_descriptor& type, std::int64_t job,
                  const findings& found) {
  if (found.empty()) return true;
  std::int64_t sum = size_of(found);
  if (sum > type.most_summary_bytes) return false;
  for (const finding_size& each : tx.rows.finding_sizes(job))
    if (!each.is_audit || !found.audit.contains(each.name))
      sum += static_cast<std::int64_t>(each.name.size()) + each.bytes;
  return sum <= type.most_summary_bytes;
}

inline unexpected<error> findings_too_large() {
  return refuse(errc::payload_too_large,
                "the job's artifacts and audit fields are larger than its type allows; store them "
                "elsewhere and send their addresses");
}

template <class Rows>
void store_findings(transaction<Rows>& tx, std::int64_t job, const findings& found) {
  for (const auto& [name, value] : found.artifacts) {
    const unsigned newest = tx.rows.newest_version(job, detail_kind::artifact, name);
    tx.rows.put_detail(job, detail_kind::artifact, name, newest + 1, value);
  }
  for (const auto& [name, value] : found.audit)
    tx.rows.put_detail(job, detail_kind::audit, name, 1, value);
}

/// Makes a job ready, since now or since a time before, or lets it wait for what it still has to
/// wait for.
template <class Rows>
void make_ready(transaction<Rows>& tx, const job_descriptor& type, queue_row& job,
                std::int64_t since = 0) {
  // A state whose work is done elsewhere is claimed by no worker.
  if (job.waiting_for != 0 || type.states[job.at.state].remote) {
    job.at.phase = phase::blocked;
  } else if (job.due_at > tx.now) {
    job.at.phase = phase::scheduled;
  } else {
    job.at.phase = phase::ready;
    job.sort_key = sort_key({since != 0 ? since : tx.now}, job.rank, type.aging_step);
    tx.has_work = true;
  }
}

/// When a worker entered a job, by the store's clock: so long before now, but not before anything
/// that the job's row tells of.
template <class Rows>
std::int64_t time_of_entry(const transaction<Rows>& tx, const queue_row& job, milliseconds ago) {
  return std::max(job.updated_at, tx.now - std::max<std::int64_t>(ago.count(), 0));
}

/// A job that was held, and never begun, goes back to the place that it had.
template <class Rows>
void give_back(transaction<Rows>& tx, const job_descriptor& type, queue_row& job) {
  job.owner = 0;
  job.lease_ms = 0;
  job.due_at = 0;
  if (type.limits_claims()) free_slots(tx, type, job.key, true);
  job.at.phase = phase::ready;
  tx.has_work = true;
}

/// The last of a job: its living row goes, its outcome stays.
template <class Rows>
void finish(transaction<Rows>& tx, const job_descriptor& type, const queue_row& job,
            const any_decision& decided, const consequences& with) {
  const kind last = type.kind_of(job.at.state);
  const bool lives_longer = decided.dead_letter;
  const std::int64_t kept = lives_longer ? type.keep_dead_letters.count : type.keep_results.count;
  outcome_row out{.key = job.key,
                  .handler = job.handler,
                  .tenant = job.tenant,
                  .state = to_string(type.name_of(job.at.state)),
                  .kind = last,
                  .fence = job.fence,
                  .events = job.events,
                  .attempt = job.at.attempt,
                  .retries = job.at.retries,
                  .progress = job.progress,
                  .stage = job.stage,
                  .started_at = job.started_at,
                  .completed_at = tx.now,
                  .prune_at = tx.now + std::min(type.keep_events.count, kept)};
  if (last == kind::success) {
    out.has_result = with.result != nullptr;
    if (with.result != nullptr) out.result = *with.result;
    out.result_object = with.result_object;
  } else {
    if (with.error != nullptr)
      out.error = *with.error;
    else if (job.error_event != 0)
      out.error = tx.rows.failure_of(job.key, job.error_event, job.at.retryable);
  }
  out.cancel_reason = job.cancel_reason;
  // In this order: the database's own guard looks at the living row.
  tx.rows.insert_outcome(out);
  tx.rows.delete_queued(job);
  if (decided.dead_letter) tx.rows.insert_dead_letter(job.key, job.tenant, job.handler, tx.now);
  const bool succeeded = last == kind::success;
  const bool failed = last == kind::failure || last == kind::dead;
  if ((succeeded && type.calls_on_success) || (failed && type.calls_on_failure))
    tx.rows.insert_callback({job.key, job.handler, 0, tx.now});
  if (job.has_checkpoint) tx.rows.remove_details(job.key, detail_kind::checkpoint);
  if (type.counts_active_jobs()) free_slots(tx, type, job.key, false);
  if (job.waiting_for != 0) tx.rows.remove_dependencies(job.key);
  if (job.has_dependents) {
    tx.rows.insert_release(job.key);
    tx.has_releases = true;
  }
}

/// Writes a decision down: an event for each step, the living row or the outcome, and whatever
/// follows from it. The only place where a job's state changes.
template <class Rows>
queue_row carry_out(transaction<Rows>& tx, const job_descriptor& type, const queue_row& before,
                    const any_decision& decided, const consequences& with = {}) {
  queue_row job = before;
  job.at = decided.after;
  job.error_code = std::string_view(decided.after.error);
  job.updated_at = tx.now;
  if (with.bump_fence || (decided.charged && !is_leased(before.at.phase))) ++job.fence;
  if (job.at.phase == phase::running && decided.charged) {
    if (job.started_at == 0) job.started_at = with.entered_at != 0 ? with.entered_at : tx.now;
    if (with.owner != 0) job.owner = with.owner;
    job.lease_ms = type.lease.count;
  }
  const kind now = type.kind_of(job.at.state);
  if (now == kind::success) job.progress = 100;

  for (std::size_t i = 0; i < decided.count; ++i) {
    const any_step& step = decided.steps[i];
    event_row event = event_of(type, step);
    // What went wrong belongs to the first step; the second only follows from it.
    if (i == 0) {
      event.message = with.message;
      if (with.error != nullptr) {
        event.message = with.error->message;
        event.error = with.error->code;
        event.detail = with.error->detail;
      }
    }
    log_event(tx, job, event);
    if (i + 1 < decided.count) tx.rows.pass_through(before, type, step.to);
    if (i == 0 && with.error != nullptr) job.error_event = job.events;
  }

  // A job that is moved on does not wait for what it had waited for.
  if (before.at.phase == phase::scheduled && decided.count != 0) job.due_at = 0;
  const bool was_leased = is_leased(before.at.phase);
  if (before.at.phase == phase::blocked && type.limits_claims()) tx.rows.remove_parked(job.key);
  if (before.at.phase == phase::ready && !is_leased(job.at.phase) && type.limits_claims())
    pass_on_slots(tx, type, job);
  if (!is_leased(job.at.phase)) {
    job.owner = 0;
    job.lease_ms = 0;
  }
  if (job.at.phase == phase::terminal) {
    finish(tx, type, job, decided, with);
    return job;
  }
  if (was_leased && !is_leased(job.at.phase) && type.limits_claims())
    free_slots(tx, type, job.key, true);

  if (decided.wait_for_attempt != 0) {
    const backoff_plan& plan = with.plan != nullptr ? *with.plan : type.retry.plan;
    const job_id id = tx.rows.id_of(job.key);
    job.due_at = tx.now + delay(plan, id.seed(), decided.wait_for_attempt).count;
    job.at.phase = phase::scheduled;
  } else if (job.at.phase == phase::scheduled) {
    job.due_at = tx.now;  // no attempt of ours has failed that it could wait for
  }
  if (job.at.phase == phase::ready) make_ready(tx, type, job, with.ready_at);
  tx.rows.update_queued(before, job);
  return job;
}

/// A decision about a job that is asked for by role; refused if the lifecycle has no such event.
inline any_decision happens(const job_descriptor& type, const queue_row& job, role what,
                            const ending& end = {}) {
  const auto event = type.event_of(what);
  if (!event) return {};
  return type.happen(job.position(), *event, job.max_attempts, end);
}

/// A request to cancel holds also for a job that has gone on since: a step that was done stays
/// done, and no other is begun.
template <class Rows>
queue_row honour_cancel(transaction<Rows>& tx, const job_descriptor& type, queue_row job) {
  if (!job.cancel_requested || job.at.phase == phase::terminal) return job;
  const any_decision cancelling = happens(type, job, role::cancel);
  if (!cancelling) return job;
  return carry_out(tx, type, job, cancelling, {.message = job.cancel_reason, .bump_fence = true});
}

inline ending ending_of(const failure_info& error) { return {error.code, error.retryable}; }

/// The living row behind a lease, or why the lease is worth nothing.
template <class Rows>
answer_to<queue_row> held_by(transaction<Rows>& tx, const lease_token& lease) {
  queue_row job;
  if (tx.rows.queued(lease.key, job)) {
    if (job.fence != lease.fence || !is_leased(job.at.phase))
      return refuse(errc::lease_lost,
                    "the job was given to another worker or moved on; drop this attempt");
    if (!job.state_is_known)
      return refuse(errc::unknown_state, "the job's state is not known here; upgrade this process");
    return job;
  }
  outcome_row ended;
  if (!tx.rows.outcome(lease.key, ended))
    return refuse(errc::not_found, "there is no such job; it may have been pruned");
  if (ended.fence == lease.fence)
    return refuse(errc::already_terminal, "the job has ended; ignore this signal");
  return refuse(errc::lease_lost, "the job was given to another worker and has ended");
}

/// The job that a scope may see under an id.
template <class Rows>
std::optional<std::int64_t> find_in(transaction<Rows>& tx, const scope& who, const job_id& id) {
  const auto found = tx.rows.find_job(id);
  if (!found) return {};
  if (!who.is_every_tenant() && tx.rows.name_of(found->tenant) != who.tenant()) return {};
  return found->key;
}

inline unexpected<error> no_such_job() { return refuse(errc::not_found, "there is no such job"); }

}  // namespace pawl::storage::logic
