// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include <pawl/detail/light_vector.hpp>

namespace pawl::storage::detail {

/// Connections of callers who use a store inside their own transactions, and whose they are.
///
/// Until it ends, such a transaction holds the file, or rows and keys, that a commit of the store
/// needs: a thread that asked the store for one would wait for itself. This tells so before it
/// does.
template <class Connection, bool (*IsWriting)(Connection*)>
class callers_connections {
 public:
  void add(Connection* db) {
    const std::scoped_lock lock(mutex_);
    all_.push_back({std::this_thread::get_id(), db});
    count_ = all_.size();
  }
  void remove(Connection* db) {
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
      if (each.thread == std::this_thread::get_id() && IsWriting(each.db)) return true;
    return false;
  }

 private:
  struct caller {
    std::thread::id thread;
    Connection* db;
  };
  mutable std::mutex mutex_;
  pawl::detail::light_vector<caller> all_;
  std::atomic<std::size_t> count_{0};
};

}  // namespace pawl::storage::detail
