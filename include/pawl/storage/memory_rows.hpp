// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/concat.hpp>
#include <range/v3/view/map.hpp>
#include <range/v3/view/subrange.hpp>
#include <range/v3/view/take.hpp>

#include <pawl/storage/memory_jobs.hpp>
#include <pawl/storage/memory_side_rows.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/storage/rows.hpp>

namespace pawl::storage {

/// The jobs that live, and the indexes that a database would have.
class memory_queue : public memory_dead_letters {
 public:
  bool queued(std::int64_t key, queue_row& out) const {
    const entry* found = find(key);
    if (found == nullptr || found->outcome) return false;
    out = found->queued;
    return true;
  }
  void insert_queued(const queue_row& job) {
    find(job.key)->queued = job;
    enter_index(job);
    ++living_;
  }
  void update_queued(const queue_row&, const queue_row& after) {
    queue_row& stored = find(after.key)->queued;
    leave_index(stored);
    stored = after;
    enter_index(after);
  }
  void touch_queued(const queue_row&, const queue_row& after) { find(after.key)->queued = after; }
  void pass_through(const queue_row&, const job_descriptor&, state_number) {}
  /// The row as it is stored, not as it was changed meanwhile, says where it stands in the indexes.
  void delete_queued(const queue_row& job) {
    leave_index(find(job.key)->queued);
    --living_;
  }
  [[nodiscard]] std::int64_t depth() const { return living_; }
  /// Jobs of one type that wait for a worker or for their time.
  [[nodiscard]] std::int64_t depth_of(name_number handler) const {
    std::size_t sum = 0;
    if (const auto lanes = ready_.find(handler); lanes != ready_.end())
      for (const auto& [tenant, lane] : lanes->second) sum += lane.size();
    if (const auto later = scheduled_.find(handler); later != scheduled_.end())
      sum += later->second.size();
    return static_cast<std::int64_t>(sum);
  }

  [[nodiscard]] std::vector<name_number> heads(name_number handler, name_number after,
                                               std::size_t limit) const {
    const auto lanes = ready_.find(handler);
    if (lanes == ready_.end()) return {};
    // From the one after `after` to the end, and from the beginning to `after`.
    const auto next = lanes->second.upper_bound(after);
    return ranges::views::concat(ranges::subrange(next, lanes->second.end()),
                                 ranges::subrange(lanes->second.begin(), next)) |
           ranges::views::keys | ranges::views::take(limit) | ranges::to<std::vector>();
  }
  [[nodiscard]] std::vector<queue_row> ready(name_number handler, name_number tenant,
                                             std::size_t skip, std::size_t limit) const {
    std::vector<queue_row> found;
    const auto lanes = ready_.find(handler);
    if (lanes == ready_.end()) return found;
    const auto lane = lanes->second.find(tenant);
    if (lane == lanes->second.end()) return found;
    for (const auto& [sort_key, key] : lane->second) {
      if (skip != 0) {
        --skip;
        continue;
      }
      if (found.size() == limit) break;
      found.push_back(find(key)->queued);
    }
    return found;
  }
  [[nodiscard]] std::vector<queue_row> due(name_number handler, std::int64_t now,
                                           std::size_t limit) const {
    std::vector<queue_row> found;
    const auto waiting = scheduled_.find(handler);
    if (waiting == scheduled_.end()) return found;
    for (const auto& [at, key] : waiting->second) {
      if (at > now || found.size() == limit) break;
      found.push_back(find(key)->queued);
    }
    return found;
  }
  [[nodiscard]] std::optional<std::int64_t> next_due(name_number handler) const {
    const auto waiting = scheduled_.find(handler);
    if (waiting == scheduled_.end() || waiting->second.empty()) return {};
    return waiting->second.begin()->first;
  }
  [[nodiscard]] name_number last_served() const { return last_served_; }
  void serve(name_number tenant) { last_served_ = tenant; }

  [[nodiscard]] std::vector<queue_row> leased_by(owner_number number) const {
    std::vector<queue_row> found;
    const auto held = leased_.find(number);
    if (held == leased_.end()) return found;
    for (const std::int64_t key : held->second) found.push_back(find(key)->queued);
    return found;
  }

 protected:
  /// Owners that hold something.
  void add_holders(std::set<owner_number>& to) const {
    for (const auto& [number, jobs] : leased_) to.insert(number);
  }

 private:
  void enter_index(const queue_row& job) {
    switch (job.at.phase) {
      case phase::ready:
        ready_[job.handler][job.tenant].emplace(job.sort_key, job.key);
        break;
      case phase::scheduled:
        scheduled_[job.handler].emplace(job.due_at, job.key);
        break;
      case phase::held:
      case phase::running:
        leased_[job.owner].insert(job.key);
        break;
      case phase::blocked:
      case phase::terminal:
        break;
    }
  }
  void leave_index(const queue_row& job) {
    switch (job.at.phase) {
      case phase::ready: {
        const auto lanes = ready_.find(job.handler);
        const auto lane = lanes->second.find(job.tenant);
        lane->second.erase({job.sort_key, job.key});
        if (lane->second.empty()) lanes->second.erase(lane);
        break;
      }
      case phase::scheduled:
        scheduled_[job.handler].erase({job.due_at, job.key});
        break;
      case phase::held:
      case phase::running: {
        const auto held = leased_.find(job.owner);
        held->second.erase(job.key);
        if (held->second.empty()) leased_.erase(held);
        break;
      }
      case phase::blocked:
      case phase::terminal:
        break;
    }
  }

