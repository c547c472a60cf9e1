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
    return wrong(
        "the job depends on more jobs than its type allows; declare depends_on_at_most<...>, or "
        "let one of them gather the others");
  if (op.limit_keys.size() != type.limits.size())
    return wrong("each limit of the job type needs its key");
  for (const std::string& key : op.limit_keys)
    if (key.size() > longest_limit_key)
      return wrong("a member that a limit counts by is longer than 1024 bytes");
  if (op.unique.empty() && type.unique.is_on && !op.parent)
    return wrong("a job of this type is unique by something; say by what");
  if (op.unique.size() > longest_limit_key)
    return wrong("what the job is unique by is longer than 1024 bytes; let it be its hash");
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
    int number = 0;  ///< 0: it is looked for once the job that is replaced has given it up
    int count = 0;   ///< that the limit allows
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

  /// Where they come by themselves, and none can be another one: the place of each.
  struct entry {
    std::int64_t key = 0;
    bool is_awaited = false;
    bool ended = false;  ///< it was cancelled at once
  };
  pawl::detail::light_map<std::string, std::size_t> places{};
  light_vector<entry> entered{};
  std::size_t at = 0;  ///< the one that is looked at, or written, now

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
                          taken_limits& taken, together* with, std::int64_t replaced) {
  // A job that is replaced gives up its slot, if it is counted under the same key.
  const auto gives_slot = [&](const limit_description& limit, name_number number,
                              const std::string& key) {
    if (replaced == 0 || !tx.rows.holds_slot(number, replaced)) return false;
    return limit_keys(tx.rows.job(replaced).limit_keys).find(limit.name) == key;
  };
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
      if (!free.number && !gives_slot(limit, number, op.limit_keys[i]))
        return error{errc::limit_reached,
                     "limit " + to_string(limit.name) + " allows " + std::to_string(count) +
                         " active jobs; wait until one of them has ended",
                     {},
                     free.taken_by != 0 ? tx.rows.id_of(free.taken_by) : job_id{}};
      taken.slots.push_back({number, &op.limit_keys[i], free.number.value_or(0), count});
    }
  }
  return {};
}

/// What the jobs that a new one depends on have come to.
struct dependency_state {
  light_vector<std::int64_t> pending{};
  light_vector<std::size_t> beside{};  ///< places of those that are submitted with it
  bool failed = false;
};

