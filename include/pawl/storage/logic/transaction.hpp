// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <utility>

#include <pawl/policies/backoff/delay.hpp>
#include <pawl/policies/limits/key.hpp>
#include <pawl/policies/limits/key_of.hpp>
#include <pawl/policies/priority.hpp>
#include <pawl/storage/definition.hpp>
#include <pawl/storage/operation.hpp>
#include <pawl/storage/rows.hpp>
#include <pawl/storage/summary.hpp>
#include <pawl/transport/channel.hpp>

namespace pawl::storage::logic {

/// The last time that anything can be put off to: the end of the year 9999, beyond which a time
/// cannot be written as one.
inline constexpr std::int64_t last_time = 253'402'300'799'999;

/// One transaction: a backend's rows, and the one time at which all of it happens.
template <class Rows>
struct transaction {
  Rows& rows;
  std::int64_t now = 0;      ///< milliseconds since 1970: what is shown
  std::int64_t elapsed = 0;  ///< on the store's own line of time: by which something is due
  std::string_view boot_id{};
  bool has_work = false;  ///< something became ready: waiting engines should look
  bool has_news = false;  ///< an event was written, or a job
  /// What has ended that others wait for, and not all of them were told.
  struct awaited_end {
    std::int64_t key = 0;
    bool succeeded = false;
  };
  light_vector<awaited_end> releases{};
  /// Where it is told what became of those: the answer of the operation that ended it.
  light_vector<moved_job>* moved = nullptr;
  /// When, by the store's `elapsed`, the first of what was put off becomes due.
  milliseconds next_due = transport::channel::never;
  bool of_the_caller =
      false;  ///< who decides whether any of it happens, and must hear what is wrong
  std::shared_ptr<const principal> submitter{};  ///< of the last job that was handed over

  [[nodiscard]] clock_reading at() const { return {now, elapsed}; }
  /// So long after now, on the store's own line; at most the last time.
  [[nodiscard]] due_time after(std::int64_t ms) const {
    return due_time::by_elapsed(elapsed + least(ms, last_time - now));
  }
};

/// What others should hear of after a commit.
struct announcements {
  bool work = false;
  bool news = false;
  milliseconds due = transport::channel::never;
  milliseconds now{};

