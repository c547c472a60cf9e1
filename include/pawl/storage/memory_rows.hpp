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
    entry& of = *find(job.key);
    of.queued = job;
    enter_index(of);
  }
  void update_queued(const queue_row&, const queue_row& after) {
    entry& of = *find(after.key);
    leave_index(of);
    of.queued = after;
    enter_index(of);
  }
  void touch_queued(const queue_row&, const queue_row& after) { find(after.key)->queued = after; }
  void pass_through(const queue_row&, const job_descriptor&, state_number) {}
  /// The row as it is stored, not as it was changed meanwhile, says where it stands in the indexes.
  void delete_queued(const queue_row& job) { leave_index(*find(job.key)); }
  [[nodiscard]] std::int64_t count_ready(std::int64_t) const { return ready_count_; }
  [[nodiscard]] std::int64_t count_ready_of(name_number tenant, std::int64_t) const {
    std::size_t sum = 0;
    for (const auto& [lane, tenants] : ready_)
      if (const auto of = tenants.find(tenant); of != tenants.end()) sum += of->second.size();
    return static_cast<std::int64_t>(sum);
  }
  [[nodiscard]] std::int64_t count_delayed(std::int64_t) const { return delayed_count_; }
  [[nodiscard]] std::int64_t count_delayed_of(name_number tenant) const {
    const auto found = delayed_of_.find(tenant);
    return found == delayed_of_.end() ? 0 : found->second;
  }
  /// Jobs of one type that wait for a worker or for their time.
  [[nodiscard]] std::int64_t depth_of(name_number handler) const {
    std::size_t sum = 0;
    for (const queue_lane& each : ready_lanes(handler))
      for (const auto& [tenant, lane] : ready_.at({handler, each.format})) sum += lane.size();
    if (const auto later = scheduled_.find(handler); later != scheduled_.end())
      sum += later->second.size();
    return static_cast<std::int64_t>(sum);
  }

  [[nodiscard]] std::vector<queue_lane> ready_lanes(name_number handler) const {
    std::vector<queue_lane> found;
    for (auto at = ready_.lower_bound({handler, 0});
         at != ready_.end() && at->first.first == handler; ++at)
      found.push_back({.format = at->first.second,
                       .state = static_cast<state_number>(at->first.second >> 1),
                       .version = static_cast<unsigned>(at->first.second >> version_at),
                       .suspect = (at->first.second & 1) != 0});
    return found;
  }
  /// One: there is no other process whose states this one would not know.
  [[nodiscard]] std::vector<queue_lane> scheduled_lanes(name_number handler) const {
    const auto waiting = scheduled_.find(handler);
    if (waiting == scheduled_.end() || waiting->second.empty()) return {};
    return {queue_lane{}};
  }
  [[nodiscard]] std::vector<name_number> heads(name_number handler, std::int64_t lane,
                                               name_number after, std::size_t limit) const {
    const auto lanes = ready_.find({handler, lane});
    if (lanes == ready_.end()) return {};
    // From the one after `after` to the end, and from the beginning to `after`.
    const auto next = lanes->second.upper_bound(after);
    return ranges::views::concat(ranges::subrange(next, lanes->second.end()),
                                 ranges::subrange(lanes->second.begin(), next)) |
           ranges::views::keys | ranges::views::take(limit) | ranges::to<std::vector>();
  }
  [[nodiscard]] std::vector<queue_row> ready(name_number handler, std::int64_t of,
                                             name_number tenant, std::size_t skip,
                                             std::size_t limit) const {
    std::vector<queue_row> found;
    const auto lanes = ready_.find({handler, of});
    if (lanes == ready_.end()) return found;
    const auto lane = lanes->second.find(tenant);
    if (lane == lanes->second.end()) return found;
    found.reserve(std::min(limit, lane->second.size()));
    for (const entry& each : lane->second) {
      if (skip != 0) {
        --skip;
        continue;
      }
      if (found.size() == limit) break;
      found.push_back(each.queued);
    }
    return found;
  }
  [[nodiscard]] std::vector<queue_row> due(name_number handler, std::int64_t, due_time from,
                                           due_time until, std::size_t limit) const {
    std::vector<queue_row> found;
    const auto waiting = scheduled_.find(handler);
    if (waiting == scheduled_.end()) return found;
    for (auto at = waiting->second.from(from.number());
         at != waiting->second.end() && at->order <= until.number() && found.size() < limit; ++at)
      found.push_back(at->queued);
    return found;
  }
  [[nodiscard]] std::optional<due_time> next_due(name_number handler, std::int64_t,
                                                 due_time from) const {
    const auto waiting = scheduled_.find(handler);
    if (waiting == scheduled_.end()) return {};
    const auto next = waiting->second.from(from.number());
    if (next == waiting->second.end()) return {};
    return due_time(next->order);
  }
  [[nodiscard]] name_number last_served() const { return last_served_; }
  void serve(name_number tenant) { last_served_ = tenant; }

  [[nodiscard]] std::vector<queue_row> leased_by(owner_number number, std::int64_t after,
                                                 std::size_t limit) const {
    std::vector<std::int64_t> keys;
    for_each_leased(number, [&](const queue_row& job) {
      if (job.key > after) keys.push_back(job.key);
    });
    std::sort(keys.begin(), keys.end());
    if (keys.size() > limit) keys.resize(limit);
    std::vector<queue_row> found;
    found.reserve(keys.size());
    for (const std::int64_t key : keys) found.push_back(find(key)->queued);
    return found;
  }
  /// In no order and without a copy: for who only looks.
  template <class Look>
  void for_each_leased(owner_number number, Look look) const {
    const auto held = leased_.find(number);
    if (held == leased_.end()) return;
    for (const std::int64_t key : held->second) look(find(key)->queued);
  }

 protected:
  /// Owners that hold something.
  void add_holders(std::set<owner_number>& to) const {
    for (const auto& [number, jobs] : leased_) to.insert(number);
  }

 private:
  using lane_key = std::pair<name_number, std::int64_t>;  // handler, format
  /// In a format the version stands above the state, and the state above whether it is a suspect.
  static constexpr unsigned version_at = 1 + 8 * sizeof(state_number);

  /// All states are known here.
  static lane_key lane_of(const queue_row& job) {
    return {job.handler,
            std::int64_t{job.version} << version_at | job.at.state << 1 | (job.suspect ? 1 : 0)};
  }
  // Most jobs come and go beside others of their kind: the last place is looked at first. What the
  // maps hold stays where it is until it is erased.
  entry_index& lane_for(const queue_row& job) {
    const lane_key key = lane_of(job);
    if (recent_lane_ == nullptr || recent_lane_key_ != key || recent_tenant_ != job.tenant) {
      recent_lane_ = &ready_[key][job.tenant];
      recent_lane_key_ = key;
      recent_tenant_ = job.tenant;
    }
    return *recent_lane_;
  }
  void remove_lane(const queue_row& job) {
    recent_lane_ = nullptr;
    const auto lanes = ready_.find(lane_of(job));
    lanes->second.erase(job.tenant);
    if (lanes->second.empty()) ready_.erase(lanes);
  }
  std::vector<std::int64_t>& leases_of(owner_number owner) {
    if (recent_leases_ == nullptr || recent_owner_ != owner) {
      recent_leases_ = &leased_[owner];
      recent_owner_ = owner;
    }
    return *recent_leases_;
  }

  void count_delayed(const queue_row& job, std::int64_t by) {
    if (!is_delayed(job)) return;
    delayed_count_ += by;
    if ((delayed_of_[job.tenant] += by) == 0) delayed_of_.erase(job.tenant);
  }
  void enter_index(entry& of) {
    const queue_row& job = of.queued;
    count_delayed(job, 1);
    switch (job.at.phase) {
      case phase::ready:
        ++ready_count_;
        of.lane = &lane_for(job);
        of.lane->add(of, job.sort_key);
        break;
      case phase::scheduled:
        scheduled_[job.handler].add(of, job.due_at.number());
        break;
      case phase::held:
      case phase::running: {
        auto& held = leases_of(job.owner);
        of.lease_place = held.size();
        held.push_back(job.key);
        break;
      }
      case phase::blocked:
      case phase::terminal:
        break;
    }
  }
  void leave_index(entry& of) {
    const queue_row& job = of.queued;
    count_delayed(job, -1);
    switch (job.at.phase) {
      case phase::ready: {
        --ready_count_;
        of.lane->remove(of);
        if (of.lane->empty()) remove_lane(job);
        break;
      }
      case phase::scheduled:
        scheduled_[job.handler].remove(of);
        break;
      case phase::held:
      case phase::running: {
        // The last one takes its place.
        auto& held = leases_of(job.owner);
        find(held.back())->lease_place = of.lease_place;
        held[of.lease_place] = held.back();
        held.pop_back();
        if (held.empty()) {
          leased_.erase(job.owner);
          recent_leases_ = nullptr;
        }
        break;
      }
      case phase::blocked:
      case phase::terminal:
        break;
    }
  }

  std::int64_t ready_count_ = 0;
  std::int64_t delayed_count_ = 0;
  std::map<name_number, std::int64_t> delayed_of_;
  std::map<lane_key, std::map<name_number, entry_index>> ready_;
  std::map<name_number, entry_index> scheduled_;
  std::unordered_map<owner_number, std::vector<std::int64_t>> leased_;
  entry_index* recent_lane_ = nullptr;  ///< of this key and tenant, if any
  lane_key recent_lane_key_{};
  name_number recent_tenant_ = 0;
  std::vector<std::int64_t>* recent_leases_ = nullptr;  ///< of this owner, if any
  owner_number recent_owner_ = 0;
  name_number last_served_ = 0;
};

