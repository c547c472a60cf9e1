// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/container/small_vector.hpp>
#include <boost/intrusive/set.hpp>
#include <boost/intrusive/unordered_set.hpp>

#include <pawl/detail/block_pool.hpp>
#include <pawl/storage/feed.hpp>
#include <pawl/storage/rows.hpp>

/// The jobs of a store in memory and what is written down about each, one class for each group of
/// `storage_rows`. All rows of a job are one entry, so each class is built on the one before it.

namespace pawl::storage {

/// The entries, and what was submitted.
class memory_jobs {
 public:
  using unchecked = boost::intrusive::link_mode<boost::intrusive::normal_link>;

  /// What is told with an event. Most tell nothing.
  struct event_words {
    std::string stage{};
    std::string message{};
    std::string error{};
    std::string detail{};
    std::string actor{};
    std::string metadata{};
  };
  struct stored_event {
    stored_event(const event_row& e, std::uint64_t place)
        : number(e.number),
          feed(place),
          at(e.at),
          event(e.event),
          from(e.from),
          to(e.to),
          attempt(e.attempt),
          progress(e.progress),
          kind(e.kind) {
      if ((e.stage.size() | e.message.size() | e.error.size() | e.detail.size() | e.actor.size() |
           e.metadata.size()) != 0)
        said = told(e);
    }
    [[nodiscard]] const event_words& words() const {
      static const event_words none;
      return said ? *said : none;
    }

    std::uint64_t number;
    std::uint64_t feed;
    std::int64_t at;
    text event;
    text from;
    text to;
    unsigned attempt;
    int progress;
    event_kind kind;
    pawl::detail::light_ptr<const event_words> said{};

   private:
    [[gnu::noinline]] static pawl::detail::light_ptr<const event_words> told(const event_row& e) {
      return pawl::detail::light_ptr<const event_words>(
          new event_words{std::string(e.stage), std::string(e.message), std::string(e.error),
                          std::string(e.detail), std::string(e.actor), std::string(e.metadata)});
    }
  };
  struct stored_detail {
    detail_kind kind{};
    std::string name{};
    unsigned version = 1;
    std::string value{};
  };
  /// All rows of one job. Most jobs have two events: they start and succeed.
  class entry_index;
  struct entry {
    job_row cold{};
    queue_row queued{};
    std::optional<outcome_row> outcome{};
    boost::container::small_vector<stored_event, 2> events{};
    std::vector<stored_detail> details{};
    std::map<std::string, inbox_row> inbox{};
    maybe<std::int64_t> dead_since{};
    maybe<std::int64_t> lies_since{};  ///< on the store's own line
    job_id replayed_as{};
    std::size_t lease_place = 0;  ///< among those of its owner, while it is leased
    boost::intrusive::unordered_set_member_hook<unchecked> among_ids{};
    /// In the one index in which a job stands that is ready, scheduled or finished.
    boost::intrusive::set_member_hook<unchecked> in_order{};
    std::int64_t order = 0;       ///< in that index: `sort_key`, `due_at` or `prune_at`
    entry_index* lane = nullptr;  ///< that index, while it is ready
  };
  /// An index: entries in their order, those that are alike by their keys.
  struct comes_first {
    bool operator()(const entry& a, const entry& b) const {
      return a.order != b.order ? a.order < b.order : a.cold.key < b.cold.key;
    }
    bool operator()(const entry& a, std::int64_t order) const { return a.order < order; }
    bool operator()(std::int64_t order, const entry& b) const { return order < b.order; }
  };
  class entry_index
      : public boost::intrusive::set<
            entry,
            boost::intrusive::member_hook<entry, decltype(entry::in_order), &entry::in_order>,
            boost::intrusive::compare<comes_first>> {
   public:
    /// Most come in order.
    void add(entry& job, std::int64_t order) {
      job.order = order;
      if (empty() || comes_first{}(*rbegin(), job))
        push_back(job);
      else
        insert(job);
    }
    void remove(entry& job) { erase(iterator_to(job)); }
    /// The first that does not come before this place.
    [[nodiscard]] const_iterator from(std::int64_t order) const {
      return lower_bound(order, comes_first{});
    }
  };