  template <class Rows>
  void add(const transaction<Rows>& committed) {
    work |= committed.has_work;
    news |= committed.has_news;
    due = least(due, committed.next_due);
    now = milliseconds{committed.elapsed};
  }
  void tell(transport::channel& listeners) const {
    listeners.announce({.work = work, .news = news, .due = due, .now = now});
  }
};

/// What goes with a change of state.
struct consequences {
  const failure_info* error = nullptr;
  const std::string* result = nullptr;
  payload_object result_object{};
  const backoff_plan* plan = nullptr;  ///< the job's own; null: its type's
  bool after_backoff = false;  ///< if it would be ready now, it is so only after its backoff
  milliseconds least_wait{};   ///< whatever its backoff says
  std::string_view message{};
  std::string_view actor{};  ///< who brought it about; empty: the engine
  std::string_view metadata{};
  bool begins_elsewhere = false;  ///< the start leads into a state that needs no worker
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

/// The time that a change of a job shows: never before the one before it, whatever the clock says.
template <class Rows>
std::int64_t stamp(const transaction<Rows>& tx, const queue_row& job) {
  return greatest(tx.now, job.updated_at);
}

template <class Rows>
void log_event(transaction<Rows>& tx, queue_row& job, event_row&& event) {
  event.job = job.key;
  event.number = ++job.events;
  event.at = stamp(tx, job);
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

/// How many a limit allows: as many as an operator has set, as far as the declaration of this
/// process lets it; else as many as are declared.
template <class Rows>
int allowed_by(transaction<Rows>& tx, const limit_description& limit, name_number number) {
  return least(tx.rows.configured(number, limit.count), limit.most);
}

/// How many a limit allows that living processes declare in several ways: as many as the strictest.
template <class Rows>
int allowed_by(transaction<Rows>& tx, const declared_limit& limit) {
  return least(tx.rows.configured(limit.limit, limit.count), limit.most);
}

/// A limit that holds when jobs of a type are claimed, of whichever type declares it.
struct standing_limit {
  name_number number = 0;
  std::string name{};
  std::string key{};  ///< what it counts by
  int count = 0;
};

/// The limits that hold back claims of a job type: those of this process, and those of processes
/// that run another release of it.
template <class Rows>
light_vector<standing_limit> limits_at_claim(transaction<Rows>& tx, const job_descriptor& type) {
  light_vector<standing_limit> found;
  for (const limit_description& limit : type.limits) {
    if (limit.point != limit_point::at_claim) continue;
    const name_number number = limit_number(tx, type, limit);
    found.push_back(
        {number, to_string(limit.name), to_string(limit.key), allowed_by(tx, limit, number)});
  }
  for (const declared_limit& each : tx.rows.declared(tx.rows.number_of(type.handler))) {
    if (each.point != limit_point::at_claim) continue;
    const int count = allowed_by(tx, each);
    standing_limit* own = nullptr;
    for (standing_limit& of : found)
      if (of.number == each.limit) own = &of;
    if (own != nullptr)
      own->count = least(own->count, count);
    else
      found.push_back({each.limit, tx.rows.name_of(each.limit).substr(type.handler.size() + 1),
                       each.key, count});
  }
  return found;
}

/// What a limit counts a job under. A job that was submitted by a release that did not know the
/// limit has no key; what it is counted by may be known all the same. If not, it is not counted.
template <class Rows>
std::optional<std::string> limit_key_of(transaction<Rows>& tx, const job_row& job,
                                        std::string_view name, text counted_by) {
  if (auto key = limit_keys(job.limit_keys).find(name)) return key;
  std::string key;
  if (counted_by == by::global::name) return key;
  if (!(counted_by == by::tenant::name || counted_by == by::user::name ||
        counted_by == by::organisation::name))
    return {};
  pawl::detail::append_part(key, text(tx.rows.name_of(job.tenant)));
  if (counted_by == by::user::name) pawl::detail::append_part(key, text(job.requested_by));
  if (counted_by == by::organisation::name)
    pawl::detail::append_part(key, text(std::string_view(job.organisation)));
  return key;
}

/// A slot became free: the first of those who wait for it is ready. A suspect may have to wait for
/// another one, so that it is not the only one that is woken. False if none waits.
template <class Rows>
bool wake_parked(transaction<Rows>& tx, name_number limit, const std::string& key) {
  bool woken = false;
  while (const auto waiting = tx.rows.unpark(limit, key)) {
    queue_row job;
    if (!tx.rows.queued(waiting->job, job) || !job.parked) continue;
    queue_row after = job;
    after.at.phase = phase::ready;
    after.parked = false;
    after.woken = true;
    after.sort_key = waiting->sort_key;
    tx.rows.update_queued(job, after);
    tx.has_work = true;
    woken = true;
    if (!job.suspect) break;
  }
  return woken;
}

/// Frees the slots that a job holds: those that it has because a worker has it, or all of them;
/// whatever this process knows of their limits.
template <class Rows>
void free_slots(transaction<Rows>& tx, const queue_row& job, bool only_running) {
  if (!job.counted) return;
  for (const freed_slot& each : tx.rows.free_slots(job.key, only_running))
    wake_parked(tx, each.limit, each.key);
}

/// A job that was woken for a slot does not take it, or takes one of several: a job that waits for
/// one that is free goes on beside it.
template <class Rows>
void pass_on_slots(transaction<Rows>& tx, const light_vector<standing_limit>& limits,
                   const queue_row& job) {
  const auto& of = tx.rows.job(job.key);
  for (const standing_limit& limit : limits) {
    const auto key = limit_key_of(tx, of, limit.name, limit.key);
    if (key && tx.rows.find_slot(limit.number, *key, limit.count).number)
      wake_parked(tx, limit.number, *key);
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
  if (found.link) tx.rows.put_detail(job, detail_kind::link, {}, 1, write_link(*found.link));
}

/// Whether a job that reaches this state would be a success without the link that its type
/// promises, or with one that is not valid for long enough. A step that only leads to the next one
/// hands out nothing yet.
template <class Rows>
bool lacks_link(const transaction<Rows>& tx, const job_descriptor& type, state_number reached,
                const findings& found) {
  const std::int64_t least = type.keep_link.count;
  if (least == 0 || type.kind_of(reached) != kind::success) return false;
  return !found.link || found.link->until.time_since_epoch().count() < tx.now + least;
}

/// Puts a job off until then: a sleeping engine's alarm may have to be set earlier.
template <class Rows>
void put_off_until(transaction<Rows>& tx, queue_row& job, due_time due_at) {
  job.at.phase = phase::scheduled;
  job.due_at = due_at;
  tx.next_due = least(tx.next_due, milliseconds{due_at.elapsed(tx.at())});
}

/// Makes a job ready, since now or since a time before, or lets it wait for what it still has to
/// wait for.
template <class Rows>
void make_ready(transaction<Rows>& tx, const job_descriptor& type, queue_row& job,
                std::int64_t since = 0) {
  // A state whose work is done elsewhere is claimed by no worker.
  if (job.waiting_for != 0 || type.states[job.at.state].remote) {
    job.at.phase = phase::blocked;
  } else if (!job.due_at.has_come(tx.at())) {
    put_off_until(tx, job, job.due_at);
  } else {
    job.at.phase = phase::ready;
    job.sort_key = sort_key({since != 0 ? since : tx.elapsed}, job.rank, type.aging_step);
    tx.has_work = true;
  }
}

/// When a worker entered a job, by the store's clock: so long before now, but not before anything
/// that the job's row tells of.
template <class Rows>
std::int64_t time_of_entry(const transaction<Rows>& tx, const queue_row& job, milliseconds ago) {
  return greatest(job.updated_at, tx.now - greatest<std::int64_t>(ago.count(), 0));
}

/// The retry settings of a job: its type's, changed by what was submitted with it.
inline retry_settings settings_of_job(const job_descriptor& type, const job_row& job,
                                      unsigned max_attempts) {
  retry_settings settings = type.retry;
  settings.max_attempts = max_attempts;
  settings.plan.initial = job.retry.initial.value_or(settings.plan.initial);
  settings.plan.cap = job.retry.cap.value_or(settings.plan.cap);
  if (settings.plan.model == backoff_model::fixed) settings.plan.cap = settings.plan.initial;
  settings.plan.multiplier = job.retry.multiplier.value_or(settings.plan.multiplier);
  return settings;
}

/// Lets a job wait for as long as its backoff says after so many attempts, or longer.
template <class Rows>
void wait_for_backoff(transaction<Rows>& tx, queue_row& job, const backoff_plan& plan,
                      unsigned attempt, milliseconds least = {}) {
  const std::int64_t backoff = delay(plan, tx.rows.id_of(job.key).seed(), attempt).count;
  put_off_until(tx, job, tx.after(greatest<std::int64_t>(backoff, least.count())));
}

/// A job that was held, and never begun, goes back to the place that it had.
template <class Rows>
void give_back(transaction<Rows>& tx, queue_row& job) {
  job.owner = 0;
  job.lease_ms = 0;
  job.due_at = {};
  free_slots(tx, job, true);
  job.at.phase = phase::ready;
  tx.has_work = true;
}

/// What a job has failed with that was ended by a cancel or by an event from outside: no attempt
/// has failed, or an earlier one that is not what ended it. Nothing, if something else has.
inline maybe<failure_info> failure_by_order(const job_descriptor& type, const queue_row& job,
                                            const any_decision& decided, std::string_view message) {
  if (decided.count == 0) return {};
  const event_info& last = type.events[decided.steps[decided.count - 1].on];
  if (last.role != role::cancel && last.role != role::outside) return {};
  failure_info out{.state = to_string(type.name_of(job.at.state))};
  if (last.role == role::cancel) {
    out.code = to_string(pawl::error::job_cancelled::code);
    out.message = !job.cancel_reason.empty() ? job.cancel_reason.view()
                  : !message.empty()         ? message
                                             : std::string_view("cancelled");
  } else {
    out.code = to_string(pawl::error::job_aborted::code);
    out.message = "event " + to_string(last.name) + " has ended the job";
  }
  return out;
}

/// The row of what became of a job: made where the backend wants it.
template <class Rows>
struct last_part {
  transaction<Rows>& tx;
  const job_descriptor& type;
  const queue_row& job;
  const any_decision& decided;
  const consequences& with;
  const failure_info* error;
  std::int64_t key = job.key;

  operator outcome_row() const {
    const kind last = type.kind_of(job.at.state);
    const std::int64_t kept =
        decided.dead_letter ? type.keep_dead_letters.count : type.keep_results.count;
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
                    .completed_at = job.updated_at,
                    .kept_since = tx.elapsed,
                    .prune_at = tx.elapsed + least(type.keep_events.count, kept)};
    if (last == kind::success) {
      if (with.result != nullptr && type.keep_output.count != 0) {
        out.has_result = true;
        out.result = *with.result;
        out.result_object = with.result_object;
        out.prune_at = least(out.prune_at, tx.elapsed + type.keep_output.count);
      }
    } else {
      if (error != nullptr)
        out.error = *error;
      else if (job.error_event != 0)
        out.error = tx.rows.failure_of(job.key, job.error_event, job.at.retryable);
    }
    out.cancel_reason = job.cancel_reason;
    return out;
  }
};

/// A job gives up what it is unique by, whatever this process knows of its type.
template <class Rows>
void free_unique(transaction<Rows>& tx, queue_row& job) {
  if (!job.unique) return;
  tx.rows.remove_unique(job.key);
  job.unique = job.until_begun = false;
}

/// The last of a job: its living row goes, its outcome stays.
template <class Rows>
void finish(transaction<Rows>& tx, const job_descriptor& type, const queue_row& before,
            const queue_row& job, const any_decision& decided, const consequences& with,
            const failure_info* error) {
  const kind last = type.kind_of(job.at.state);
  // In this order: the database's own guard looks at the living row.
  tx.rows.insert_outcome(last_part<Rows>{tx, type, job, decided, with, error});
  tx.rows.delete_queued(before);
  if (decided.dead_letter) {
    const bool repeats = !tx.rows.job(job.key).parent.is_nil();
    tx.rows.insert_dead_letter(job.key, job.tenant, job.handler, job.updated_at,
                               repeats ? maybe<std::int64_t>() : tx.elapsed);
  }
  const bool succeeded = last == kind::success;
  const bool failed = last == kind::failure || last == kind::dead;
  if ((succeeded && type.calls_on_success) || (failed && type.calls_on_failure) ||
      type.calls_on_end)
    tx.rows.insert_callback({.job = job.key, .handler = job.handler, .due_at = tx.elapsed});
  if (job.has_checkpoint) tx.rows.remove_details(job.key, detail_kind::checkpoint);
  free_slots(tx, job, false);
  if (job.unique) tx.rows.remove_unique(job.key);
  if (job.waiting_for != 0) tx.rows.remove_dependencies(job.key);
  if (job.has_dependents) tx.releases.push_back({job.key, succeeded});
}

/// Writes a decision down: an event for each step, the living row or the outcome, and whatever
/// follows from it. The only place where a job's state changes.
template <class Rows>
queue_row carry_out(transaction<Rows>& tx, const job_descriptor& type, const queue_row& before,
                    const any_decision& decided, const consequences& with = {}) {
  queue_row job = before;
  job.at = decided.after;
  job.error_code = std::string_view(decided.after.error);
  job.updated_at = stamp(tx, before);
  if (with.bump_fence || (decided.charged && !is_leased(before.at.phase))) ++job.fence;
  const bool begins_here = job.at.phase == phase::running && decided.charged;
  if (begins_here || with.begins_elsewhere) {
    if (job.started_at == 0)
      job.started_at = with.entered_at != 0 ? with.entered_at : job.updated_at;
    if (job.until_begun) free_unique(tx, job);
  }
  if (begins_here) {
    if (with.owner != 0) job.owner = with.owner;
    job.lease_ms = type.lease.count;
  }
  const kind now = type.kind_of(job.at.state);
  if (now == kind::success) job.progress = 100;
  maybe<failure_info> by_order;
  if ((now == kind::failure || now == kind::dead) && with.error == nullptr)
    by_order = failure_by_order(type, before, decided, with.message);
  const failure_info* const error = by_order ? &*by_order : with.error;
  // What went wrong belongs to the first step, and the second only follows from it; an order is the
  // last step, for it may first have to lead out of a state that does not take it.
  const std::size_t told_by = by_order ? decided.count - 1 : 0;

  for (std::size_t i = 0; i < decided.count; ++i) {
    const any_step& step = decided.steps[i];
    event_row event = event_of(type, step);
    event.actor = with.actor;
    // A process carries out a request to cancel for the caller that asked: it is the caller's
    // event.
    if (event.actor.empty() && type.events[step.on].role == role::cancel)
      event.actor = before.cancel_actor;
    if (i == told_by) {
      event.message = with.message;
      event.metadata = with.metadata;
      if (error != nullptr) {
        event.message = error->message;
        event.error = error->code;
        event.detail = error->detail;
      }
    }
    log_event(tx, job, std::move(event));
    if (i + 1 < decided.count) tx.rows.pass_through(before, type, step.to);
    if (i == told_by && error != nullptr) job.error_event = job.events;
  }

  // A job that is moved on does not wait for what it had waited for.
  if (before.at.phase == phase::scheduled && decided.count != 0) job.due_at = {};
  const bool was_leased = is_leased(before.at.phase);
  if (before.parked) {
    tx.rows.remove_parked(job.key);
    job.parked = false;
  }
  if (before.woken) {
    job.woken = false;
    if (!is_leased(job.at.phase)) pass_on_slots(tx, limits_at_claim(tx, type), job);
  }
  if (!is_leased(job.at.phase)) {
    job.owner = 0;
    job.lease_ms = 0;
  }
  if (job.at.phase == phase::terminal) {
    finish(tx, type, before, job, decided, with, error);
    return job;
  }
  if (was_leased && !is_leased(job.at.phase)) free_slots(tx, job, true);

  const backoff_plan& plan = with.plan != nullptr ? *with.plan : type.retry.plan;
  if (decided.wait_for_attempt != 0) {
    wait_for_backoff(tx, job, plan, decided.wait_for_attempt, with.least_wait);
  } else if (with.after_backoff && job.at.phase == phase::ready) {
    wait_for_backoff(tx, job, plan, job.at.attempt);
  } else if (job.at.phase == phase::scheduled) {
    put_off_until(tx, job, tx.after(0));  // no attempt of ours has failed that it could wait for
  }
  if (job.at.phase == phase::ready) make_ready(tx, type, job, with.ready_at);
  tx.rows.update_queued(before, job);
  return job;
}

/// A job as it stands after something else than the end of its attempt, for those who count.
inline moved_job moved(const job_descriptor& type, const queue_row& job,
                       std::string_view error = {}) {
  moved_job out{.type = &type,
                .kind = type.kind_of(job.at.state),
                .attempt = job.at.attempt,
                .error = std::string(error),
                .at = instant{milliseconds{job.updated_at}}};
  if (job.started_at != 0) out.started_at = instant{milliseconds{job.started_at}};
  return out;
}

/// A decision about a job that is asked for by role; refused if the lifecycle has no such event.
inline any_decision happens(const job_descriptor& type, const queue_row& job, role what,
                            const ending& end = {}) {
  const auto event = type.event_of(what);
  if (!event || (what == role::cancel && type.states[job.at.state].firm)) return {};
  return type.happen != nullptr
             ? type.happen(job.position(), *event, job.max_attempts, end)
             : happen_by_rows(type, job.position(), *event, job.max_attempts, end);
}

/// Who asked, as an event tells it.
inline std::string told(const maybe<actor>& by) {
  return by ? std::string(cut(to_string(*by), longest_name)) : std::string();
}

/// Why a principal may not raise an event that was decided on: the lifecycle lets only others do
/// it. The steps that only follow from it are the engine's. Nothing, if it may.
inline maybe<error> flaw_of_trigger(const job_descriptor& type, const any_decision& decided,
                                    event_number event, trigger as) {
  for (std::size_t i = 0; i < decided.count; ++i) {
    const any_step& step = decided.steps[i];
    const triggers may = type.triggers_of(step);
    if (step.on != event || may.has(as)) continue;
    error out{errc::wrong_trigger, {}, {}, {}};
    pawl::detail::append to{out.message};
    to << "from " << type.name_of(step.from) << " to " << type.name_of(step.to) << " event "
       << type.events[event].name << " is raised by ";
    pawl::detail::write_triggers(to, may);
    to << ", not by " << name_of(as) << "; ask one of those to do it";
    return out;
  }
  return {};
}

/// By what a living job may be acted on: the job type of this process, or a definition that the
/// store holds, if only that knows its state. Null if there is neither.
template <class Rows>
const job_descriptor* definition_of(transaction<Rows>& tx, const queue_row& job) {
  return job.state_is_known ? tx.rows.type(job.handler) : job.stored;
}

/// A request to cancel holds also for a job that has gone on since: a step that was done stays
/// done, and no other is begun.
template <class Rows>
void honour_cancel(transaction<Rows>& tx, const job_descriptor& type, queue_row& job) {
  if (!job.cancel_requested || job.at.phase == phase::terminal) return;
  if (const any_decision cancelling = happens(type, job, role::cancel))
    job = carry_out(tx, type, job, cancelling, {.message = job.cancel_reason, .bump_fence = true});
}

inline ending ending_of(const failure_info& error) { return {error.code, error.retryable}; }

/// The living row behind a lease; or why the lease is worth nothing.
template <class Rows>
maybe<error> find_held(transaction<Rows>& tx, const lease_token& lease, queue_row& job) {
  const auto because = [](errc code, std::string message) {
    return error{code, std::move(message), {}, {}};
  };
  if (tx.rows.queued(lease.key, job)) {
    if (job.fence != lease.fence || !is_leased(job.at.phase))
      return because(errc::lease_lost,
                     "the job was given to another worker or moved on; drop this attempt");
    if (!job.state_is_known)
      return because(errc::unknown_state,
                     "the job's state is not known here; upgrade this process");
    return {};
  }
  outcome_row ended;
  if (!tx.rows.outcome(lease.key, ended))
    return because(errc::not_found, "there is no such job; it may have been pruned");
  if (ended.fence == lease.fence)
    return because(errc::already_terminal, "the job has ended; ignore this signal");
  return because(errc::lease_lost, "the job was given to another worker and has ended");
}

/// The job that a scope may see under an id.
template <class Rows>
maybe<std::int64_t> find_in(transaction<Rows>& tx, const scope& who, const job_id& id) {
  const auto found = tx.rows.find_job(id);
  if (!found) return {};
  if (!who.is_every_tenant() && tx.rows.name_of(found->tenant) != who.tenant()) return {};
  return found->key;
}

inline unexpected<error> no_such_job() { return refuse(errc::not_found, "there is no such job"); }

}  // namespace pawl::storage::logic
