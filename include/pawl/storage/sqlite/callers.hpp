// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <mutex>
#include <thread>

#include <pawl/detail/light_vector.hpp>

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
    caller* found = all_.begin();
    while (found != all_.end() && found->db != db) ++found;
    if (found != all_.end()) all_.erase(found);
    count_ = all_.size();
  }
  [[nodiscard]] bool holds_this_thread_up() const {
    if (count_ == 0) return false;
    const std::scoped_lock lock(mutex_);
    for (const caller& each : all_)
      if (each.thread == std::this_thread::get_id() &&
          sqlite3_txn_state(each.db, "main") == SQLITE_TXN_WRITE)
        return true;
    return false;
  }

 private:
  struct caller {
    std::thread::id thread;
    sqlite3* db;
  };
  mutable std::mutex mutex_;
  pawl::detail::light_vector<caller> all_;
  std::atomic<std::size_t> count_{0};
};

}  // namespace pawl::storage::detail