  [[nodiscard]] std::optional<found_job> find_job(const job_id& id) const {
    const entry* const found = ids_.find(id);
    if (found == nullptr) return {};
    return found_job{found->cold.key, found->cold.tenant};
  }
  /// Of a row, or of what becomes one: then it is made in its place.
  template <class Job>
  std::int64_t insert_job(Job&& job) {
    const std::int64_t key = base_ + static_cast<std::int64_t>(entries_.size());
    entries_.push_back(
        entry_ptr(::new (memory_.take()) entry{.cold = std::forward<Job>(job)}, {&memory_}));
    entry& made = *entries_.back();
    made.cold.key = key;
    ids_.add(made);
    ++count_;
    return key;
  }
  [[nodiscard]] const job_row& job(std::int64_t key) const { return find(key)->cold; }
  [[nodiscard]] const job_row& claim_part(std::int64_t key) const { return job(key); }
  [[nodiscard]] job_id id_of(std::int64_t key) const { return find(key)->cold.id; }

  // For reading.
  [[nodiscard]] const entry* find(std::int64_t key) const {
    const std::int64_t at = key - base_;
    if (at < 0 || at >= static_cast<std::int64_t>(entries_.size())) return nullptr;
    return entries_[static_cast<std::size_t>(at)].get();
  }
  /// The next key from which there may be jobs.
  [[nodiscard]] std::int64_t key_after(std::int64_t key) const {
    return std::clamp(key, base_ - 1, newest_key()) + 1;
  }
  [[nodiscard]] std::int64_t newest_key() const {
    return base_ + static_cast<std::int64_t>(entries_.size()) - 1;
  }
  /// Those that were removed are null.
  [[nodiscard]] const auto& entries() const { return entries_; }

 protected:
  [[nodiscard]] entry* find(std::int64_t key) {
    return const_cast<entry*>(std::as_const(*this).find(key));
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  void remove_job(std::int64_t key) {
    ids_.remove(*find(key));
    entries_[static_cast<std::size_t>(key - base_)].reset();
    --count_;
    // Shortened when half of it is gone, so that each is moved once on the average.
    while (gone_ < entries_.size() && !entries_[gone_]) ++gone_;
    if (2 * gone_ <= entries_.size()) return;
    const auto gone = static_cast<std::ptrdiff_t>(std::exchange(gone_, 0));
    entries_.erase(entries_.begin(), entries_.begin() + gone);
    base_ += gone;
  }

 private:
  struct id_of_entry {
    using type = job_id;
    const job_id& operator()(const entry& job) const { return job.cold.id; }
  };
  using id_set = boost::intrusive::unordered_set<
      entry, boost::intrusive::member_hook<entry, decltype(entry::among_ids), &entry::among_ids>,
      boost::intrusive::key_of_value<id_of_entry>, boost::intrusive::hash<std::hash<job_id>>,
      boost::intrusive::power_2_buckets<true>>;
  class id_index {
   public:
    [[nodiscard]] const entry* find(const job_id& id) const {
      const auto found = all_.find(id);
      return found == all_.end() ? nullptr : &*found;
    }
    void add(entry& job) {
      if (all_.size() == buckets_.size()) grow();
      all_.insert(job);
    }
    void remove(entry& job) { all_.erase(all_.iterator_to(job)); }

   private:
    using buckets = std::vector<id_set::bucket_type>;

    static id_set::bucket_traits traits_of(buckets& some) { return {some.data(), some.size()}; }
    void grow() {
      buckets more(2 * buckets_.size());
      all_.rehash(traits_of(more));
      buckets_.swap(more);
    }

    buckets buckets_{buckets(1024)};
    id_set all_{traits_of(buckets_)};
  };
  struct leaves_its_place {
    pawl::detail::block_pool* to;
    void operator()(entry* job) const {
      job->~entry();
      to->give_back(job);
    }
  };
  using entry_ptr = std::unique_ptr<entry, leaves_its_place>;

  pawl::detail::block_pool memory_{sizeof(entry)};
  std::vector<entry_ptr> entries_;
  std::size_t gone_ = 0;   ///< from the front of them
  std::int64_t base_ = 1;  ///< the key of the first
  std::size_t count_ = 0;
  id_index ids_;
};

/// Events, by job and in the order of all.
class memory_events : public memory_jobs {
 public:
  void insert_event(const event_row& e) {
    find(e.job)->events.emplace_back(e, ++feed_);
    feed_order_.emplace_back(feed_, e.job);
  }
  [[nodiscard]] std::optional<failure_info> failure_of(std::int64_t key, std::uint64_t number,
                                                       bool retryable) const {
    for (const stored_event& each : find(key)->events)
      if (each.number == number)
        return failure_info{each.words().error, each.words().message, each.words().detail,
                            std::string(each.from.data(), each.from.size()), retryable};
    return {};
  }
  [[nodiscard]] std::uint64_t entered_by(std::int64_t key, text state) const {
    std::uint64_t found = 0;
    for (const stored_event& each : find(key)->events)
      if (each.kind == event_kind::transition && each.to == state && each.from != state)
        found = each.number;
    return found;
  }

