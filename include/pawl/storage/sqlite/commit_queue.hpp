// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <span>
#include <vector>

#include <pawl/storage/operations.hpp>

namespace pawl::storage::detail {

/// A caller's batch on its way through a commit.
struct commit_request {
  std::span<const operation> batch{};
  std::vector<answer> answers{};

  // Under the queue's lock.
  bool done = false;
  bool leads = false;
  std::condition_variable changed{};
};

/// Group commit without a thread of its own: a caller that finds the writer free commits its own
/// batch and all that are waiting; one that does not waits for the commit it is in.
///
/// A writer thread would cost every submission a hand-off to it and back, which takes longer than
/// the commit itself where the disk is fast.
class commit_queue {
 public:
  explicit commit_queue(std::size_t largest) : largest_(largest) {}

  /// `commit(span<commit_request*>)` fills in the answers of all requests; never two at once, and
  /// it does not throw.
  template <class Commit>
  std::vector<answer> pass(std::span<const operation> batch, Commit commit) {
    commit_request mine{.batch = batch};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&mine);
    if (busy_) {
      mine.changed.wait(lock, [&] { return mine.done || mine.leads; });
      if (mine.done) return std::move(mine.answers);
    }
    busy_ = true;
    const std::vector<commit_request*> group = take_group();
    lock.unlock();
    commit(std::span<commit_request* const>(group));
    lock.lock();
    for (commit_request* each : group) {
      if (each == &mine) continue;
      each->done = true;
      each->changed.notify_one();  // under the lock: afterwards it may be gone
    }
    if (waiting_.empty()) {
      busy_ = false;
    } else {
      waiting_.front()->leads = true;
      waiting_.front()->changed.notify_one();
    }
    return std::move(mine.answers);
  }

 private:
  /// The first of those who wait, who leads, and as many more as fit into one commit.
  std::vector<commit_request*> take_group() {
    std::vector<commit_request*> group;
    std::size_t size = 0;
    for (commit_request* each : waiting_) {
      size += each->batch.size();
      if (!group.empty() && size > largest_) break;
      group.push_back(each);
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(group.size()));
    return group;
  }

  std::size_t largest_;
  std::mutex mutex_;
  std::vector<commit_request*> waiting_;
  bool busy_ = false;
};

}  // namespace pawl::storage::detail
