// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <condition_variable>

#include <pawl/detail/algorithm.hpp>
#include <pawl/detail/block_pool.hpp>
#include <pawl/runtime/engine/worker_pool.hpp>

namespace pawl::runtime {

/// Memory of attempts that are over, for those to come. The dispatcher takes; the thread that drops
/// an attempt last gives back. Lives until the dispatcher has left it and the last block is back.
class attempt_memory {
 public:
  attempt_memory() = default;
  attempt_memory(const attempt_memory&) = delete;
  attempt_memory& operator=(const attempt_memory&) = delete;

  void* take(std::size_t bytes) {
    if (own_ == nullptr) own_ = returned_.exchange(nullptr, std::memory_order_acquire);
    void* const block = own_ != nullptr ? std::exchange(own_, own_->next) : fresh(bytes);
    users_.fetch_add(1, std::memory_order_relaxed);
    return block;
  }
  void give_back(void* block) {
    auto* const free = ::new (block) free_block{returned_.load(std::memory_order_relaxed)};
    while (!returned_.compare_exchange_weak(free->next, free, std::memory_order_release,
                                            std::memory_order_relaxed)) {
    }
    leave();
  }
  /// For who owns it: takes no more.
  struct leaves {
    static void end(attempt_memory* memory) { memory->leave(); }
  };

  /// For `std::allocate_shared`, which knows how large an attempt is with its counters.
  template <class T>
  struct allocator {
    using value_type = T;
    attempt_memory* memory;

    explicit allocator(attempt_memory* from) : memory(from) {}
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
  ~attempt_memory() = default;
  void leave() {
    if (users_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  void* fresh(std::size_t bytes) {
    if (!blocks_) blocks_.emplace(bytes);
    return blocks_->take();
  }

  struct free_block {
    free_block* next;
  };
  // The dispatcher's.
  pawl::detail::maybe<pawl::detail::block_pool> blocks_{};
  free_block* own_ = nullptr;  ///< all that had been returned when it last looked

  std::atomic<free_block*> returned_{nullptr};  ///< any thread adds; the dispatcher takes all
  std::atomic<std::size_t> users_{1};           ///< the dispatcher, and each block that is out
};

/// Attempts that workers tell the dispatcher of, each once: it takes all of them, in their order.
/// Linked by a member of theirs, without a lock, because it is done for every job.
template <attempt* attempt::* Next>
class attempt_news {
 public:
  void add(attempt& run) {
    run.*Next = newest_.load(std::memory_order_relaxed);
    while (!newest_.compare_exchange_weak(run.*Next, &run)) {
    }
  }
  void move_to(light_vector<attempt*>& to) {
    const std::size_t before = to.size();
    for (attempt* each = newest_.exchange(nullptr); each != nullptr; each = each->*Next)
      to.push_back(each);
    pawl::detail::reverse(to.begin() + before, to.end());
  }
  void clear() { newest_ = nullptr; }

 private:
  std::atomic<attempt*> newest_{nullptr};
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
      run->listed_as_ = next_number_++;
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
  /// What is listed from now on has this number or a greater one.
  [[nodiscard]] std::uint64_t next_number() const {
    const std::scoped_lock lock(mutex_);
    return next_number_;
  }
  /// Shows those with smaller numbers, under the lock. Unlike `all` this copies nothing: a look at
  /// a thousand leases finds nothing to do, nearly always.
  template <class F>
  void look_at_all(std::uint64_t before, F look) const {
    const std::scoped_lock lock(mutex_);
    for (const shared_attempt& run : all_)
      if (run->listed_as_ < before) look(run);
  }

  /// A worker has entered an attempt of whose start the store has not heard.
  void note_entered(attempt& run) { entered_.add(run); }
  void note_over(attempt& run) { over_.add(run); }
  /// For the dispatcher: what was entered, and what is over, since it last asked. Appended. What is
  /// over is taken first, so that what is forgotten because of it is not among what was entered.
  void take_news(light_vector<attempt*>& entered, light_vector<attempt*>& over) {
    over_.move_to(over);
    entered_.move_to(entered);
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
    entered_.clear();
    over_.clear();
    const std::scoped_lock lock(mutex_);
    all_.clear();
  }

 private:
  attempt_news<&attempt::next_entered_> entered_;
  attempt_news<&attempt::next_over_> over_;

  mutable std::mutex mutex_;  ///< for all that follows
  std::condition_variable changed_;
  light_vector<shared_attempt> all_;
  std::uint64_t next_number_ = 0;
  bool closed_ = false;
  bool gave_up_ = false;
};

}  // namespace pawl::runtime
