// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/logic/maintenance.hpp>

namespace pawl::storage::logic {

/// Tenants whose heads one claim looks at, at most.
inline constexpr std::size_t most_heads = 64;
/// Due rows that one claim promotes, at most, for each job type.
inline constexpr std::size_t most_promoted = 256;
/// Jobs that one claim lets start without a worker, at most.
inline constexpr std::size_t most_elsewhere = 256;
/// Jobs that one claim parks, at most: a claim holds the store's writer up.
inline constexpr std::size_t most_parked = 256;

/// Jobs whose time has come become ready, before anything is claimed.
template <class Rows>
void promote_due(transaction<Rows>& tx, const job_descriptor& type,
                 std::size_t limit = most_promoted) {
  const name_number handler = tx.rows.number_of(type.handler);
  for (const queue_lane& lane : tx.rows.scheduled_lanes(handler)) {
    if (!lane.state_is_known) continue;
    for (const auto line : {due_time::by_wall, due_time::by_elapsed}) {
      const std::int64_t now = line(0).is_by_wall() ? tx.now : tx.elapsed;
      for (const queue_row& job : tx.rows.due(handler, lane.format, line(0), line(now), limit)) {
        const any_decision decided = type.come_due(job.position(), job.max_attempts);
        if (decided) carry_out(tx, type, job, decided, {.ready_at = job.due_at.elapsed(tx.at())});
      }
    }
  }
}

/// When, on the store's own line, the next job of a type becomes ready, of those whose state this
/// process knows.
template <class Rows>
maybe<std::int64_t> next_due(transaction<Rows>& tx, const job_descriptor& type) {
  const name_number handler = tx.rows.number_of(type.handler);
  maybe<std::int64_t> first;
  const auto note = [&](std::int64_t due) { first = least(first.value_or(due), due); };
  for (const queue_lane& lane : tx.rows.scheduled_lanes(handler)) {
    if (!lane.state_is_known) continue;
    auto next = tx.rows.next_due(handler, lane.format, due_time::by_wall(0));
    if (next && next->is_by_wall()) {
      note(next->elapsed(tx.at()));
      next = tx.rows.next_due(handler, lane.format, due_time::by_elapsed(0));
    }
    if (next) note(next->number());
  }
  return first;
}

/// A job type of a claim, and the limits that hold it back.
struct claimed_type {
  const job_descriptor* type = nullptr;
  light_vector<standing_limit> limits{};
};
inline bool is_listed(const light_vector<claimed_type>& types, const job_descriptor& type) {
  for (const claimed_type& each : types)
    if (each.type->handler == type.handler) return true;
  return false;
}

/// Takes a slot of every limit that holds back claims, or none of them and parks the job until one
/// is free. Parked, not skipped: the next claim would only stumble over it again.
template <class Rows>
bool take_claim_slots(transaction<Rows>& tx, const light_vector<standing_limit>& limits,
                      queue_row& job) {
  if (limits.empty()) return true;
  struct slot {
    name_number limit;
    std::string key;
    int number;
  };
  light_vector<slot> found;
  const auto& of = tx.rows.job(job.key);
  for (const standing_limit& limit : limits) {
    auto key = limit_key_of(tx, of, limit.name, limit.key);
    if (!key) continue;
    // A release that checks the limit at submission has counted it before.
    if (job.counted && tx.rows.holds_slot(limit.number, job.key)) continue;
    const auto free = tx.rows.find_slot(limit.number, *key, limit.count);
    if (!free.number) {
      queue_row parked = job;
      parked.at.phase = phase::blocked;
      parked.parked = true;
      parked.woken = false;
      tx.rows.update_queued(job, parked);
      tx.rows.park(limit.number, *key, job.sort_key, job.key);
      if (job.woken) pass_on_slots(tx, limits, job);
      return false;
    }
    found.push_back({limit.number, *std::move(key), *free.number});
  }
  for (const slot& each : found)
    tx.rows.take_slot(each.limit, each.key, each.number, job.key, false);
  if (!found.empty()) job.counted = true;
  if (job.woken) pass_on_slots(tx, limits, job);
  job.woken = false;
  return true;
}

/// Who has submitted a job: the same object as for the job before it, if that was the same.
template <class Rows>
const std::shared_ptr<const principal>& submitter_of(transaction<Rows>& tx, name_number of,
                                                     const job_row& job) {
  auto& last = tx.submitter;
  const std::string& tenant = tx.rows.name_of(of);
  if (last == nullptr || last->user != job.requested_by || last->tenant != tenant ||
      job.organisation != last->organisation)
    last.reset(new principal{tenant, job.requested_by, std::string(job.organisation.view())});
  return last;
}

/// What a worker is given of a job. A backend gives its own row, which is copied, or one that was
/// made for this, whose texts move on.
template <class Rows>
void hand_over(transaction<Rows>& tx, const job_descriptor& type, const queue_row& job,
               claimed& to) {
  decltype(auto) cold = tx.rows.claim_part(job.key);
  constexpr auto given = [](auto& text) -> decltype(auto) {
    if constexpr (std::is_reference_v<decltype(cold)>)
      return std::as_const(text);
    else
      return std::move(text);
  };
  to.lease = {job.key, job.fence};
  to.id = cold.id;
  to.type = &type;
  to.state = job.at.state;
  to.started = job.at.phase == phase::running;
  to.suspect = job.suspect;
  to.tenant = job.tenant;
  to.sort_key = job.sort_key;
  to.attempt = job.at.attempt;
  to.timeout = milliseconds{cold.timeout_ms};
  to.retry = settings_of_job(type, cold, job.max_attempts);
  to.who = submitter_of(tx, job.tenant, cold);
  to.payload = given(cold.payload);
  to.object = cold.object;
  to.payload_version = cold.payload_version;
  to.correlation = given(cold.correlation);
  to.traceparent = given(cold.traceparent);
  to.progress = job.progress;
  to.stage = job.stage;
  to.created_at = at_ms(cold.created_at);
  to.started_at = at_ms(job.started_at);
  if (job.has_checkpoint) to.checkpoint = tx.rows.find_detail(job.key, detail_kind::checkpoint);
}

/// Gives one ready job to an owner: begun, or held until it can be. False if a limit holds it back.
template <class Rows>
bool take(transaction<Rows>& tx, const claimed_type& of, queue_row& job,
          const any_decision& decided, owner_number owner, bool begin, light_vector<claimed>& to) {
  if (!take_claim_slots(tx, of.limits, job)) return false;
  const job_descriptor& type = *of.type;
  claimed& taken = to.emplace_back();
  if (begin) {
    hand_over(tx, type, carry_out(tx, type, job, decided, {.owner = owner}), taken);
  } else {
    queue_row held = job;
    held.at.phase = phase::held;
    held.owner = owner;
    held.lease_ms = type.lease.count;
    if (held.until_begun) free_unique(tx, held);
    ++held.fence;
    tx.rows.update_queued(job, held);
    hand_over(tx, type, held, taken);
    taken.state = decided.after.state;
    taken.attempt = decided.after.attempt;
  }
  taken.first_start = job.started_at == 0;
  return true;
}

/// A ready job enters a state whose work is done elsewhere. It takes no slot of a limit, which
/// counts the jobs that workers have.
template <class Rows>
void start_elsewhere(transaction<Rows>& tx, const job_descriptor& type, const queue_row& job,
                     const any_decision& decided) {
  carry_out(tx, type, job, without_worker(decided),
            {.begins_elsewhere = decided.count != 0, .bump_fence = true});
}

/// Lets ready jobs of a type start whose work is done elsewhere, whether or not a worker is free.
/// How many did.
template <class Rows>
std::size_t start_those_elsewhere(transaction<Rows>& tx, const job_descriptor& type,
                                  std::size_t limit) {
  const name_number handler = tx.rows.number_of(type.handler);
  std::size_t started = 0;
  for (const queue_lane& lane : tx.rows.ready_lanes(handler)) {
    if (!lane.state_is_known || lane.version > type.newest_version ||
        !type.starts_elsewhere_from(lane.state))
      continue;
    for (const name_number tenant :
         tx.rows.heads(handler, lane.format, tx.rows.last_served(), most_heads))
      for (const queue_row& job : tx.rows.ready(handler, lane.format, tenant, 0, limit - started)) {
        const any_decision decided = type.claim(job.position(), job.max_attempts);
        if (!decided || !type.states[decided.after.state].remote) continue;
        start_elsewhere(tx, type, job, decided);
        ++started;
      }
  }
  return started;
}

/// Which jobs a claim may take at the moment.
struct claim_scope {
  bool suspects = false;  ///< also those that a process was lost with
  bool begins = false;    ///< the next one begins: also those that are begun at most once
  bool limited = true;    ///< also those that a limit may hold back
};

/// The jobs of one tenant that are ready and that this process can take, in the order in which they
/// should run.
template <class Rows>
class lane {
 public:
  lane(transaction<Rows>& tx, name_number tenant) : tx_(&tx), tenant_(tenant) {}

