// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <ctime>

#include <pawl/detail/durations.hpp>

namespace pawl::detail {

/// A word on which threads sleep in the kernel until another thread has changed it and wakes them.
/// All bits zero is how it begins.
///
/// Not std::atomic's own wait: that one looks for a while before it sleeps, which costs others the
/// processor, knows no time limit, and wakes no thread of another process.
using futex_word = std::atomic<std::uint32_t>;
static_assert(futex_word::is_always_lock_free && sizeof(futex_word) == 4);

/// Whose threads sleep on a word: those of one process, which is cheaper, or those of every process
/// that has the word mapped.
enum class futex_reach : int { process = FUTEX_PRIVATE_FLAG, machine = 0 };

/// A sleeper has marks, and is woken by those that have one of them too.
inline constexpr std::uint32_t every_mark = FUTEX_BITSET_MATCH_ANY;

/// Wakes at most so many of those who sleep on the word with one of the marks.
inline void futex_wake(const futex_word& word, futex_reach reach, int most = INT_MAX,
                       std::uint32_t marks = every_mark) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE_BITSET | static_cast<int>(reach), most, nullptr, nullptr,
            marks);
}

/// Sleeps while the word is `seen`. May return for no reason.
inline void futex_wait(const futex_word& word, futex_reach reach, std::uint32_t seen,
                       std::uint32_t marks = every_mark) {
  ::syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | static_cast<int>(reach), seen, nullptr, nullptr,
            marks);
}

/// The same, but false once it is later than `until`.
inline bool futex_wait_until(const futex_word& word, futex_reach reach, std::uint32_t seen,
                             std::chrono::steady_clock::time_point until,
                             std::uint32_t marks = every_mark) {
  const auto since_boot = until.time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since_boot);
  const timespec end{static_cast<time_t>(seconds.count()),
                     static_cast<long>(std::chrono::nanoseconds(since_boot - seconds).count())};
  return ::syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | static_cast<int>(reach), seen, &end,
                   nullptr, marks) == 0 ||
         errno != ETIMEDOUT;
}

}  // namespace pawl::detail
