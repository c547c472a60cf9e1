// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <condition_variable>
#include <mutex>

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
    {
      const std::scoped_lock lock(mutex_);
      ++interruptions_;
    }
    interrupted_.notify_all();
  }

 private:
  void sleep(milliseconds longest) {
    std::unique_lock lock(mutex_);
    interrupted_.wait_for(lock, longest,
                          [&, before = interruptions_] { return interruptions_ != before; });
  }

  std::mutex mutex_;
  std::condition_variable interrupted_;
  unsigned interruptions_ = 0;
};

static_assert(job_transport<none>);

}  // namespace pawl::transport
