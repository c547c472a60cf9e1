// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <pawl/storage/operations.hpp>

namespace pawl::storage::detail {

/// A caller's batch on its way through a commit. Shared with the leader, who may still be waking
/// the caller up when the caller has long gone.
struct commit_request {
  enum class stage : int { waiting, leads, done };

  std::span<const operation> batch{};
  std::vector<answer> answers{};
  std::atomic<stage> at{stage::waiting};

  void move_to(stage next) {
    at.store(next, std::memory_order_release);
    at.notify_one();
  }
};

/// Group commit without a thread of its own: a caller that finds the writer free commits its own
/// batch and all that are waiting; one that does not waits for the commit it is in.
///
/// A writer thread would cost every submission a hand-off to it and back, which takes longer than
/// the commit itself where the disk is fast.
class commit_queue {
 public:
  using request = std::shared_ptr<commit_request>;

  explicit commit_queue(std::size_t largest) : largest_(largest) {}

  /// `commit(span<const request>)` fills in the answers of all requests; never two at once, and it
  /// does not throw.
  template <class Commit>
  std::vector<answer> pass(std::span<const operation> batch, Commit commit) {
    const auto mine = std::make_shared<commit_request>();
    mine->batch = batch;
    if (!enter(mine)) {
      mine->at.wait(commit_request::stage::waiting, std::memory_order_acquire);
      if (mine->at.load(std::memory_order_acquire) == commit_request::stage::done)
        return std::move(mine->answers);
    }
    const std::vector<request> group = take_group();
    commit(std::span<const request>(group));
    // The next leader last: those who are done may come again in time for its commit.
    for (const request& each : group)
      if (each != mine) each->move_to(commit_request::stage::done);
    if (const request next = hand_over()) next->move_to(commit_request::stage::leads);
    return std::move(mine->answers);
  }

 private:
  /// True if nobody leads, so that the caller does.
  bool enter(const request& mine) {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(mine);
    return !std::exchange(busy_, true);
  }
  /// Who leads next; nobody if nobody waits.
  request hand_over() {
    const std::scoped_lock lock(mutex_);
    if (!waiting_.empty()) return waiting_.front();
    busy_ = false;
    return {};
  }
  /// The first of those who wait, who leads, and as many more as fit into one commit.
  std::vector<request> take_group() {
    const std::scoped_lock lock(mutex_);
    std::vector<request> group;
    std::size_t size = 0;
    for (const request& each : waiting_) {
      size += each->batch.size();
      if (!group.empty() && size > largest_) break;
      group.push_back(each);
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(group.size()));
    return group;
  }

  std::size_t largest_;
  std::mutex mutex_;
  std::vector<request> waiting_;
  bool busy_ = false;
};

}  // namespace pawl::storage::detail
