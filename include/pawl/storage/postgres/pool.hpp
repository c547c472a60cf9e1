// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <utility>

#include <pawl/detail/light_ptr.hpp>
#include <pawl/detail/light_vector.hpp>
#include <pawl/storage/postgres/waiting.hpp>

namespace pawl::storage::detail {

/// Connections that threads take and give back, no more of them than are allowed.
template <class Connection>
class pg_pool {
 public:
  using clock = pg_deadline::clock;
  using connection_ptr = pawl::detail::light_ptr<Connection>;

  explicit pg_pool(std::size_t most) : most_(most == 0 ? 1 : most) {}

  /// The right to use one connection, given back at its end.
  class place {
   public:
    /// Waits until then for others to give theirs back.
    place(pg_pool& of, clock::time_point until) : of_(of.enter(*this, until) ? &of : nullptr) {}
    place(const place&) = delete;
    place& operator=(const place&) = delete;
    ~place() {
      if (of_ != nullptr) of_->leave(std::move(connection));
    }
    /// False if there was none in time.
    explicit operator bool() const { return of_ != nullptr; }

    connection_ptr connection{};  ///< null: its taker has to make one

   private:
    pg_pool* of_;
  };

  /// One was lost: those that lie idle were made before it, and are most likely lost too.
  void drop_idle() {
    pawl::detail::light_vector<connection_ptr> ended;
    const std::scoped_lock lock(mutex_);
    ended.swap(idle_);
  }

 private:
  bool enter(place& into, clock::time_point until) {
    std::unique_lock lock(mutex_);
    if (!freed_.wait_until(lock, until, [this] { return used_ < most_; })) return false;
    ++used_;
    if (idle_.empty()) return true;
    into.connection = std::move(idle_.back());
    idle_.pop_back();
    return true;
  }
  void leave(connection_ptr connection) {
    {
      const std::scoped_lock lock(mutex_);
      --used_;
      if (connection) idle_.push_back(std::move(connection));
    }
    freed_.notify_one();
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::size_t used_ = 0;
  pawl::detail::light_vector<connection_ptr> idle_{};
};

}  // namespace pawl::storage::detail