template <class T>
void sort_and_unite(light_vector<T>& all) {
  pawl::detail::sort_by(all, [](const T& a, const T& b) { return a < b; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i == 0 || all[i] != all[kept - 1]) all[kept++] = all[i];
  while (all.size() > kept) all.pop_back();
}

/// Why the job cannot depend on them; nothing if it can.
template <class Rows>
maybe<error> check_dependencies(transaction<Rows>& tx, const submit& op, dependency_state& state,
                                together* with) {
  for (const job_id& asked : op.depends_on) {
    const std::size_t* const place =
        with == nullptr ? nullptr : with->places.find(together::bytes_of(asked));
    if (asked == op.id || (place != nullptr && *place >= with->at))
      return error{errc::dependency_cycle,
                   asked == op.id ? "the job depends on itself, so that it would wait for ever; "
                                    "remove that"
                                  : "the job depends on one that is submitted behind it; let jobs "
                                    "wait only for those before them",
                   {},
                   asked};
    if (place != nullptr) {
      state.beside.push_back(*place);
      with->entered[*place].is_awaited = true;
      continue;
    }
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
    else
      state.pending.push_back(*key);
  }
  sort_and_unite(state.pending);
  sort_and_unite(state.beside);
  return {};
}

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

/// What was found out about a submission before anything of it is written.
struct admission {
  name_number tenant = 0;
  name_number handler = 0;
  dependency_state dependencies{};
  taken_limits taken{};
  maybe<job_id> known{};  ///< the job that it has made before, or that stands in its place
  /// The waiting job that has what this one is unique by: it is replaced, or put off if the job is
  /// known.
  maybe<queue_row> waiting{};
  std::int64_t since = 0;  ///< when the first of those came that followed each other
};

/// Whether a job was never begun, and nothing but its time, its turn or other jobs keeps it.
inline bool is_waiting(const queue_row& job) {
  return !is_leased(job.at.phase) && job.started_at == 0 && !job.parked && job.at.attempt == 0;
}

/// Looks for the living job that has what a submission is unique by, and says what follows.
template <class Rows>
maybe<error> check_unique(transaction<Rows>& tx, const submit& op, admission& to) {
  to.since = tx.elapsed;
  const auto found = tx.rows.find_unique(to.tenant, to.handler, op.unique);
  if (!found) return {};
  const unique_rule& rule = op.type->unique;
  if (op.parent)
    return error{errc::limit_reached,
                 "a job lives that has what the dead one was unique by; wait until it has ended",
                 {},
                 tx.rows.id_of(found->job)};
  queue_row living;
  if (rule.second != second_submission::skipped) {
    if (!tx.rows.queued(found->job, living)) return {};  // it has ended meanwhile
    const job_descriptor* const type = definition_of(tx, living);
    const bool can_move =
        type != nullptr && living.unique && is_waiting(living) &&
        (rule.second == second_submission::reschedules
             ? living.at.phase != phase::blocked || living.waiting_for != 0
             : !living.has_dependents && static_cast<bool>(happens(*type, living, role::cancel)));
    if (!living.unique) return {};  // it was begun meanwhile
    if (can_move) {
      to.waiting = living;
      to.since = found->since;
      if (rule.second == second_submission::replaces) return {};
    }
  }
  to.known = tx.rows.id_of(found->job);
  return {};
}

/// When a job becomes due that is put off, or takes the place of one that was.
template <class Rows>
due_time due_of(const transaction<Rows>& tx, const submit& op, std::int64_t since) {
  due_time due{};
  if (op.run_at) due = due_time::by_wall(op.run_at->time_since_epoch().count());
  if (op.delay.count() > 0) due = tx.after(op.delay.count());
  const std::int64_t longest = op.type->unique.longest_wait.count;
  if (longest != 0 && !due.has_come(tx.at()) && due.elapsed(tx.at()) > since + longest)
    due = due_time::by_elapsed(since + longest);
  return due;
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
  if (!op.unique.empty()) {
    if (auto flaw = check_unique(tx, op, found)) return flaw;
    if (found.known) return {};
  }
  const std::int64_t replaced = found.waiting ? found.waiting->key : 0;
  if (auto flaw = drained()) return flaw;
  const bool is_admitted = with != nullptr && with->are_admitted;
  if (op.high_watermark > 0 && !is_admitted &&
      tx.rows.depth() + (with == nullptr ? 0 : with->more()) - (replaced != 0 ? 1 : 0) >=
          op.high_watermark)
    return because(errc::queue_overloaded, "too many jobs are waiting; come again later");
  if (type.ephemeral && !is_admitted &&
      tx.rows.depth_of(handler) + (with == nullptr ? 0 : with->more_of(handler)) >= type.capacity)
    return because(errc::queue_overloaded,
                   "as many jobs of this type wait as its capacity allows; come again later");
  if (auto flaw = check_dependencies(tx, op, found.dependencies, with)) return flaw;
  return check_limits(tx, op, handler, found.taken, with, replaced);
}

/// Writes a job that was checked: nothing can be refused any more.
template <class Rows>
submit::answer_type add(transaction<Rows>& tx, const submit& op, const admission& found,
                        together* with = nullptr) {
  const job_descriptor& type = *op.type;
  const auto& [tenant, handler, dependencies, taken, known, waiting, since] = found;
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
    job.sort_key = std::min(job.sort_key, waiting->sort_key);
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

/// What a job will take that was looked at, for those behind it.
inline void note(together& with, const submit& op, const admission& found) {
  const job_id is = found.known.value_or(op.id);
  with.ids.put(together::bytes_of(op.id), is);
  if (found.known) return;
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
  if (!op.key.empty()) with.keys.put(together::named(found.handler, op), {op.payload_hash, op.id});
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
