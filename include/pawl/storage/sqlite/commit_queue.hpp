// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <mutex>
#include <span>
#include <utility>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/storage/operation.hpp>
#include <pawl/storage/sqlite/futex.hpp>

namespace pawl::storage::detail {

/// A caller's batch on its way through a commit. Lies on the caller's stack: as soon as it is done
/// it may be gone.
struct commit_request {
  enum class stage : unsigned char { waits, gathers, leads, done };

  std::span<const operation_ptr> batch{};
  std::atomic<stage> at{stage::waits};
  std::atomic<futex_counter*> bed{nullptr};  ///< where it sleeps
  std::uint32_t mark = 0;                    ///< and with which mark
};

/// Group commit without a thread of its own: a caller that finds the writer free commits its own
/// batch and all that are waiting; one that does not waits for the commit it is in.
///
/// Callers who were in one commit tend to come back together. So if there are several, the first
/// who is back waits for the others, asleep and for no longer than a commit takes, and the last who
/// comes leads. If they stay away that is not tried again for a while. A caller who is alone never
/// waits.
class commit_queue {
 public:
  using request = commit_request*;

  using requests = light_vector<request>;

  explicit commit_queue(std::size_t largest) : largest_(largest) {}

  /// Returns when the batch is committed, or has failed. `commit` answers the operations of all
  /// requests, and is never called twice at once. What it throws goes to the caller that leads; the
  /// others find their answers as it has left them.
  template <class Commit>
  void pass(std::span<const operation_ptr> batch, Commit commit) {
    commit_request mine{.batch = batch};
    if (!enter(mine) && !wait_to_lead(mine)) return;
    const leadership leads{*this, &mine, take_group(&mine)};
    commit(leads.group);
  }

  /// Commits that were made so far.
  [[nodiscard]] std::uint64_t commits() {
    const std::scoped_lock lock(mutex_);
    return commits_;
  }

 private:
  using clock = futex_counter::clock;
  using stage = commit_request::stage;

  /// However a commit ends, its group is released, and the next one may begin.
  struct leadership {
    commit_queue& queue;
    request leader;
    requests group;
    clock::time_point begin = clock::now();

    leadership(commit_queue& in, request of, requests all)
        : queue(in), leader(of), group(std::move(all)) {}
    leadership(const leadership&) = delete;
    leadership& operator=(const leadership&) = delete;
    ~leadership() { queue.release(group, leader, clock::now() - begin); }
  };

  /// True if the calling thread leads: no other does, and all that are expected are here.
  bool enter(commit_request& mine) {
    const std::scoped_lock lock(mutex_);
    waiting_.reserve(waiting_.size() + 1);
    spare_.reserve(waiting_.size() + 1);
    mine.bed = &beds_[next_bed_];
    mine.mark = std::uint32_t{1} << (waiting_.size() % 32);
    waiting_.push_back(&mine);
    if (busy_) return false;
    if (waiting_.size() >= expected_) return busy_ = true;
    if (waiting_.size() == 1) mine.at = stage::gathers;
    return false;
  }

  /// True if the caller leads after all; false when its batch is committed.
  bool wait_to_lead(commit_request& mine) {
    while (true) {
      const futex_counter& bed = *mine.bed;
      const std::uint32_t seen = bed.value();
      switch (mine.at.load(std::memory_order_acquire)) {
        case stage::done:
          return false;
        case stage::leads:
          return true;
        case stage::gathers:
          if (gather(mine)) return true;
          break;
        case stage::waits:
          bed.wait(seen, mine.mark);
      }
    }
  }

