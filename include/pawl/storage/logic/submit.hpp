// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>

#include <pawl/codec/syntax.hpp>
#include <pawl/detail/light_map.hpp>
#include <pawl/policies/idempotency.hpp>
#include <pawl/policies/limits/gcra.hpp>
#include <pawl/policies/limits/key_of.hpp>
#include <pawl/storage/logic/transaction.hpp>

namespace pawl::storage::logic {

/// What of a submission cannot be read by those who look at the job; null if all can.
inline const char* unreadable_part(const submit& op) {
  const auto hides = [](const auto& words) {
    return !words.empty() && !pawl::detail::codec::is_readable(text(std::string_view(words)));
  };
  return hides(op.who.user)           ? "user"
         : hides(op.who.organisation) ? "organisation"
         : hides(op.subject)          ? "subject"
         : hides(op.correlation)      ? "correlation"
         : hides(op.traceparent)      ? "traceparent"
                                      : nullptr;
}

/// What is wrong with a submission before anything is looked up; empty if nothing is.
inline maybe<error> flaw_of(const submit& op, std::int64_t now) {
  const auto wrong = [](std::string_view message) -> maybe<error> {
    return error{errc::invalid, std::string(message), {}, {}};
  };
  const auto too_large = [](std::string_view message) -> maybe<error> {
    return error{errc::payload_too_large, std::string(message), {}, {}};
  };
  const job_descriptor& type = *op.type;
  if (op.timeout.count() < 0) return wrong("a timeout is not negative; leave it out");
  if (type.timeout.count != 0 && op.timeout.count() > type.timeout.count)
    return wrong("the timeout is longer than that of the job type, " +
                 std::to_string(type.timeout.count) +
                 " ms; give a shorter one, or lengthen the type's");
  if (op.id.is_nil()) return wrong("a job needs an id; take one from an id_source");
  if (!valid_tenant(op.who.tenant))
    return wrong("the tenant must have 1 to 255 bytes of UTF-8 and no control characters");
  if (!op.key.empty() && !valid_key(op.key))
    return wrong("an idempotency key has 1 to 255 visible ASCII characters");
  if (op.key.empty() && type.key_required)
    return wrong("this job type takes no submission without an idempotency key");
  if (op.rank && *op.rank >= type.ranks.size())
    return wrong("the priority is not one of the job type's levels");
  if (op.depends_on.size() > static_cast<std::size_t>(type.most_dependencies))
    return wrong("the job depends on more jobs than its type allows");
  if (op.limit_keys.size() != type.limits.size())
    return wrong("each limit of the job type needs its key");
  for (const std::string& key : op.limit_keys)
    if (key.size() > longest_limit_key)
      return wrong("a member that a limit counts by is longer than 1024 bytes");
  if (op.payload_version < 1 || op.payload_version > type.newest_version)
    return wrong("this process does not know that version of the payload");
  if (static_cast<std::int64_t>(op.payload.size()) > type.most_input_bytes)
    return too_large(
        "the payload is larger than the job type allows; store it elsewhere and submit its "
        "address");
  const std::size_t summary = op.subject.size() + op.correlation.size() + op.traceparent.size() +
                              op.metadata.size() + op.who.user.size() + op.who.organisation.size();
  if (static_cast<std::int64_t>(summary) > type.most_summary_bytes)
    return too_large("metadata, subject and correlation are larger than the job type allows");
  if (op.delay.count() < 0) return wrong("a delay is not negative; leave it out");
  if (op.delay.count() > 0 && op.run_at)
    return wrong("a job is put off by a delay or until a time; give one of them");
  if (op.delay.count() > last_time - now ||
      (op.run_at && op.run_at->time_since_epoch().count() > last_time))
    return wrong("a job is put off until the year 9999 at the latest");
  // What is repeated was accepted once.
  if (op.parent) return {};
  if (const char* part = unreadable_part(op))
    return wrong("the " + std::string(part) + " must be UTF-8 without NUL characters");
  if (const text metadata(op.metadata.view()); !metadata.empty())
    if (const auto json = check_json(metadata, as_stored(metadata)); !json)
      return wrong("the metadata must be JSON: " + describe(json.error()));
  return {};
}

/// What a submission will take from the limits of its type, once it is known that it may.
struct taken_limits {
  struct slot {
    name_number limit = 0;
    const std::string* key = nullptr;
    int number = 0;
  };
  struct rate {
    name_number limit = 0;
    const std::string* key = nullptr;
    gcra_state state{};
  };
  light_vector<slot> slots{};
  light_vector<rate> rates{};
};

/// Jobs that are submitted together, with the end of another: all of them are admitted, or none is.
/// So all are checked before the first is written, each beside what those before it will take.
struct together {
  struct keyed {
    sha256_digest payload{};
    job_id id{};
  };
  const queue_row* ending = nullptr;  ///< the job that ends with it, and what that frees
  bool are_admitted = false;          ///< they are written now
  std::int64_t count = 0;             ///< that will be added
  pawl::detail::light_map<std::int64_t, std::int64_t> of_type{};  ///< the same, by type
  pawl::detail::light_map<std::string, int> slots{};
  pawl::detail::light_map<std::string, gcra_state> rates{};
  pawl::detail::light_map<std::string, keyed> keys{};
  /// By its id: the job that it is, which may be one that a key had made before.
  pawl::detail::light_map<std::string, job_id> ids{};

