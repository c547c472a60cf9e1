// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>
#include <ctime>

namespace pawl::storage::detail {

/// A counter on which threads of one process sleep until it has changed; all of them can be woken
/// at once, or only those who sleep with a certain mark.
///
/// Not std::atomic's own wait: that one looks for a while before it sleeps, which costs others the
/// processor, knows no time limit, and shares a table with everybody else.
class futex_counter {
 public:
  using clock = std::chrono::steady_clock;
  static constexpr std::uint32_t every_mark = FUTEX_BITSET_MATCH_ANY;

  [[nodiscard]] std::uint32_t value() const { return value_.load(std::memory_order_acquire); }

  /// Wakes those whose mark, a single bit, is among `marks`.
  void change_and_wake(std::uint32_t marks) {
    value_.fetch_add(1, std::memory_order_release);
    ::syscall(SYS_futex, &value_, FUTEX_WAKE_BITSET_PRIVATE, INT_MAX, nullptr, nullptr, marks);
  }

  /// Sleeps while it is `seen`. May return for no reason.
  void wait(std::uint32_t seen, std::uint32_t mark) const { sleep(seen, mark, nullptr); }
  /// The same, but false once it is later than `until`.
  [[nodiscard]] bool wait(std::uint32_t seen, std::uint32_t mark, clock::time_point until) const {
    const auto since_boot = until.time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_boot);
    const timespec end{static_cast<time_t>(seconds.count()),
                       static_cast<long>(std::chrono::nanoseconds(since_boot - seconds).count())};
    return sleep(seen, mark, &end) == 0 || errno != ETIMEDOUT;
  }

 private:
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free && sizeof(std::uint32_t) == 4);

  long sleep(std::uint32_t seen, std::uint32_t mark, const timespec* until) const {
    return ::syscall(SYS_futex, &value_, FUTEX_WAIT_BITSET_PRIVATE, seen, until, nullptr, mark);
  }

  std::atomic<std::uint32_t> value_{0};
};

}  // namespace pawl::storage::detail