  [[nodiscard]] name_number tenant() const { return tenant_; }
  void add(const claimed_type& type, const queue_lane& of) { heads_.push_back({&type, of}); }

  /// The most urgent row, of whatever type, if there is one.
  struct pick {
    const claimed_type* type = nullptr;
    queue_row* job = nullptr;               ///< until the next one is asked for, and
    const any_decision* decided = nullptr;  ///< what its start means

    explicit operator bool() const { return job != nullptr; }
  };
  pick next(std::size_t likely, const claim_scope& may) {
    head* best = nullptr;
    for (head& each : heads_) {
      if (!each.is_in(may)) continue;
      if (!fill(each, likely)) continue;
      if (best == nullptr || each.rows[each.at].sort_key < best->rows[best->at].sort_key)
        best = &each;
    }
    if (best == nullptr) return {};
    best->is_decided = false;
    return {best->type, &best->rows[best->at++], &best->decided};
  }
  /// Whether there may be another, as far as has been looked.
  [[nodiscard]] bool may_have_more(const claim_scope& may) {
    for (head& each : heads_)
      if (each.is_in(may) && (each.has_next() || !each.exhausted)) return true;
    return false;
  }

 private:
  /// However the backend lists them.
  using row_list = decltype(std::declval<Rows&>().ready(0, 0, 0, 0, 0));
  struct head {
    const claimed_type* type;
    queue_lane of;
    row_list rows{};
    std::size_t at = 0;
    std::size_t stepped_over = 0;
    bool exhausted = false;
    bool is_decided = false;
    any_decision decided{};  ///< of the row at `at`, if it is