  static std::string named(name_number number, std::string_view key) {
    return std::to_string(number) + '/' + std::string(key);
  }
  static std::string named(name_number handler, const submit& op) {
    return named(handler, op.who.tenant + '/' + op.key);
  }
  static std::string bytes_of(const job_id& id) {
    return {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()};
  }
  /// How many live more when all before this one are there.
  [[nodiscard]] std::int64_t more() const {
    return are_admitted ? 0 : count - (ending != nullptr ? 1 : 0);
  }
  [[nodiscard]] std::int64_t more_of(name_number handler) const {
    if (are_admitted) return 0;
    const std::int64_t* const found = of_type.find(handler);
    const bool one_ends = ending != nullptr && ending->handler == handler;
    return (found == nullptr ? 0 : *found) - (one_ends ? 1 : 0);
  }
};

/// How many slots of a limit those before a job will have taken, less the one that the job whose
/// end this is about gives up.
template <class Rows>
int slots_before(transaction<Rows>& tx, const together* with, const limit_description& limit,
                 name_number number, name_number handler, const std::string& key) {
  if (with == nullptr || with->are_admitted) return 0;
  const int* const taken = with->slots.find(together::named(number, key));
  int out = taken == nullptr ? 0 : *taken;
  if (with->ending != nullptr && with->ending->handler == handler && with->ending->counted &&
      tx.rows.holds_slot(number, with->ending->key) &&
      limit_key_of(tx, tx.rows.job(with->ending->key), std::string_view(limit.name), limit.key) ==
          key)
    --out;
  return out;
}

/// Why they allow no more; nothing if they do.
template <class Rows>
maybe<error> check_limits(transaction<Rows>& tx, const submit& op, name_number handler,
                          taken_limits& taken, together* with) {
  for (std::size_t i = 0; i < op.type->limits.size(); ++i) {
    const limit_description& limit = op.type->limits[i];
    if (limit.point != limit_point::at_submit) continue;
    const name_number number = limit_number(tx, *op.type, limit);
    int count = allowed_by(tx, limit, number);
    if (limit.kind == limit_kind::active_jobs)
      if (const auto declared = tx.rows.declaration(number))
        count = std::min(count, allowed_by(tx, *declared));
    if (limit.kind == limit_kind::rate) {
      const gcra_state* const before =
          with == nullptr || with->are_admitted
              ? nullptr
              : with->rates.find(together::named(number, op.limit_keys[i]));
      const auto decided =
          gcra(before != nullptr ? *before : tx.rows.rate(number, op.limit_keys[i]), {tx.elapsed},
               rate_of(limit, count));
      if (!decided.allowed)
        return error{
            errc::rate_limited,
            "limit " + to_string(limit.name) + " is used up; wait as long as retry_after says",
            milliseconds{decided.retry_after.count},
            {}};
      taken.rates.push_back({number, &op.limit_keys[i], decided.state});
    } else {
      const int left = count - slots_before(tx, with, limit, number, handler, op.limit_keys[i]);
      const auto free = left > 0 ? tx.rows.find_slot(number, op.limit_keys[i], left) : found_slot{};
      if (!free.number)
        return error{errc::limit_reached,
                     "limit " + to_string(limit.name) + " allows " + std::to_string(count) +
                         " active jobs; wait until one of them has ended",
                     {},
                     free.taken_by != 0 ? tx.rows.id_of(free.taken_by) : job_id{}};
      taken.slots.push_back({number, &op.limit_keys[i], *free.number});
    }
  }
  return {};
}

/// What the jobs that a new one depends on have come to.
struct dependency_state {
  light_vector<std::int64_t> pending{};
  bool failed = false;
};

/// Why the job cannot depend on them; nothing if it can.
template <class Rows>
maybe<error> check_dependencies(transaction<Rows>& tx, const submit& op, dependency_state& state,
                                const together* with) {
  for (const job_id& asked : op.depends_on) {
    const job_id* const same =
        with == nullptr ? nullptr : with->ids.find(together::bytes_of(asked));
    const job_id& id = same == nullptr ? asked : *same;
    // One of those before it: it will be there.
    if (same != nullptr && !with->are_admitted && with->ids.find(together::bytes_of(id)) != nullptr)
      continue;
    const auto key = find_in(tx, scope::tenant(op.who.tenant), id);
    if (!key)
      return error{errc::unknown_dependency,
                   "the job depends on one that does not exist; submit that one first, to the same "
                   "store",
                   {},
                   id};
    outcome_row ended;
    if (tx.rows.outcome(*key, ended))
      state.failed = state.failed || ended.kind != kind::success;
    else if (std::find(state.pending.begin(), state.pending.end(), *key) == state.pending.end())
      state.pending.push_back(*key);
  }
  return {};
}

/// The keys of the limits as one text, which `limit_keys` reads.
inline std::string joined_keys(const submit& op) {
  std::string keys;
  for (std::size_t i = 0; i < op.limit_keys.size(); ++i) {
    pawl::detail::append_part(keys, op.type->limits[i].name);
    pawl::detail::append_part(keys, op.limit_keys[i]);
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

/// What was found out about a submission before anything of it is written.
struct admission {
  name_number tenant = 0;
  name_number handler = 0;
  dependency_state dependencies{};
  taken_limits taken{};
  maybe<job_id> known{};  ///< the job that it has made before
};

/// Why a job is not taken; nothing if it is. Writes nothing.
template <class Rows>
maybe<error> check(transaction<Rows>& tx, const submit& op, admission& found, together* with) {
  const auto because = [](errc code, const char* message) -> maybe<error> {
    return error{code, message, {}, {}};
  };
  // A repetition needs no more of its type than a store holds.
  if (op.type == nullptr || (is_from_a_store(*op.type) && !op.parent))
    return because(errc::unknown_handler, "a submission needs its job type");
  if (auto flaw = flaw_of(op, tx.now)) return flaw;
  const job_descriptor& type = *op.type;
  // A repetition was allowed when it was submitted for the first time.
  if (const auto event = type.event_of(role::submit); event && !op.parent) {
    const any_decision begins = type.happen(type.beginning(), *event, 1, {});
    if (auto flaw = flaw_of_trigger(type, begins, *event, op.who.trigger)) return flaw;
  }

  // A repeated id is a repeated request whose answer got lost.
  if (const auto same = tx.rows.find_job(op.id)) {
    if (tx.rows.name_of(same->tenant) != op.who.tenant)
      return because(errc::invalid, "the id is taken; take a fresh one from an id_source");
    found.known = op.id;
    return {};
  }
  const name_number tenant = found.tenant = tx.rows.number_of(op.who.tenant);
  const name_number handler = found.handler = tx.rows.number_of(type.handler);
  if (tx.rows.type(handler) == nullptr)
    return because(errc::unknown_handler, "the store was not taught this job type; learn it first");
  // What was submitted before, and only comes again, is answered as ever.
  const auto drained = [&]() -> maybe<error> {
    if (op.never_shed || !tx.rows.control(handler).draining) return {};
    return error{errc::draining,
                 "job type " + to_string(type.handler) +
                     " is being drained and takes no new jobs; come again when it is resumed",
                 milliseconds{10'000},
                 {}};
  };
  const auto conflict = [](const job_id& with_job) -> maybe<error> {
    return error{errc::key_conflict,
                 "the idempotency key was used with another payload; use a new key, or send the "
                 "same payload",
                 {},
                 with_job};
  };
  if (!op.key.empty()) {
    if (const auto* const beside =
            with == nullptr ? nullptr : with->keys.find(together::named(handler, op))) {
      if (beside->payload != op.payload_hash) return conflict(beside->id);
      found.known = beside->id;
      return {};
    }
    if (const auto known = tx.rows.find_key(tenant, handler, op.key)) {
      const stored_key<sha256_digest> stored{known->payload, {known->created_at}};
      switch (judge_key(&stored, op.payload_hash, {tx.elapsed}, type.key_ttl)) {
        case key_verdict::fresh:
          break;
        case key_verdict::repeat:
          found.known = tx.rows.id_of(known->job);
          return {};
        case key_verdict::conflict:
          return conflict(tx.rows.id_of(known->job));
      }
    }
  }
  if (auto flaw = drained()) return flaw;
  const bool is_admitted = with != nullptr && with->are_admitted;
  if (op.high_watermark > 0 && !is_admitted &&
      tx.rows.depth() + (with == nullptr ? 0 : with->more()) >= op.high_watermark)
    return because(errc::queue_overloaded, "too many jobs are waiting; come again later");
  if (type.ephemeral && !is_admitted &&
      tx.rows.depth_of(handler) + (with == nullptr ? 0 : with->more_of(handler)) >= type.capacity)
    return because(errc::queue_overloaded,
                   "as many jobs of this type wait as its capacity allows; come again later");
  if (auto flaw = check_dependencies(tx, op, found.dependencies, with)) return flaw;
  return check_limits(tx, op, handler, found.taken, with);
}

/// Writes a job that was checked: nothing can be refused any more.
template <class Rows>
submit::answer_type add(transaction<Rows>& tx, const submit& op, const admission& found) {
  const job_descriptor& type = *op.type;
  const auto& [tenant, handler, dependencies, taken, known] = found;
  const unsigned rank = op.rank.value_or(static_cast<unsigned>(type.default_rank));
  const unsigned max_attempts = op.retry.max_attempts.value_or(type.retry.max_attempts);
  const std::int64_t key =
      tx.rows.insert_job(cold_part{op, tenant, handler, tx.now, rank, max_attempts});
  for (const auto& slot : taken.slots)
    tx.rows.take_slot(slot.limit, *slot.key, slot.number, key, true);
  for (const auto& rate : taken.rates) tx.rows.set_rate(rate.limit, *rate.key, rate.state);
  if (!op.key.empty()) tx.rows.put_key(tenant, handler, op.key, {key, op.payload_hash, tx.elapsed});

  queue_row job{{.key = key,
                 .handler = handler,
                 .tenant = tenant,
                 .rank = rank,
                 .max_attempts = max_attempts,
                 .version = op.payload_version,
                 .at = type.beginning(),
                 .updated_at = tx.now,
                 .counted = !taken.slots.empty()}};
  if (op.run_at) job.due_at = due_time::by_wall(op.run_at->time_since_epoch().count());
  if (op.delay.count() > 0) job.due_at = tx.after(op.delay.count());
  const bool wait = type.on_failed_dependency == dependents::run_anyway || !dependencies.failed;
  if (wait) {
    job.waiting_for = static_cast<unsigned>(dependencies.pending.size());
    for (const std::int64_t on : dependencies.pending) wait_for(tx, key, on);
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
  tx.rows.insert_queued(job);
  tx.has_news = true;  // the feed of all jobs tells of it
  const bool ended = !wait && cancel_for_dependency(tx, type, job);
  return submit::answer_type{op.id, true, ended};
}

template <class Rows>
answer_to<submit::answer_type> perform(transaction<Rows>& tx, const submit& op) {
  admission found;
  if (auto flaw = check(tx, op, found, nullptr)) return unexpected<error>(*std::move(flaw));
  if (found.known) return submit::answer_type{*found.known, false};
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
    const job_id is = found.known.value_or(op.id);
    with.ids.put(together::bytes_of(op.id), is);
    if (found.known) continue;
    ++with.count;
    std::int64_t* const of_type = with.of_type.find(found.handler);
    if (of_type == nullptr)
      with.of_type.put(found.handler, 1);
    else
      ++*of_type;
    for (const auto& each : found.taken.slots) {
      const std::string named = together::named(each.limit, *each.key);
      const int* const before = with.slots.find(named);
      with.slots.put(named, before == nullptr ? 1 : *before + 1);
    }
    for (const auto& each : found.taken.rates)
      with.rates.put(together::named(each.limit, *each.key), each.state);
    if (!op.key.empty())
      with.keys.put(together::named(found.handler, op), {op.payload_hash, op.id});
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
    if (found.known) continue;
    if (refused || !tx.rows.make_room({}))
      throw std::logic_error("a job is refused that was admitted a moment before");
    created.push_back({op.type, add(tx, op, found).ended});
  }
}

}  // namespace pawl::storage::logic
