// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/logic/maintenance.hpp>

namespace pawl::storage::logic {

/// Tenants whose heads one claim looks at, at most.
inline constexpr std::size_t most_heads = 64;
/// Due rows that one claim promotes, at most, for each job type.
inline constexpr std::size_t most_promoted = 256;

/// Jobs whose time has come become ready, before anything is claimed.
template <class Rows>
void promote_due(transaction<Rows>& tx, const job_descriptor& type,
                 std::size_t limit = most_promoted) {
  for (const queue_row& job : tx.rows.due(tx.rows.number_of(type.handler), tx.now, limit)) {
    if (!job.state_is_known) continue;
    const any_decision decided = type.come_due(job.position(), job.max_attempts);
    if (decided) carry_out(tx, type, job, decided, {.ready_at = job.due_at});
  }
}

/// Takes a slot of every limit that holds back claims, or none of them and parks the job until one
/// is free. Parked, not skipped: the next claim would only stumble over it again.
template <class Rows>
bool take_claim_slots(transaction<Rows>& tx, const job_descriptor& type, const queue_row& job) {
  if (!type.limits_claims()) return true;
  struct slot {
    name_number limit;
    std::string key;
    int number;
  };
  std::vector<slot> found;
  const std::string all_keys = tx.rows.job(job.key).limit_keys;
  limit_keys keys(all_keys);
  for (const limit_description& limit : type.limits) {
    std::string key = keys.next();
    if (limit.point != limit_point::at_claim) continue;
    const name_number number = limit_number(tx, type, limit);
    const auto free = tx.rows.find_slot(number, key, tx.rows.configured(number, limit.count));
    if (!free.number) {
      queue_row parked = job;
      parked.at.phase = phase::blocked;
      tx.rows.update_queued(job, parked);
      tx.rows.park(number, key, job.sort_key, job.key);
      pass_on_slots(tx, type, job);
      return false;
    }
    found.push_back({number, std::move(key), *free.number});
  }
  for (const slot& each : found) tx.rows.take_slot(each.limit, each.key, each.number, job.key);
  return true;
}

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

template <class Rows>
claimed hand_over(transaction<Rows>& tx, const job_descriptor& type, const queue_row& job) {
  job_row cold = tx.rows.claim_part(job.key);
  claimed out{.lease = {job.key, job.fence},
              .id = cold.id,
              .type = &type,
              .state = job.at.state,
              .started = job.at.phase == phase::running,
              .suspect = job.suspect,
              .attempt = job.at.attempt,
              .retry = settings_of_job(type, cold, job.max_attempts),
              .who = {tx.rows.name_of(job.tenant), std::move(cold.requested_by),
                      std::move(cold.organisation)},
              .payload = std::move(cold.payload),
              .object = std::move(cold.object),
              .payload_version = cold.payload_version,
              .correlation = std::move(cold.correlation),
              .traceparent = std::move(cold.traceparent),
              .progress = job.progress,
              .stage = job.stage,
              .created_at = at_ms(cold.created_at),
              .started_at = at_ms(job.started_at)};
  if (job.has_checkpoint) out.checkpoint = tx.rows.find_detail(job.key, detail_kind::checkpoint);
  return out;
}

/// Gives one ready job to an owner: begun, or held until it can be. False if a limit holds it back.
template <class Rows>
bool take(transaction<Rows>& tx, const job_descriptor& type, const queue_row& job,
          owner_number owner, bool begin, claimed& taken) {
  if (!take_claim_slots(tx, type, job)) return false;
  const any_decision decided = type.claim(job.position(), job.max_attempts);
  if (begin) {
    taken = hand_over(tx, type, carry_out(tx, type, job, decided, {.owner = owner}));
  } else {
    queue_row held = job;
    held.at.phase = phase::held;
    held.owner = owner;
    held.lease_ms = type.lease.count;
    ++held.fence;
    tx.rows.update_queued(job, held);
    taken = hand_over(tx, type, held);
    taken.state = decided.after.state;
    taken.attempt = decided.after.attempt;
  }
  taken.first_start = job.started_at == 0;
  return true;
}

/// The jobs of one tenant that are ready, in the order in which they should run. Rows that this
/// process cannot take, because it knows neither their state nor their payload's version, and
/// suspects that it must not take now, are stepped over.
template <class Rows>
class lane {
 public:
  lane(transaction<Rows>& tx, name_number tenant) : tx_(&tx), tenant_(tenant) {}

  [[nodiscard]] name_number tenant() const { return tenant_; }
  /// Once: a type that is listed twice would find each of its jobs twice.
  void add(const job_descriptor& type) {
    for (const head& each : heads_)
      if (each.type->handler == type.handler) return;
    heads_.push_back({&type, {}, 0, 0, false});
  }

