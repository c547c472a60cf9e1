// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>

#include <pawl/storage/logic/admission.hpp>

namespace pawl::storage::logic {

/// The keys of the limits as one text, which `limit_keys` reads.
inline std::string joined_keys(const submit& op) {
  std::string keys;
  for (std::size_t i = 0; i < op.limit_keys.size(); ++i) {
    pawl::detail::append_part(keys, op.type->limits[i].name);
    pawl::detail::append_part(keys, op.limit_keys[i]);
  }
  if (!op.unique.empty()) {
    pawl::detail::append_part(keys, {});
    pawl::detail::append_part(keys, op.unique);
  }
  return keys;
}

/// The row of what is submitted: made where the backend wants it.
struct cold_part {
  const submit& op;
  name_number tenant;
  name_number handler;
  std::int64_t now;
  unsigned rank;
  unsigned max_attempts;

  operator job_row() const {
    return {.id = op.id,
            .tenant = tenant,
            .handler = handler,
            .created_at = now,
            .payload_version = op.payload_version,
            .payload = op.payload,
            .object = op.object,
            .requested_by = op.who.user,
            .organisation = op.who.organisation,
            .subject = op.subject,
            .correlation = op.correlation,
            .traceparent = op.traceparent,
            .metadata = op.metadata,
            .idempotency_key = op.key,
            .parent = op.parent.value_or(job_id{}),
            .submitted_by = op.submitted_by.value_or(job_id{}),
            .rank = rank,
            .max_attempts = max_attempts,
            .retry = op.retry,
            .limit_keys = joined_keys(op),
            .timeout_ms = op.timeout.count()};
  }
};

template <class Rows>
void wait_for(transaction<Rows>& tx, std::int64_t job, std::int64_t on) {
  tx.rows.insert_dependency(job, on);
  queue_row awaited;
  if (!tx.rows.queued(on, awaited) || awaited.has_dependents) return;
  queue_row after = awaited;
  after.has_dependents = true;
  tx.rows.touch_queued(awaited, after);
}

/// What became of the job; nothing if its state cannot be cancelled, and waits for an event from
/// outside.
template <class Rows>
maybe<moved_job> cancel_for_dependency(transaction<Rows>& tx, const job_descriptor& type,
                                       queue_row job) {
  any_decision decided = happens(type, job, role::cancel);
  if (!decided) return {};
  job.cancel_reason = "dependency_failed";
  return moved(type, carry_out(tx, type, job, decided,
                               {.message = "dependency_failed", .bump_fence = true}));
}

/// Puts the waiting job off again.
template <class Rows>
void put_off_again(transaction<Rows>& tx, const submit& op, const queue_row& waiting,
                   std::int64_t since) {
  const job_descriptor& type = *definition_of(tx, waiting);
  queue_row after = waiting;
  after.due_at = due_of(tx, op, since);
  if (after.at.phase != phase::blocked) {
    after.at.phase = phase::ready;
    make_ready(tx, type, after);
  }
  tx.rows.update_queued(waiting, after);
}

/// Writes a job that was checked: nothing can be refused any more.
template <class Rows>
submit::answer_type add(transaction<Rows>& tx, const submit& op, const admission& found,
                        together* with = nullptr) {
  const job_descriptor& type = *op.type;
  const auto& [tenant, handler, dependencies, taken, known, waiting, since, delayed] = found;
  const bool is_whole = with != nullptr && with->places.size() != 0;
  const unsigned rank = op.rank.value_or(static_cast<unsigned>(type.default_rank));
  const unsigned max_attempts = op.retry.max_attempts.value_or(type.retry.max_attempts);
  const std::int64_t key =
      tx.rows.insert_job(cold_part{op, tenant, handler, tx.now, rank, max_attempts});
  if (waiting) {
    const job_descriptor& before = *definition_of(tx, *waiting);
    queue_row replaced = *waiting;
    replaced.cancel_reason = "replaced";
    carry_out(tx, before, replaced, happens(before, replaced, role::cancel),
              {.message = "replaced", .bump_fence = true});
  }
  for (const auto& slot : taken.slots) {
    // Those that came with it have taken some since it was looked at, or one has given it up.
    const int number =
        is_whole || slot.number == 0
            ? tx.rows.find_slot(slot.limit, *slot.key, slot.count).number.value_or(slot.number)
            : slot.number;
    tx.rows.take_slot(slot.limit, *slot.key, number, key, true);
  }
  for (const auto& rate : taken.rates) tx.rows.set_rate(rate.limit, *rate.key, rate.state);
  if (!op.key.empty()) tx.rows.put_key(tenant, handler, op.key, {key, op.payload_hash, tx.elapsed});
  if (!op.unique.empty()) tx.rows.put_unique(tenant, handler, op.unique, {key, since});

  queue_row job{{.key = key,
                 .handler = handler,
                 .tenant = tenant,
                 .rank = rank,
                 .max_attempts = max_attempts,
                 .version = op.payload_version,
                 .at = type.beginning(),
                 .updated_at = tx.now,
                 .has_dependents = is_whole && with->entered[with->at].is_awaited,
                 .counted = !taken.slots.empty(),
                 .unique = !op.unique.empty(),
                 .until_begun = !op.unique.empty() && type.unique.until_begun}};
  job.due_at = due_of(tx, op, since);
  bool failed = dependencies.failed;
  for (const std::size_t place : dependencies.beside) failed = failed || with->entered[place].ended;
  const bool wait = type.on_failed_dependency == dependents::run_anyway || !failed;
  if (wait) {
    job.waiting_for = static_cast<unsigned>(dependencies.pending.size());
    for (const std::int64_t on : dependencies.pending) wait_for(tx, key, on);
    for (const std::size_t place : dependencies.beside) {
      if (with->entered[place].ended) continue;
      tx.rows.insert_dependency(key, with->entered[place].key);
      ++job.waiting_for;
    }
  }
  // The session's own event, where the lifecycle begins before the queue.
  const auto submitted = happens(type, job, role::submit);
  if (submitted) {
    const std::string by = op.parent ? std::string() : told(actor_of(op.who));
    for (std::size_t i = 0; i < submitted.count; ++i) {
      event_row event = event_of(type, submitted.steps[i]);
      event.actor = by;
      log_event(tx, job, std::move(event));
    }
    job.at = submitted.after;
  }
  if (job.at.phase == phase::ready) make_ready(tx, type, job);
  // One that is replaced again and again does not come last each time.
  if (waiting && waiting->at.phase == phase::ready && job.at.phase == phase::ready)
    job.sort_key = least(job.sort_key, waiting->sort_key);
  tx.rows.insert_queued(job);
  tx.has_news = true;  // the feed of all jobs tells of it
  const bool ended = !wait && cancel_for_dependency(tx, type, job);
  if (is_whole) {
    with->entered[with->at].key = key;
    with->entered[with->at].ended = ended;
  }
  return submit::answer_type{op.id, true, ended};
}

template <class Rows>
answer_to<submit::answer_type> perform(transaction<Rows>& tx, const submit& op) {
  admission found;
  if (auto flaw = check(tx, op, found, nullptr)) return unexpected<error>(*std::move(flaw));
  if (found.known) {
    if (found.waiting) put_off_again(tx, op, *found.waiting, found.since);
    return submit::answer_type{*found.known, false};
  }
  if (!tx.rows.make_room(op.parent.value_or(job_id{})))
    return refuse(errc::queue_overloaded, "the store is full; come again later");
  return add(tx, op, found);
}

/// Why not all of these jobs are taken; nothing if they are. Writes nothing.
template <class Rows>
maybe<error> check_all(transaction<Rows>& tx, const light_vector<submit>& all, together& with) {
  if (all.size() > most_children)
    return error{errc::invalid,
                 "more jobs are submitted with one end than " + std::to_string(most_children) +
                     "; submit one that submits the rest",
                 {},
                 {}};
  for (const submit& op : all) {
    admission found;
    if (auto flaw = check(tx, op, found, &with)) return flaw;
    note(with, op, found);
  }
  if (!tx.rows.has_room_for(static_cast<std::size_t>(with.count)))
    return error{errc::queue_overloaded, "the store is full; come again later", {}, {}};
  return {};
}

/// Writes them, after `check_all`.
template <class Rows>
void add_all(transaction<Rows>& tx, const light_vector<submit>& all, together& with,
             light_vector<settle::child>& created) {
  with.are_admitted = true;
  with.keys.clear();  // they are found in the rows from now on
  for (const submit& op : all) {
    admission found;
    const auto refused = check(tx, op, found, &with);
    if (found.known) {
      if (found.waiting) put_off_again(tx, op, *found.waiting, found.since);
      continue;
    }
    if (refused || !tx.rows.make_room({}))
      throw std::logic_error("a job is refused that was admitted a moment before");
    created.push_back({op.type, add(tx, op, found).ended});
  }
}

/// What is wrong with jobs that are submitted together, before each is looked at.
inline maybe<error> flaw_of(const submit_whole& op, const together& all) {
  const auto wrong = [](std::string message) -> maybe<error> {
    return error{errc::invalid, std::move(message), {}, {}};
  };
  if (op.jobs.empty()) return wrong("there are no jobs to be submitted; add some");
  if (op.jobs.size() > most_jobs_at_once)
    return wrong("at most " + std::to_string(most_jobs_at_once) +
                 " jobs are submitted together; submit some of them first, and let the others "
                 "depend on those");
  if (all.places.size() != op.jobs.size())
    return wrong("two of the jobs have one id; give each its own");
  for (const submit& each : op.jobs) {
    if (!each.key.empty())
      return wrong(
          "a job that is submitted together with others has no idempotency key, for another one "
          "could stand in its place; submit it by itself, and let the others depend on that job");
    if (!each.unique.empty())
      return wrong(
          "a job that is submitted together with others is not unique, for another one could stand "
          "in its place; submit it by itself, and let the others depend on that job");
    if (each.parent) return wrong("a dead job is submitted again by itself");
    if (each.who.tenant != op.jobs.front().who.tenant)
      return wrong("jobs that are submitted together are of one tenant");
  }
  return {};
}

template <class Rows>
answer_to<submit_whole::answer_type> perform(transaction<Rows>& tx, submit_whole& op) {
  together all;
  for (std::size_t i = 0; i < op.jobs.size(); ++i)
    all.places.put(together::bytes_of(op.jobs[i].id), i);
  if (auto flaw = flaw_of(op, all)) return unexpected<error>(*std::move(flaw));
  if (const auto same = tx.rows.find_job(op.jobs.front().id);
      same && tx.rows.name_of(same->tenant) == op.jobs.front().who.tenant) {
    for (submit& each : op.jobs) each.answer = submit::answer_type{each.id, false};
    return submit_whole::answer_type{false};
  }
  all.entered = light_vector<together::entry>(op.jobs.size());
  light_vector<admission> found(op.jobs.size());
  for (all.at = 0; all.at < op.jobs.size(); ++all.at) {
    const submit& each = op.jobs[all.at];
    auto flaw = check(tx, each, found[all.at], &all);
    if (!flaw && found[all.at].known)
      flaw = error{errc::invalid, "its id is taken; take a fresh one from an id_source", {}, {}};
    if (flaw) {
      flaw->message = "job " + std::to_string(all.at + 1) + " of " +
                      std::to_string(op.jobs.size()) +
                      (each.type != nullptr ? ", " + to_string(each.type->handler) : "") +
                      ", is refused, and so are all: " + flaw->message;
      return unexpected<error>(*std::move(flaw));
    }
    note(all, each, found[all.at]);
  }
  if (!tx.rows.has_room_for(op.jobs.size()))
    return refuse(errc::queue_overloaded, "the store is full; come again later");
  for (all.at = 0; all.at < op.jobs.size(); ++all.at) {
    if (!tx.rows.make_room({}))
      throw std::logic_error("a job is refused that was admitted a moment before");
    op.jobs[all.at].answer = add(tx, op.jobs[all.at], found[all.at], &all);
  }
  return submit_whole::answer_type{};
}

}  // namespace pawl::storage::logic
