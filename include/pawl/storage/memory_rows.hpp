// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>

#include <pawl/storage/memory_side_rows.hpp>
#include <pawl/storage/queries.hpp>
#include <pawl/storage/rows.hpp>

namespace pawl::storage {

/// The rows of a store that lives in memory: containers, and the indexes that a database would
/// have. Those of the jobs are here, the others in the base. Not synchronised; `memory` does that.
class memory_rows : public memory_side_rows {
 public:
  struct stored_event {
    std::uint64_t number = 0;
    std::uint64_t feed = 0;
    event_kind kind{};
    std::int64_t at = 0;
    text event{};
    text from{};
    text to{};
    unsigned attempt = 0;
    int progress = 0;
    std::string stage{};
    std::string message{};
    std::string error{};
    std::string detail{};
  };
  struct stored_detail {
    detail_kind kind{};
    std::string name{};
    unsigned version = 1;
    std::string value{};
  };
  /// All rows of one job.
  struct entry {
    job_row cold{};
    hot_row hot{};
    std::optional<outcome_row> outcome{};
    std::vector<stored_event> events{};
    std::vector<stored_detail> details{};
    std::map<std::string, inbox_row> inbox{};
    std::optional<std::int64_t> dead_since{};
    job_id replayed_as{};
  };

  explicit memory_rows(std::size_t capacity) : capacity_(capacity) {}

  // Jobs.
  [[nodiscard]] std::optional<found_job> find_job(const job_id& id) const {
    const auto found = keys_by_id_.find(id);
    if (found == keys_by_id_.end()) return {};
    return found_job{found->second, find(found->second)->cold.tenant};
  }
  std::int64_t insert_job(const job_row& job) {
    auto made = std::make_unique<entry>();
    made->cold = job;
    made->cold.key = base_ + static_cast<std::int64_t>(entries_.size());
    keys_by_id_.emplace(job.id, made->cold.key);
    entries_.push_back(std::move(made));
    ++count_;
    return entries_.back()->cold.key;
  }
  [[nodiscard]] const job_row& job(std::int64_t key) const { return find(key)->cold; }
  [[nodiscard]] const job_row& claim_part(std::int64_t key) const { return job(key); }
  [[nodiscard]] job_id id_of(std::int64_t key) const { return find(key)->cold.id; }

