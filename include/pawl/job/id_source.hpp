// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pthread.h>
#include <sys/random.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <system_error>

#include <pawl/clock.hpp>
#include <pawl/job/id.hpp>

namespace pawl {

namespace detail {

/// Counts forks: a child must not go on with random bytes that its parent has too.
inline std::atomic<unsigned> forks{0};
inline unsigned fork_generation() {
  static const int registered =
      ::pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
  static_cast<void>(registered);
  return forks.load(std::memory_order_relaxed);
}

/// Random bytes of the operating system, fetched a page at a time: one call for each id would cost
/// more than all the rest of a submission to memory.
class random_bytes {
 public:
  std::uint64_t next() {
    if (at_ + sizeof(std::uint64_t) > sizeof buffer_ || generation_ != fork_generation()) refill();
    std::uint64_t value = 0;
    std::memcpy(&value, buffer_ + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }

 private:
  void refill() {
    generation_ = fork_generation();
    std::size_t filled = 0;
    while (filled < sizeof buffer_) {
      const auto got = ::getrandom(buffer_ + filled, sizeof buffer_ - filled, 0);
      if (got > 0)
        filled += static_cast<std::size_t>(got);
      else if (errno != EINTR)
        throw std::system_error(errno, std::system_category(), "getrandom");
    }
    at_ = 0;
  }

  unsigned char buffer_[4096]{};
  std::size_t at_ = sizeof buffer_;
  unsigned generation_ = 0;
};

}  // namespace detail

/// Makes job ids. Those of one source are strictly increasing, also when the clock is set back; any
/// number of threads may ask.
class id_source {
 public:
  [[nodiscard]] job_id next(instant now, bool ephemeral = false) {
    const std::scoped_lock lock(mutex_);
    // 48 bits of milliseconds and 12 bits that count within one: `last_` is both.
    const auto made = static_cast<std::uint64_t>(now.time_since_epoch().count()) << 12U;
    last_ = made > last_ ? made : last_ + 1;
    const std::uint64_t high = (last_ >> 12U) << 16U | 0x7000U | (last_ & 0xfffU);
    const std::uint64_t random = (random_.next() & 0x3fff'ffff'ffff'fffeU) | (ephemeral ? 1U : 0U);
    return job_id::from_words(high, 0x8000'0000'0000'0000U | random);
  }

 private:
  std::mutex mutex_;
  std::uint64_t last_ = 0;
  detail::random_bytes random_;
};

}  // namespace pawl