  std::int64_t living_ = 0;
  std::map<name_number, std::map<name_number, std::set<std::pair<std::int64_t, std::int64_t>>>>
      ready_;
  std::map<name_number, std::set<std::pair<std::int64_t, std::int64_t>>> scheduled_;
  std::unordered_map<owner_number, std::set<std::int64_t>> leased_;
  name_number last_served_ = 0;
};

/// The rows of a store that lives in memory: all groups, and here what looks at several of them.
/// Not synchronised; `memory` does that.
class memory_rows : public memory_names,
                    public memory_queue,
                    public memory_keys,
                    public memory_limits,
                    public memory_dependencies,
                    public memory_owners,
                    public memory_callbacks {
 public:
  explicit memory_rows(std::size_t capacity) : capacity_(capacity) {}

  // Outcomes.
  bool outcome(std::int64_t key, outcome_row& out) const {
    const entry* found = find(key);
    if (found == nullptr || !found->outcome) return false;
    out = *found->outcome;
    return true;
  }
  void insert_outcome(const outcome_row& out) {
    entry* of = find(out.key);
    of->outcome = out;
    finished_[out.handler].emplace(out.prune_at, out.key);
  }

  // Idempotency keys.
  [[nodiscard]] std::optional<key_row> key_of(std::int64_t key) const {
    const job_row& of = find(key)->cold;
    if (of.idempotency_key.empty()) return {};
    auto found = find_key(of.tenant, of.handler, of.idempotency_key);
    if (found && found->job != key) found.reset();
    return found;
  }

  // Owners.
  [[nodiscard]] std::vector<owner_number> owners() const {
    std::set<owner_number> found;
    for (const auto& [number, row] : enrolled()) found.insert(number);
    add_holders(found);
    return {found.begin(), found.end()};
  }

  // Retention.
  [[nodiscard]] std::vector<name_number> finished_handlers() const {
    std::vector<name_number> found;
    for (const auto& [handler, jobs] : finished_) found.push_back(handler);
    return found;
  }
  [[nodiscard]] std::vector<outcome_row> prunable(name_number handler, std::int64_t now,
                                                  std::size_t limit) const {
    std::vector<outcome_row> found;
    for (const auto& [at, key] : finished_.at(handler)) {
      if (at > now || found.size() == limit) break;
      found.push_back(*find(key)->outcome);
    }
    return found;
  }
  [[nodiscard]] std::vector<outcome_row> beyond_count(name_number handler, std::int64_t kept,
                                                      std::size_t limit) const {
    std::vector<const outcome_row*> all;
    const auto finished = finished_.find(handler);
    if (finished == finished_.end()) return {};
    for (const auto& [at, key] : finished->second)
      if (!find(key)->dead_since) all.push_back(&*find(key)->outcome);
    std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) {
      return std::pair(a->completed_at, a->key) < std::pair(b->completed_at, b->key);
    });
    std::vector<outcome_row> found;
    for (std::size_t i = 0; i + static_cast<std::size_t>(kept) < all.size() && i < limit; ++i)
      found.push_back(*all[i]);
    return found;
  }
  void forget_events(const outcome_row& job, std::int64_t prune_at) {
    entry* of = find(job.key);
    finished_[job.handler].erase({of->outcome->prune_at, job.key});
    remove_events(*of);
    of->outcome->has_events = false;
    of->outcome->prune_at = prune_at;
    finished_[job.handler].emplace(prune_at, job.key);
  }
  void forget(const outcome_row& job) {
    entry* of = find(job.key);
    auto& finished = finished_[job.handler];
    finished.erase({of->outcome->prune_at, job.key});
    if (finished.empty()) finished_.erase(job.handler);
    const job_row& cold = of->cold;
    if (key_of(job.key)) remove_key(cold.tenant, cold.handler, cold.idempotency_key);
    remove_dead_letter(job.key);
    delete_callback(job.key);
    remove_release(job.key);
    remove_job(job.key);
    shorten_feed();
  }

  /// Makes room for one more job by forgetting the finished one that would be pruned next, that no
  /// job waits for, and that is not the one to be repeated; false if there is none.
  bool make_room(const job_id& repeated) {
    if (count() < capacity_) return true;
    const std::pair<std::int64_t, std::int64_t>* oldest = nullptr;
    for (const auto& [handler, jobs] : finished_)
      for (const auto& each : jobs) {
        if (is_releasing(each.second) || id_of(each.second) == repeated) continue;
        if (oldest == nullptr || each < *oldest) oldest = &each;
        break;
      }
    if (oldest == nullptr) return false;
    forget(outcome_row(*find(oldest->second)->outcome));
    return true;
  }

 private:
  std::size_t capacity_;
  std::map<name_number, std::set<std::pair<std::int64_t, std::int64_t>>> finished_;
};

}  // namespace pawl::storage