  // For reading.
  [[nodiscard]] const auto& feed() const { return feed_order_; }
  [[nodiscard]] feed_place newest_in_feed() const {
    return {static_cast<std::int64_t>(feed_), newest_key()};
  }
  /// The event at a place of the feed; null if it was pruned.
  [[nodiscard]] const stored_event* event_at(
      const std::pair<std::uint64_t, std::int64_t>& place) const {
    const entry* of = find(place.second);
    if (of == nullptr) return nullptr;
    for (const stored_event& each : of->events)
      if (each.feed == place.first) return &each;
    return nullptr;
  }

 protected:
  void remove_events(entry& of) {
    of.events.clear();
    of.events.shrink_to_fit();
  }
  /// Jobs were removed: the feed need not remember their places.
  void shorten_feed() {
    while (!feed_order_.empty() && event_at(feed_order_.front()) == nullptr)
      feed_order_.pop_front();
  }

 private:
  std::uint64_t feed_ = 0;
  std::deque<std::pair<std::uint64_t, std::int64_t>> feed_order_;
};

/// Checkpoints, artifacts, audit fields; and events from outside.
class memory_details : public memory_events {
 public:
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
};

class memory_dead_letters : public memory_details {
 public:
  void insert_dead_letter(std::int64_t job, name_number tenant, name_number handler,
                          std::int64_t at, maybe<std::int64_t> lies_since) {
    find(job)->dead_since = at;
    dead_.emplace(job, std::pair(tenant, handler));
    lie_since(job, lies_since);
  }
  [[nodiscard]] bool is_dead_letter(std::int64_t job) const {
    const entry* found = find(job);
    return found != nullptr && found->dead_since;
  }
  [[nodiscard]] bool is_replayed(std::int64_t job) const {
    return !find(job)->replayed_as.is_nil();
  }
  void mark_replayed(std::int64_t job, const job_id& as) {
    find(job)->replayed_as = as;
    lie_since(job, {});
  }
  [[nodiscard]] std::vector<std::int64_t> due_dead_letters(name_number handler, std::int64_t before,
                                                           std::size_t limit) const {
    std::vector<std::int64_t> found;
    const auto lying = lying_.find(handler);
    if (lying == lying_.end()) return found;
    for (const auto& [since, job] : lying->second) {
      if (since > before || found.size() == limit) break;
      found.push_back(job);
    }
    return found;
  }
  void postpone_dead_letter(std::int64_t job, std::int64_t since) { lie_since(job, since); }
  [[nodiscard]] std::vector<std::int64_t> fresh_dead_letters(maybe<name_number> tenant,
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

  // For reading.
  [[nodiscard]] const auto& dead() const { return dead_; }

 protected:
  void remove_dead_letter(std::int64_t job) {
    lie_since(job, {});
    dead_.erase(job);
  }

 private:
  void lie_since(std::int64_t job, maybe<std::int64_t> since) {
    entry& of = *find(job);
    if (of.lies_since) lying_[of.cold.handler].erase({*of.lies_since, job});
    of.lies_since = since;
    if (since) lying_[of.cold.handler].emplace(*since, job);
  }

  std::map<std::int64_t, std::pair<name_number, name_number>> dead_;
  std::map<name_number, std::set<std::pair<std::int64_t, std::int64_t>>> lying_;
};

}  // namespace pawl::storage