  bool hot(std::int64_t key, hot_row& out) const {
    const entry* found = find(key);
    if (found == nullptr || found->outcome) return false;
    out = found->hot;
    return true;
  }
  void insert_hot(const hot_row& job) {
    find(job.key)->hot = job;
    enter_index(job);
    ++living_;
  }
  void update_hot(const hot_row&, const hot_row& after) {
    hot_row& stored = find(after.key)->hot;
    leave_index(stored);
    stored = after;
    enter_index(after);
  }
  void touch_hot(const hot_row&, const hot_row& after) { find(after.key)->hot = after; }
  void pass_through(const hot_row&, const job_type&, state_number) {}
  /// The row as it is stored, not as it was changed meanwhile, says where it stands in the indexes.
  void delete_hot(const hot_row& job) {
    leave_index(find(job.key)->hot);
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
    std::vector<name_number> found;
    const auto lanes = ready_.find(handler);
    if (lanes == ready_.end()) return found;
    for (auto at = lanes->second.upper_bound(after);
         at != lanes->second.end() && found.size() < limit; ++at)
      found.push_back(at->first);
    for (auto at = lanes->second.begin();
         at != lanes->second.end() && at->first <= after && found.size() < limit; ++at)
      found.push_back(at->first);
    return found;
  }
  [[nodiscard]] std::vector<hot_row> ready(name_number handler, name_number tenant,
                                           std::size_t skip, std::size_t limit) const {
    std::vector<hot_row> found;
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
      found.push_back(find(key)->hot);
    }
    return found;
  }
  [[nodiscard]] std::vector<hot_row> due(name_number handler, std::int64_t now,
                                         std::size_t limit) const {
    std::vector<hot_row> found;
    const auto waiting = scheduled_.find(handler);
    if (waiting == scheduled_.end()) return found;
    for (const auto& [at, key] : waiting->second) {
      if (at > now || found.size() == limit) break;
      found.push_back(find(key)->hot);
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

  // Events.
  void insert_event(const event_row& e) {
    find(e.job)->events.push_back({e.number, ++feed_, e.kind, e.at, e.event, e.from, e.to,
                                   e.attempt, e.progress, std::string(e.stage),
                                   std::string(e.message), std::string(e.error),
                                   std::string(e.detail)});
    feed_order_.emplace_back(feed_, e.job);
  }
  [[nodiscard]] std::optional<failure_info> failure_of(std::int64_t key, std::uint64_t number,
                                                       bool retryable) const {
    for (const stored_event& each : find(key)->events)
      if (each.number == number)
        return failure_info{each.error, each.message, each.detail, pawl_string(each.from),
                            retryable};
    return {};
  }

  // Idempotency keys.
  [[nodiscard]] std::optional<key_row> find_key(name_number tenant, name_number handler,
                                                const std::string& key) const {
    const auto found = keys_.find({tenant, handler, key});
    if (found == keys_.end()) return {};
    return found->second;
  }
  void put_key(name_number tenant, name_number handler, const std::string& key, key_row row) {
    keys_[{tenant, handler, key}] = row;
  }
  [[nodiscard]] std::optional<key_row> key_of(std::int64_t key) const {
    const job_row& of = find(key)->cold;
    if (of.idempotency_key.empty()) return {};
    auto found = find_key(of.tenant, of.handler, of.idempotency_key);
    if (found && found->job != key) found.reset();
    return found;
  }

  // Checkpoints, artifacts, audit fields.
  void put_detail(std::int64_t job, detail_kind kind, const std::string& name, unsigned version,
                  const std::string& value) {
    auto& all = find(job)->details;
    for (stored_detail& each : all)
      if (each.kind == kind && each.name == name && each.version == version) {
        each.value = value;
        return;
      }
    all.push_back({kind, name, version, value});
  }
  [[nodiscard]] std::optional<std::string> find_detail(std::int64_t job, detail_kind kind) const {
    for (const stored_detail& each : find(job)->details)
      if (each.kind == kind) return each.value;
    return {};
  }
  [[nodiscard]] unsigned newest_version(std::int64_t job, detail_kind kind,
                                        const std::string& name) const {
    unsigned newest = 0;
    for (const stored_detail& each : find(job)->details)
      if (each.kind == kind && each.name == name) newest = std::max(newest, each.version);
    return newest;
  }
  [[nodiscard]] std::vector<finding_size> finding_sizes(std::int64_t job) const {
    std::vector<finding_size> found;
    for (const stored_detail& each : find(job)->details)
      if (each.kind == detail_kind::artifact || each.kind == detail_kind::audit)
        found.push_back({each.kind == detail_kind::audit, each.name,
                         static_cast<std::int64_t>(each.value.size())});
    return found;
  }
  void remove_details(std::int64_t job, detail_kind kind) {
    std::erase_if(find(job)->details, [&](const auto& each) { return each.kind == kind; });
  }

  // Events from outside.
  [[nodiscard]] std::optional<inbox_row> find_inbox(std::int64_t job, const std::string& id) const {
    const auto& inbox = find(job)->inbox;
    const auto found = inbox.find(id);
    if (found == inbox.end()) return {};
    return found->second;
  }
  void put_inbox(std::int64_t job, const std::string& id, const sha256_digest& content,
                 const std::string& state) {
    find(job)->inbox[id] = {content, state};
  }

  // Dead letters.
  void insert_dead_letter(std::int64_t job, name_number tenant, name_number handler,
                          std::int64_t at) {
    find(job)->dead_since = at;
    dead_.emplace(job, std::pair(tenant, handler));
  }
  [[nodiscard]] bool is_dead_letter(std::int64_t job) const {
    const entry* found = find(job);
    return found != nullptr && found->dead_since;
  }
  [[nodiscard]] bool is_replayed(std::int64_t job) const {
    return !find(job)->replayed_as.is_nil();
  }
  void mark_replayed(std::int64_t job, const job_id& as) { find(job)->replayed_as = as; }
  [[nodiscard]] std::vector<std::int64_t> fresh_dead_letters(std::optional<name_number> tenant,
                                                             name_number handler,
                                                             std::size_t limit) const {
    std::vector<std::int64_t> found;
    for (const auto& [job, of] : dead_) {
      if (found.size() == limit) break;
      if ((tenant && of.first != *tenant) || of.second != handler) continue;
      if (find(job)->replayed_as.is_nil()) found.push_back(job);
    }
    return found;
  }

  // Owners.
  owner_number insert_owner(const std::string&, std::int64_t boot, std::string_view boot_id) {
    const owner_number number = ++last_owner_;
    owners_[number] = {number, boot, std::string(boot_id)};
    return number;
  }
  [[nodiscard]] std::optional<owner_row> owner(owner_number number) const {
    const auto found = owners_.find(number);
    if (found == owners_.end()) return {};
    return found->second;
  }
  void see_owner(owner_number number, std::int64_t boot, std::string_view boot_id) {
    owners_[number] = {number, boot, std::string(boot_id)};
  }
  void delete_owner(owner_number number) { owners_.erase(number); }
  [[nodiscard]] std::vector<owner_number> owners() const {
    std::set<owner_number> found;
    for (const auto& [number, row] : owners_) found.insert(number);
    for (const auto& [number, jobs] : leased_) found.insert(number);
    return {found.begin(), found.end()};
  }
  [[nodiscard]] std::vector<hot_row> leased_by(owner_number number) const {
    std::vector<hot_row> found;
    const auto held = leased_.find(number);
    if (held == leased_.end()) return found;
    for (const std::int64_t key : held->second) found.push_back(find(key)->hot);
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
    of->events.clear();
    of->events.shrink_to_fit();
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
    if (key_of(job.key)) keys_.erase({cold.tenant, cold.handler, cold.idempotency_key});
    dead_.erase(job.key);
    delete_callback(job.key);
    remove_release(job.key);
    keys_by_id_.erase(cold.id);
    entries_[static_cast<std::size_t>(job.key - base_)].reset();
    while (!entries_.empty() && !entries_.front()) {
      entries_.pop_front();
      ++base_;
    }
    --count_;
    while (!feed_order_.empty() && !event_at(feed_order_.front())) feed_order_.pop_front();
  }

  /// Makes room for one more job by forgetting the finished one that would be pruned next, that
  /// nobody waits for, and that is not the one to be repeated; false if there is none.
  bool make_room(const job_id& repeated) {
    if (count_ < capacity_) return true;
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

  // For reading.
  [[nodiscard]] const entry* find(std::int64_t key) const {
    const std::int64_t at = key - base_;
    if (at < 0 || at >= static_cast<std::int64_t>(entries_.size())) return nullptr;
    return entries_[static_cast<std::size_t>(at)].get();
  }
  [[nodiscard]] const std::deque<std::unique_ptr<entry>>& entries() const { return entries_; }
  [[nodiscard]] const auto& feed() const { return feed_order_; }
  [[nodiscard]] const auto& dead() const { return dead_; }
  /// The event at a place of the feed; null if it was pruned.
  [[nodiscard]] const stored_event* event_at(
      const std::pair<std::uint64_t, std::int64_t>& place) const {
    const entry* of = find(place.second);
    if (of == nullptr) return nullptr;
    for (const stored_event& each : of->events)
      if (each.feed == place.first) return &each;
    return nullptr;
  }

 private:
  static std::string pawl_string(text t) { return {t.data(), t.size()}; }
  [[nodiscard]] entry* find(std::int64_t key) {
    return const_cast<entry*>(std::as_const(*this).find(key));
  }

  void enter_index(const hot_row& job) {
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
  void leave_index(const hot_row& job) {
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

  std::size_t capacity_;
  std::deque<std::unique_ptr<entry>> entries_;
  std::int64_t base_ = 1;
  std::size_t count_ = 0;
  std::int64_t living_ = 0;
  std::unordered_map<job_id, std::int64_t> keys_by_id_;
  std::map<name_number, std::map<name_number, std::set<std::pair<std::int64_t, std::int64_t>>>>
      ready_;
  std::map<name_number, std::set<std::pair<std::int64_t, std::int64_t>>> scheduled_;
  std::unordered_map<owner_number, std::set<std::int64_t>> leased_;
  name_number last_served_ = 0;
  std::map<std::tuple<name_number, name_number, std::string>, key_row> keys_;
  std::map<std::int64_t, std::pair<name_number, name_number>> dead_;
  std::map<owner_number, owner_row> owners_;
  owner_number last_owner_ = 0;
  std::map<name_number, std::set<std::pair<std::int64_t, std::int64_t>>> finished_;
  std::uint64_t feed_ = 0;
  std::deque<std::pair<std::uint64_t, std::int64_t>> feed_order_;
};

}  // namespace pawl::storage
