// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/futex.hpp>
#include <pawl/transport/policy.hpp>

namespace pawl::transport {

/// Announces nothing: all work is found by polling. For stores on which nothing else is to be
/// had, and to show that nothing but haste depends on a transport.
class none final : public channel {
 public:
  static constexpr bool between_processes = false;

  void announce_work() override {}
  void announce_due(milliseconds, milliseconds) override {}
  [[nodiscard]] milliseconds due() const override { return never; }
  bool wait_for_work(milliseconds longest, milliseconds) override {
    sleep(longest);
    return false;
  }
  void announce_news() override {}
  [[nodiscard]] std::uint32_t news() const override { return 0; }
  std::uint32_t wait_for_news(std::uint32_t, milliseconds longest) override {
    sleep(longest);
    return 0;
  }
  void interrupt() override {
    ++interruptions_;
    pawl::detail::futex_wake(interruptions_, pawl::detail::futex_reach::process);
  }

 private:
  void sleep(milliseconds longest) {
    const auto until = std::chrono::steady_clock::now() + longest;
    const std::uint32_t before = interruptions_.load();
    while (interruptions_.load() == before &&
           pawl::detail::futex_wait_until(interruptions_, pawl::detail::futex_reach::process,
                                          before, until)) {
    }
  }

  /// No condition variable: a child process could not end one on which its parent's threads wait.
  pawl::detail::futex_word interruptions_{0};
};

static_assert(job_transport<none>);

}  // namespace pawl::transport
