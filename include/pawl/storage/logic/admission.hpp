// SPDX-License-Identifier: BSL-1.0
#pragma once

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
  if (op.key.empty() && type.key_required && !op.parent)
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
  std::int64_t delayed = 0;           ///< those of them that will be delayed
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
  /// How many more are ready, or delayed, when all before this one are there.
  [[nodiscard]] std::int64_t more_ready() const { return are_admitted ? 0 : count - delayed; }
  [[nodiscard]] std::int64_t more_delayed() const { return are_admitted ? 0 : delayed; }
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
        count = least(count, allowed_by(tx, *declared));
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
  bool awaits_sibling = false;         ///< a child of the same end, which is not written yet
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
    if (same != nullptr && !with->are_admitted &&
        with->ids.find(together::bytes_of(id)) != nullptr) {
      state.awaits_sibling = true;
      continue;
    }
    const auto key = contains(op.hidden, asked) ? maybe<std::int64_t>{}
                                                : find_in(tx, scope::tenant(op.who.tenant), id);
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
  std::int64_t since = 0;   ///< when the first of those came that followed each other
  bool is_delayed = false;  ///< it will wait for its time, or for other jobs
};

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

/// Whether a job was never begun, and nothing but its time, its turn or other jobs keeps it.
inline bool is_waiting(const queue_row& job) {
  return !is_leased(job.at.phase) && job.started_at == 0 && !job.parked && job.at.attempt == 0;
}

/// Looks for the living job that has what a submission is unique by, and says what follows.
template <class Rows>
maybe<error> check_unique(transaction<Rows>& tx, const submit& op, admission& to,
                          const together* with) {
  to.since = tx.elapsed;
  const auto found = tx.rows.find_unique(to.tenant, to.handler, op.unique);
  if (!found) return {};
  // The job whose end this is about gives it up.
  if (with != nullptr && with->ending != nullptr && with->ending->key == found->job) return {};
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

/// Why no more jobs may be ready; nothing if there is room for another one. One that is delayed is
/// refused, too, where there are too many without it: it would be ready soon, or could have been
/// put off for that alone.
template <class Rows>
maybe<error> check_ready(transaction<Rows>& tx, const submit& op, const admission& found,
                         const together* with) {
  const std::int64_t more = (with == nullptr || found.is_delayed ? 0 : with->more_ready()) -
                            (found.waiting && is_ready(*found.waiting) ? 1 : 0);
  if (op.high_watermark > 0 && tx.rows.count_ready(op.high_watermark) + more >= op.high_watermark)
    return error{errc::queue_overloaded, "too many jobs are waiting; come again later", {}, {}};
  const std::int64_t share = op.high_watermark_per_tenant;
  if (share > 0 && tx.rows.count_ready_of(found.tenant, share) + more >= share)
    return error{errc::queue_overloaded,
                 "too many jobs of this tenant are waiting; come again later",
                 {},
                 {}};
  return {};
}

/// How far delayed jobs of all tenants are counted for a submission; 0 if it has no bound on them.
[[nodiscard]] inline std::int64_t bound_on_delayed(const submit& op) {
  return op.most_delayed > 0 ? op.most_delayed : op.most_delayed_per_tenant;
}

/// Why no more jobs may be delayed; nothing if there is room for another one.
template <class Rows>
maybe<error> check_delayed(transaction<Rows>& tx, const submit& op, const admission& found,
                           const together* with) {
  const std::int64_t share = op.most_delayed_per_tenant;
  if (op.most_delayed <= 0 && share <= 0) return {};
  const std::int64_t more = (with == nullptr ? 0 : with->more_delayed()) -
                            (found.waiting && is_delayed(*found.waiting) ? 1 : 0);
  const std::int64_t all = tx.rows.count_delayed(bound_on_delayed(op)) + more;
  if (op.most_delayed > 0 && all >= op.most_delayed)
    return error{errc::too_many_delayed,
                 "too many jobs wait for their time, or for others; submit it when it is due",
                 {},
                 {}};
  // Those of one tenant are counted only where all are as many: no index finds them.
  if (share > 0 && all >= share && tx.rows.count_delayed_of(found.tenant) + more >= share)
    return error{errc::too_many_delayed,
                 "too many jobs of this tenant wait for their time, or for others; submit it when "
                 "it is due",
                 {},
                 {}};
  return {};
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
    if (auto flaw = check_unique(tx, op, found, with)) return flaw;
    if (found.known) return {};
  }
  const std::int64_t replaced = found.waiting ? found.waiting->key : 0;
  if (auto flaw = drained()) return flaw;
  const bool is_admitted = with != nullptr && with->are_admitted;
  if (type.ephemeral && !is_admitted &&
      tx.rows.depth_of(handler) + (with == nullptr ? 0 : with->more_of(handler)) >= type.capacity)
    return because(errc::queue_overloaded,
                   "as many jobs of this type wait as its capacity allows; come again later");
  if (auto flaw = check_dependencies(tx, op, found.dependencies, with)) return flaw;
  const dependency_state& on = found.dependencies;
  found.is_delayed = !on.pending.empty() || !on.beside.empty() || on.awaits_sibling ||
                     !due_of(tx, op, found.since).has_come(tx.at());
  if (!is_admitted) {
    if (auto flaw = check_ready(tx, op, found, with)) return flaw;
    if (found.is_delayed)
      if (auto flaw = check_delayed(tx, op, found, with)) return flaw;
  }
  return check_limits(tx, op, handler, found.taken, with, replaced);
}

/// What a job will take that was looked at, for those behind it.
inline void note(together& with, const submit& op, const admission& found) {
  const job_id is = found.known.value_or(op.id);
  with.ids.put(together::bytes_of(op.id), is);
  if (found.known) return;
  ++with.count;
  if (found.is_delayed) ++with.delayed;
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

}  // namespace pawl::storage::logic