  /// Waits for the others. True if not all came and the caller leads those who did.
  bool gather(commit_request& mine) {
    const clock::time_point until = clock::now() + usual_time_.load(std::memory_order_relaxed);
    bool in_time = true;
    while (true) {
      const futex_counter& bed = *mine.bed;
      const std::uint32_t seen = bed.value();
      if (mine.at.load(std::memory_order_acquire) != stage::gathers) return false;
      if (in_time) {
        in_time = bed.wait(seen, mine.mark, until);
      } else {
        if (leads_the_rest(&mine)) return true;
        bed.wait(seen, mine.mark);
      }
    }
  }
  bool leads_the_rest(request gatherer) {
    const std::scoped_lock lock(mutex_);
    // The gatherer is the first of those that wait, or a leader has taken it into a commit.
    if (busy_ || waiting_.empty() || waiting_.front() != gatherer) return false;
    if (hope_ > 0 && --hope_ == 0) rest_ = longest_rest;
    return busy_ = true;
  }

  /// The leader, and of those who wait as many as fit into one commit, in their order.
  requests take_group(request leader) {
    const std::scoped_lock lock(mutex_);
    // Room for all that wait was made when they came: a leader that found no memory could neither
    // commit nor let another lead.
    requests group;
    group.swap(spare_);
    std::size_t size = leader->batch.size();
    erase_if(waiting_, [&](request each) {
      if (each != leader) size += each->batch.size();
      const bool fits = each == leader || size <= largest_;
      if (fits) group.push_back(each);
      return fits;
    });
    // They are woken with the others, and go over to where those sleep who come from now on.
    next_bed_ = 1 - next_bed_;
    for (const request each : waiting_) each->bed = &beds_[next_bed_];
    some_left_out_ = !waiting_.empty();
    return group;
  }

  /// Tells all of a group that they are done, and lets the next one begin.
  void release(requests& group, request leader, clock::duration took) {
    futex_counter* ours = nullptr;
    futex_counter* theirs = nullptr;
    std::uint32_t mark = 0;
    {
      const std::scoped_lock lock(mutex_);
      ++commits_;
      look_ahead(group.size(), took);
      if (group.size() > 1 || some_left_out_) ours = &beds_[1 - next_bed_];
      busy_ = !waiting_.empty() && waiting_.size() >= expected_;
      if (!waiting_.empty()) {
        commit_request& first = *waiting_.front();
        theirs = first.bed;
        mark = first.mark;
        first.at = busy_ ? stage::leads : stage::gathers;
      }
      for (const request each : group)
        if (each != leader) each->at.store(stage::done, std::memory_order_release);
      if (group.capacity() > spare_.capacity()) {
        group.clear();
        spare_ = std::move(group);
      }
    }
    if (ours != nullptr) ours->change_and_wake(futex_counter::every_mark);
    if (theirs != nullptr) theirs->change_and_wake(mark);
  }

  /// How many to expect for the next commit: those who wait, and those who were in the last one.
  void look_ahead(std::size_t committed, clock::duration took) {
    usual_time_ = (usual_time_.load(std::memory_order_relaxed) * 7 + took) / 8;
    if (expected_ > 1 && committed >= expected_) hope_ = pawl::detail::least(hope_ + 1, most_hope);
    expected_ = 1;
    if (rest_ > 0)
      hope_ = --rest_ == 0 ? 1 : 0;
    else if (!some_left_out_)  // those who did not fit have waited long enough
      expected_ = waiting_.size() + committed;
  }

  /// Groups that did not come together before it is given up, and commits until it is tried again.
  static constexpr unsigned most_hope = 8;
  static constexpr unsigned longest_rest = 64;

  std::size_t largest_;
  std::mutex mutex_;
  requests waiting_;
  requests spare_;                       ///< the next group's: has room for all that wait
  std::array<futex_counter, 2> beds_{};  // of this group, and of those who come meanwhile
  std::size_t next_bed_ = 0;
  bool busy_ = false;
  bool some_left_out_ = false;
  std::size_t expected_ = 1;
  unsigned hope_ = most_hope;
  unsigned rest_ = 0;
  std::uint64_t commits_ = 0;
  std::atomic<clock::duration> usual_time_{};
};

}  // namespace pawl::storage::detail