    /// Goes on to the next row that can start, among those that were listed. Those whose guard
    /// forbids it are stepped over.
    bool has_next() {
      while (!is_decided && at != rows.size()) {
        decided = type->type->claim(rows[at].position(), rows[at].max_attempts);
        if (decided) {
          is_decided = true;
        } else {
          ++at;
          ++stepped_over;
        }
      }
      return is_decided;
    }
    [[nodiscard]] bool is_in(const claim_scope& may) const {
      return (may.suspects || !of.suspect) && (may.begins || !type->type->at_most_once) &&
             (may.limited || type->limits.empty());
    }
  };

  /// Rows that were taken or parked have left the index, so asking again gives the next ones.
  bool fill(head& from, std::size_t likely) {
    while (!from.has_next()) {
      if (from.exhausted) return false;
      from.rows = tx_->rows.ready(tx_->rows.number_of(from.type->type->handler), from.of.format,
                                  tenant_, from.stepped_over, likely);
      from.exhausted = from.rows.size() < likely;
      from.at = 0;
    }
    return true;
  }

  transaction<Rows>* tx_;
  name_number tenant_;
  light_vector<head> heads_{};
};

/// The lanes of the tenants that have something ready that this process can take, beginning after
/// the one that was served last. Rows of states and versions that it does not know are not looked
/// at, however many there are.
template <class Rows>
light_vector<lane<Rows>> find_lanes(transaction<Rows>& tx, const light_vector<claimed_type>& types,
                                    bool with_suspects) {
  light_vector<lane<Rows>> lanes;
  const name_number served = tx.rows.last_served();
  for (const claimed_type& each : types) {
    const name_number handler = tx.rows.number_of(each.type->handler);
    for (const queue_lane& of : tx.rows.ready_lanes(handler)) {
      if (!of.state_is_known || of.version > each.type->newest_version) continue;
      if (of.suspect && !with_suspects) continue;
      for (const name_number tenant : tx.rows.heads(handler, of.format, served, most_heads)) {
        // Cyclic order: those after the last one served come first.
        const auto is_before = [&](name_number a, name_number b) {
          return (a <= served) == (b <= served) ? a < b : b <= served;
        };
        auto place = lanes.begin();
        while (place != lanes.end() && is_before(place->tenant(), tenant)) ++place;
        if (place == lanes.end() || place->tenant() != tenant)
          place = lanes.insert(place, lane<Rows>(tx, tenant));
        place->add(each, of);
      }
    }
  }
  return lanes;
}

template <class Rows>
answer_to<claim::answer_type> perform(transaction<Rows>& tx, const claim& op) {
  const auto owner = tx.rows.owner(op.owner);
  if (!owner) return refuse(errc::owner_lost, "this owner is not enrolled; enrol again");
  // Where one is overdue, a claim is a sign of life: no lease is given that has run out already.
  for (const job_descriptor* type : op.types) {
    if (!is_expired(tx, owner, type->lease.count)) continue;
    static_cast<void>(perform(tx, beat{op.owner}));
    break;
  }
  // Once: a type that is listed twice would find each of its jobs twice. One that is paused is not
  // looked at: what becomes due waits where it is.
  light_vector<claimed_type> types;
  for (const job_descriptor* type : op.types) {
    if (is_listed(types, *type) || tx.rows.control(tx.rows.number_of(type->handler)).paused)
      continue;
    promote_due(tx, *type);
    types.push_back({type, limits_at_claim(tx, *type)});
  }

  claim::answer_type out{.at = at_ms(tx.now)};
  for (const claimed_type& each : types)
    if (each.type->starts_elsewhere)
      out.elsewhere += start_those_elsewhere(tx, *each.type, most_elsewhere - out.elsewhere);
  const std::size_t wanted = op.start + op.hold;
  out.jobs.reserve(least<std::size_t>(wanted, 1024));
  std::size_t suspects = 0;
  for (const claim* each = op.after; each != nullptr; each = each->after)
    if (each->answer)
      for (const claimed& job : each->answer->jobs) suspects += job.suspect ? 1 : 0;
  std::size_t parked = 0;
  const auto may_take = [&] {
    return claim_scope{.suspects = suspects < op.suspects,
                       .begins = out.jobs.size() < op.start,
                       .limited = parked < most_parked};
  };
  auto lanes = find_lanes(tx, types, suspects < op.suspects);
  const bool all_tenants = lanes.size() < most_heads;
  // One job of each tenant in turn, so that a long queue does not keep others from a short one.
  while (out.jobs.size() < wanted && !lanes.empty()) {
    const std::size_t share = (wanted - out.jobs.size() + lanes.size() - 1) / lanes.size();
    for (std::size_t i = 0; i < lanes.size() && out.jobs.size() < wanted;) {
      // One more than it will take: so it is known whether anything is left.
      auto next = lanes[i].next(share + 1, may_take());
      if (!next) {
        lanes.erase(lanes.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      if (next.type->type->states[next.decided->after.state].remote) {
        if (out.elsewhere == most_elsewhere) {
          lanes.erase(lanes.begin() + static_cast<std::ptrdiff_t>(i));
          continue;
        }
        start_elsewhere(tx, *next.type->type, *next.job, *next.decided);
        ++out.elsewhere;
        continue;
      }
      const bool begins = next.job->suspect || out.jobs.size() < op.start;
      if (take(tx, *next.type, *next.job, *next.decided, op.owner, begins, out.jobs)) {
        if (next.job->suspect) ++suspects;
        tx.rows.serve(lanes[i].tenant());
      } else {
        ++parked;
      }
      ++i;
    }
  }
  // Those that were left because too many were parked, or went elsewhere, come with the next claim.
  out.more = parked >= most_parked || out.elsewhere != 0;
  // Others wait who were not looked at. Where nothing was taken of those who were, the next claim
  // would do no better, and be asked for at once.
  if (!all_tenants && !out.jobs.empty()) out.more = true;
  if (out.jobs.size() == wanted) {
    for (lane<Rows>& each : lanes) out.more = out.more || each.may_have_more(may_take());
  }
  out.looked_at = milliseconds{tx.at().elapsed};
  // A claim that was filled may be the last for a long time: also its owner has to know.
  if (!out.more)
    for (const claimed_type& each : types)
      if (const auto due = next_due(tx, *each.type))
        out.next_due = least(out.next_due.value_or(milliseconds::max()), milliseconds{*due});
  return out;
}

}  // namespace pawl::storage::logic