  /// The most urgent row, of whatever type, if there is one.
  struct pick {
    const job_descriptor* type = nullptr;
    queue_row job{};
  };
  std::optional<pick> next(std::size_t likely, bool with_suspects) {
    head* best = nullptr;
    for (head& each : heads_) {
      fill(each, likely, with_suspects);
      if (each.at == each.rows.size()) continue;
      if (best == nullptr || each.rows[each.at].sort_key < best->rows[best->at].sort_key)
        best = &each;
    }
    if (best == nullptr) return {};
    return pick{best->type, std::move(best->rows[best->at++])};
  }
  /// Whether there may be another, as far as has been looked.
  [[nodiscard]] bool may_have_more() const {
    return std::any_of(heads_.begin(), heads_.end(), [](const head& each) {
      return each.at != each.rows.size() || !each.exhausted;
    });
  }

 private:
  struct head {
    const job_descriptor* type;
    std::vector<queue_row> rows;
    std::size_t at;
    std::size_t stepped_over;
    bool exhausted;
  };

  /// Rows that were taken or parked have left the index, so asking again gives the next ones.
  void fill(head& from, std::size_t likely, bool with_suspects) {
    while (true) {
      for (; !with_suspects && from.at != from.rows.size() && from.rows[from.at].suspect;
           ++from.at) {
        ++from.stepped_over;
        // It was woken for a slot that it does not take now: those behind it need not wait for it.
        if (from.type->limits_claims()) pass_on_slots(*tx_, *from.type, from.rows[from.at]);
      }
      if (from.at != from.rows.size() || from.exhausted) return;
      from.rows = tx_->rows.ready(tx_->rows.number_of(from.type->handler), tenant_,
                                  from.stepped_over, likely);
      from.exhausted = from.rows.size() < likely;
      from.at = 0;
      const std::size_t found = from.rows.size();
      std::erase_if(from.rows, [&](const queue_row& row) {
        return !row.state_is_known || row.version > from.type->newest_version ||
               !from.type->claim(row.position(), row.max_attempts);
      });
      from.stepped_over += found - from.rows.size();
    }
  }

  transaction<Rows>* tx_;
  name_number tenant_;
  std::vector<head> heads_{};
};

/// The lanes of the tenants that have something ready, beginning after the one that was served
/// last.
template <class Rows>
std::vector<lane<Rows>> find_lanes(transaction<Rows>& tx,
                                   const std::vector<const job_descriptor*>& types) {
  std::vector<lane<Rows>> lanes;
  const name_number served = tx.rows.last_served();
  for (const job_descriptor* type : types) {
    for (const name_number tenant :
         tx.rows.heads(tx.rows.number_of(type->handler), served, most_heads)) {
      auto place = std::find_if(lanes.begin(), lanes.end(),
                                [&](const auto& each) { return each.tenant() == tenant; });
      if (place == lanes.end()) place = lanes.emplace(lanes.end(), tx, tenant);
      place->add(*type);
    }
  }
  // Cyclic order: those after the last one served come first.
  std::sort(lanes.begin(), lanes.end(), [&](const auto& a, const auto& b) {
    return std::pair(a.tenant() <= served, a.tenant()) <
           std::pair(b.tenant() <= served, b.tenant());
  });
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
  for (const job_descriptor* type : op.types) promote_due(tx, *type);

  claim::answer_type out{.at = at_ms(tx.now)};
  const std::size_t wanted = op.start + op.hold;
  out.jobs.reserve(std::min<std::size_t>(wanted, 1024));
  std::size_t suspects = 0;
  auto lanes = find_lanes(tx, op.types);
  const bool all_tenants = lanes.size() < most_heads;
  // One job of each tenant in turn, so that a long queue does not keep others from a short one.
  while (out.jobs.size() < wanted && !lanes.empty()) {
    const std::size_t share = (wanted - out.jobs.size() + lanes.size() - 1) / lanes.size();
    for (std::size_t i = 0; i < lanes.size() && out.jobs.size() < wanted;) {
      // One more than it will take: so it is known whether anything is left.
      const bool begins = out.jobs.size() < op.start;
      const auto next = lanes[i].next(share + 1, begins && suspects < op.suspects);
      if (!next) {
        lanes.erase(lanes.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      if (take(tx, *next->type, next->job, op.owner, begins, out.jobs.emplace_back())) {
        if (next->job.suspect) ++suspects;
        tx.rows.serve(lanes[i].tenant());
        ++i;
      } else {
        out.jobs.pop_back();
      }
    }
  }
  if (out.jobs.size() == wanted) {
    out.more = !all_tenants || std::any_of(lanes.begin(), lanes.end(),
                                           [](const auto& each) { return each.may_have_more(); });
  } else {
    for (const job_descriptor* type : op.types)
      if (const auto due = tx.rows.next_due(tx.rows.number_of(type->handler)))
        if (!out.next_due || at_ms(*due) < *out.next_due) out.next_due = at_ms(*due);
  }
  return out;
}

}  // namespace pawl::storage::logic
