// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace pawl::storage::detail {

/// Connections of callers who use the store inside their own transactions, and whose they are.
///
/// A thread that has the file locked by its own transaction would wait for itself if it asked the
/// store for a commit; this tells so before it does.
class callers_connections {
 public:
  void add(sqlite3* db) {
    const std::scoped_lock lock(mutex_);
    all_.push_back({std::this_thread::get_id(), db});
    count_ = all_.size();
  }
  void remove(sqlite3* db) {
    const std::scoped_lock lock(mutex_);
    const auto found =
        std::find_if(all_.begin(), all_.end(), [&](const caller& each) { return each.db == db; });
    if (found != all_.end()) all_.erase(found);
    count_ = all_.size();
  }
  [[nodiscard]] bool holds_this_thread_up() const {
    if (count_ == 0) return false;
    const std::scoped_lock lock(mutex_);
    return std::any_of(all_.begin(), all_.end(), [](const caller& each) {
      return each.thread == std::this_thread::get_id() &&
             sqlite3_txn_state(each.db, "main") == SQLITE_TXN_WRITE;
    });
  }

 private:
  struct caller {
    std::thread::id thread;
    sqlite3* db;
  };
  mutable std::mutex mutex_;
  std::vector<caller> all_;
  std::atomic<std::size_t> count_{0};
};

}  // namespace pawl::storage::detail
