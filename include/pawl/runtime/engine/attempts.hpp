// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>

#include <pawl/detail/block_pool.hpp>
#include <pawl/runtime/engine/worker_pool.hpp>

namespace pawl::runtime {

/// Memory of attempts that are over, for those to come. The dispatcher takes; the thread that drops
/// an attempt last gives back. Lives for as long as one of them does.
class attempt_memory {
 public:
  void* take(std::size_t bytes) {
    if (own_ == nullptr) {
      const std::scoped_lock lock(mutex_);
      own_ = std::exchange(returned_, nullptr);
    }
    if (own_ != nullptr) return std::exchange(own_, own_->next);
    if (!blocks_) blocks_.emplace(bytes);
    return blocks_->take();
  }
  void give_back(void* block) {
    const std::scoped_lock lock(mutex_);
    returned_ = ::new (block) free_block{returned_};
  }

  /// For `std::allocate_shared`, which knows how large an attempt is with its counters.
  template <class T>
  struct allocator {
    using value_type = T;
    std::shared_ptr<attempt_memory> memory;

    explicit allocator(std::shared_ptr<attempt_memory> from) : memory(std::move(from)) {}
    template <class U>
    allocator(const allocator<U>& other) : memory(other.memory) {}
    T* allocate(std::size_t) { return static_cast<T*>(memory->take(sizeof(T))); }
    void deallocate(T* block, std::size_t) { memory->give_back(block); }
    template <class U>
    bool operator==(const allocator<U>& other) const {
      return memory == other.memory;
    }
  };

 private:
  struct free_block {
    free_block* next;
  };
  // The dispatcher's.
  pawl::detail::maybe<pawl::detail::block_pool> blocks_{};
  free_block* own_ = nullptr;  ///< all that had been returned when it last looked

  std::mutex mutex_;  ///< for what follows
  free_block* returned_ = nullptr;
};

/// The attempts of one engine: all that it holds, and those whose news the dispatcher has not seen.
///
/// The dispatcher adds and forgets; workers, and the lease keeper for handlers that do not stop,
/// say which were entered and which are over; any thread may look. What is listed lives until the
/// dispatcher forgets it, so news are pointers.
class attempts {
 public:
  /// False if nothing is taken any more: the engine stops.
  bool add(std::span<const shared_attempt> some) {
    const std::scoped_lock lock(mutex_);
    if (closed_) return false;
    for (const shared_attempt& run : some) {
      run->place_ = all_.size();
      all_.push_back(run);
    }
    return true;
  }
  /// The store knows of the ends of attempts, or will not hear of them. The caller drops them,
  /// because what they hold may be the user's, and is not to end under this lock.
  [[nodiscard]] light_vector<shared_attempt> forget(std::span<attempt* const> some) {
    light_vector<shared_attempt> forgotten;
    forgotten.reserve(some.size());
    const std::scoped_lock lock(mutex_);
    for (attempt* const run : some) {
      const std::size_t place = run->place_;
      if (place >= all_.size() || all_[place].get() != run) continue;
      forgotten.push_back(std::move(all_[place]));
      all_[place] = std::move(all_.back());
      all_.pop_back();
      if (place < all_.size()) all_[place]->place_ = place;
    }
    if (closed_ && all_.empty()) changed_.notify_all();
    return forgotten;
  }
  [[nodiscard]] light_vector<shared_attempt> all() const {
    const std::scoped_lock lock(mutex_);
    return all_;
  }
  [[nodiscard]] bool empty() const {
    const std::scoped_lock lock(mutex_);
    return all_.empty();
  }

  /// A worker has entered an attempt of whose start the store has not heard.
  void note_entered(attempt& run) {
    const std::scoped_lock lock(mutex_);
    entered_.push_back(&run);
  }
  void note_over(attempt& run) {
    const std::scoped_lock lock(mutex_);
    over_.push_back(&run);
  }
  /// For the dispatcher: what was entered, and what is over, since it last asked. Appended.
  void take_news(light_vector<attempt*>& entered, light_vector<attempt*>& over) {
    const std::scoped_lock lock(mutex_);
    move_all(entered_, entered);
    move_all(over_, over);
  }

  /// Nothing is added from now on.
  void close() {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
  }
  /// Waits until all are forgotten, at most for so long, and not after `give_up`.
  void wait_until_none(milliseconds longest) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, longest, [&] { return gave_up_ || all_.empty(); });
  }
  void give_up() {
    const std::scoped_lock lock(mutex_);
    gave_up_ = true;
    changed_.notify_all();
  }
  /// The engine goes; attempts that no thread runs go with it.
  void clear() {
    const std::scoped_lock lock(mutex_);
    all_.clear();
    entered_.clear();
    over_.clear();
  }

 private:
  static void move_all(light_vector<attempt*>& from, light_vector<attempt*>& to) {
    if (to.empty()) {
      to.swap(from);
      return;
    }
    for (attempt* each : from) to.push_back(each);
    from.clear();
  }

  mutable std::mutex mutex_;  ///< for all that follows
  std::condition_variable changed_;
  light_vector<shared_attempt> all_;
  light_vector<attempt*> entered_;
  light_vector<attempt*> over_;
  bool closed_ = false;
  bool gave_up_ = false;
};

}  // namespace pawl::runtime
