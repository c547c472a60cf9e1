// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/futex.hpp>

namespace pawl::storage::detail {

/// A counter on which threads of one process sleep until it has changed; all of them can be woken
/// at once, or only those who sleep with a certain mark.
class futex_counter {
 public:
  using clock = std::chrono::steady_clock;
  static constexpr std::uint32_t every_mark = pawl::detail::every_mark;

  [[nodiscard]] std::uint32_t value() const { return value_.load(std::memory_order_acquire); }

  /// Wakes those whose mark, a single bit, is among `marks`.
  void change_and_wake(std::uint32_t marks) {
    value_.fetch_add(1, std::memory_order_release);
    pawl::detail::futex_wake(value_, reach, INT_MAX, marks);
  }

  /// Sleeps while it is `seen`. May return for no reason.
  void wait(std::uint32_t seen, std::uint32_t mark) const {
    pawl::detail::futex_wait(value_, reach, seen, mark);
  }
  /// The same, but false once it is later than `until`.
  [[nodiscard]] bool wait(std::uint32_t seen, std::uint32_t mark, clock::time_point until) const {
    return pawl::detail::futex_wait_until(value_, reach, seen, until, mark);
  }

 private:
  static constexpr auto reach = pawl::detail::futex_reach::process;

  pawl::detail::futex_word value_{0};
};

}  // namespace pawl::storage::detail
