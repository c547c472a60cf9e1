// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pawl/storage/rows.hpp>

/// The jobs of a store in memory and what is written down about each, one class for each group of
/// `storage_rows`. All rows of a job are one entry, so each class is built on the one before it.

namespace pawl::storage {

/// The entries, and what was submitted.
class memory_jobs {
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
    rare_text stage{};
    rare_text message{};
    rare_text error{};
    rare_text detail{};
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
    queue_row queued{};
    std::optional<outcome_row> outcome{};
    std::vector<stored_event> events{};
    std::vector<stored_detail> details{};
    std::map<std::string, inbox_row> inbox{};
    std::optional<std::int64_t> dead_since{};
    job_id replayed_as{};
  };

  [[nodiscard]] std::optional<found_job> find_job(const job_id& id) const {
    const auto found = keys_by_id_.find(id);
    if (found == keys_by_id_.end()) return {};
    return found_job{found->second, find(found->second)->cold.tenant};
  }
  std::int64_t insert_job(job_row job) {
    auto made = std::make_unique<entry>();
    made->cold = std::move(job);
    made->cold.key = base_ + static_cast<std::int64_t>(entries_.size());
    keys_by_id_.emplace(made->cold.id, made->cold.key);
    entries_.push_back(std::move(made));
    ++count_;
    return entries_.back()->cold.key;
  }
  [[nodiscard]] const job_row& job(std::int64_t key) const { return find(key)->cold; }
  [[nodiscard]] job_row claim_part(std::int64_t key) const {
    const job_row& all = job(key);
    return {.id = all.id,
            .created_at = all.created_at,
            .payload_version = all.payload_version,
            .payload = all.payload,
            .object = all.object,
            .requested_by = all.requested_by,
            .organisation = all.organisation,
            .correlation = all.correlation,
            .traceparent = all.traceparent,
            .retry = all.retry};
  }
  [[nodiscard]] job_id id_of(std::int64_t key) const { return find(key)->cold.id; }

  // For reading.
  [[nodiscard]] const entry* find(std::int64_t key) const {
    const std::int64_t at = key - base_;
    if (at < 0 || at >= static_cast<std::int64_t>(entries_.size())) return nullptr;
    return entries_[static_cast<std::size_t>(at)].get();
  }
  [[nodiscard]] const std::deque<std::unique_ptr<entry>>& entries() const { return entries_; }

 protected:
  [[nodiscard]] entry* find(std::int64_t key) {
    return const_cast<entry*>(std::as_const(*this).find(key));
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  void remove_job(std::int64_t key) {
    keys_by_id_.erase(find(key)->cold.id);
    entries_[static_cast<std::size_t>(key - base_)].reset();
    while (!entries_.empty() && !entries_.front()) {
      entries_.pop_front();
      ++base_;
    }
    --count_;
  }

 private:
  std::deque<std::unique_ptr<entry>> entries_;
  std::int64_t base_ = 1;
  std::size_t count_ = 0;
  std::unordered_map<job_id, std::int64_t> keys_by_id_;
};

/// Events, by job and in the order of all.
class memory_events : public memory_jobs {
 public:
  void insert_event(const event_row& e) {
    auto& events = find(e.job)->events;
    if (events.capacity() == 0) events.reserve(2);  // most jobs start and succeed
    events.push_back({e.number, ++feed_, e.kind, e.at, e.event, e.from, e.to, e.attempt, e.progress,
                      e.stage, e.message, e.error, e.detail});
    feed_order_.emplace_back(feed_, e.job);
  }
  [[nodiscard]] std::optional<failure_info> failure_of(std::int64_t key, std::uint64_t number,
                                                       bool retryable) const {
    for (const stored_event& each : find(key)->events)
      if (each.number == number)
        return failure_info{each.error, each.message, each.detail,
                            std::string(each.from.data(), each.from.size()), retryable};
    return {};
  }

  // For reading.
  [[nodiscard]] const auto& feed() const { return feed_order_; }
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

  // For reading.
  [[nodiscard]] const auto& dead() const { return dead_; }

 protected:
  void remove_dead_letter(std::int64_t job) { dead_.erase(job); }

 private:
  std::map<std::int64_t, std::pair<name_number, name_number>> dead_;
};

}  // namespace pawl::storage