/// The rows of a store that lives in memory: all groups, and here what looks at several of them.
/// Not synchronised; `memory` does that.
class memory_rows : public memory_names,
                    public memory_queue,
                    public memory_keys,
                    public memory_uniques,
                    public memory_limits,
                    public memory_declarations,
                    public memory_dependencies,
                    public memory_owners,
                    public memory_schedules,
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
  /// Of a row, or of what becomes one: then it is made in its place.
  template <class Outcome>
  void insert_outcome(Outcome&& out) {
    find(out.key)->outcome.emplace(std::forward<Outcome>(out));
  }
  /// Comes after the outcome; an entry stands in one index at a time.
  void delete_queued(const queue_row& job) {
    memory_queue::delete_queued(job);
    entry& of = *find(job.key);
    finished_[job.handler].add(of, of.outcome->prune_at);
  }

  // Idempotency keys.
  [[nodiscard]] std::optional<key_row> key_of(std::int64_t key) const {
    const job_row& of = find(key)->cold;
    if (of.idempotency_key.empty()) return {};
    auto found = find_key(of.tenant, of.handler, of.idempotency_key);
    if (found && found->job != key) found.reset();
    return found;
  }

  // Callbacks.
  [[nodiscard]] std::vector<callback_row> due_callbacks(name_number handler, std::int64_t now,
                                                        unsigned newest_version,
                                                        std::size_t limit) const {
    return first_due_callbacks(handler, now, limit, [&](const callback_row& each) {
      return find(each.job)->cold.payload_version <= newest_version;
    });
  }

  // Owners.
  [[nodiscard]] std::vector<owner_number> owners() const {
    std::set<owner_number> found;
    for (const auto& [number, row] : enrolled()) found.insert(number);
    add_holders(found);
    return {found.begin(), found.end()};
  }

  // Schedules.
  [[nodiscard]] std::vector<schedule_row> schedules(const std::string& tenant,
                                                    const std::string& handler,
                                                    const maybe<std::string>& name,
                                                    std::int64_t after, std::size_t limit) const {
    std::vector<schedule_row> found;
    for (auto at = kept_schedules().upper_bound(after); at != kept_schedules().end(); ++at) {
      const schedule_row& each = at->second;
      if (found.size() == limit) break;
      if (!tenant.empty() && name_of(each.tenant) != tenant) continue;
      if (!handler.empty() && name_of(each.handler) != handler) continue;
      if (name && each.name != *name) continue;
      found.push_back(each);
    }
    return found;
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
    for (const entry& each : finished_.at(handler)) {
      if (each.order > now || found.size() == limit) break;
      found.push_back(*each.outcome);
    }
    return found;
  }
  [[nodiscard]] std::vector<outcome_row> beyond_count(name_number handler, std::int64_t kept,
                                                      std::size_t limit) const {
    std::vector<const outcome_row*> all;
    const auto finished = finished_.find(handler);
    if (finished == finished_.end()) return {};
    for (const entry& each : finished->second)
      if (!each.dead_since) all.push_back(&*each.outcome);
    std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) {
      return std::pair(a->kept_since, a->key) < std::pair(b->kept_since, b->key);
    });
    std::vector<outcome_row> found;
    for (std::size_t i = 0; i + static_cast<std::size_t>(kept) < all.size() && i < limit; ++i)
      found.push_back(*all[i]);
    return found;
  }
  void forget_parts(const outcome_row& job, outcome_parts going, std::int64_t prune_at) {
    entry& of = *find(job.key);
    if (going.events) {
      remove_events(of);
      of.outcome->has_events = false;
    }
    if (going.output) {
      of.outcome->has_result = false;
      of.outcome->result.clear();
      of.outcome->result_object = {};
    }
    of.outcome->prune_at = prune_at;
    entry_index& finished = finished_[job.handler];
    finished.remove(of);
    finished.add(of, prune_at);
  }
  void forget(const outcome_row& job) {
    entry& of = *find(job.key);
    entry_index& finished = finished_[job.handler];
    finished.remove(of);
    if (finished.empty()) finished_.erase(job.handler);
    const job_row& cold = of.cold;
    if (key_of(job.key)) remove_key(cold.tenant, cold.handler, cold.idempotency_key);
    remove_dead_letter(job.key);
    delete_callback(job.key);
    remove_release(job.key);
    remove_job(job.key);
    shorten_feed();
  }

  /// Makes room for one more job by forgetting the finished one that would be pruned next, that no
  /// job waits for, and that is not the one to be repeated; false if there is none.
  [[nodiscard]] bool has_room_for(std::size_t more) const {
    std::size_t ended = 0;
    for (const auto& [handler, jobs] : finished_) ended += jobs.size();
    ended -= std::min(ended, releasing());
    return count() + more <= capacity_ + ended;
  }
  bool make_room(const job_id& repeated) {
    if (count() < capacity_) return true;
    const entry* oldest = nullptr;
    for (const auto& [handler, jobs] : finished_)
      for (const entry& each : jobs) {
        if (is_releasing(each.cold.key) || each.cold.id == repeated) continue;
        if (oldest == nullptr || comes_first{}(each, *oldest)) oldest = &each;
        break;
      }
    if (oldest == nullptr) return false;
    forget(outcome_row(*oldest->outcome));
    return true;
  }

  std::size_t capacity_;
  std::map<name_number, entry_index> finished_;
};

}  // namespace pawl::storage
