// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <pawl/detail/durations.hpp>

namespace pawl::transport {

using std::chrono::milliseconds;

/// What one commit announces.
struct announcement {
  bool work = false;
  bool news = false;
  milliseconds due = milliseconds::max();  ///< `channel::never`: no alarm
  milliseconds now{};                      ///< the store's `elapsed()` when the alarm was set

  [[nodiscard]] bool is_empty() const { return !work && !news && due == milliseconds::max(); }
};

/// The run-time face of a transport: how engines and sessions hear of each other through a store.
/// `job_transport` states what its members promise.
class channel {
 public:
  channel() = default;
  channel(const channel&) = delete;
  channel& operator=(const channel&) = delete;
  virtual ~channel() = default;

  /// What `due` says if nothing is known to become due.
  static constexpr milliseconds never = milliseconds::max();

  /// All that a commit announces, by one call. A transport that sends messages overrides this, so
  /// that one commit is one message.
  virtual void announce(const announcement& what) {
    if (what.work) announce_work();
    if (what.due != never) announce_due(what.due, what.now);
    if (what.news) announce_news();
  }
  virtual void announce_work() = 0;
  /// Work that is left over, by an engine that has taken what it could.
  virtual void pass_work_on() { announce_work(); }
  virtual void announce_due(milliseconds at, milliseconds now) = 0;
  [[nodiscard]] virtual milliseconds due() const = 0;
  virtual bool wait_for_work(milliseconds longest, milliseconds known_due) = 0;
  virtual void announce_news() = 0;
  [[nodiscard]] virtual std::uint32_t news() const = 0;
  virtual std::uint32_t wait_for_news(std::uint32_t seen, milliseconds longest) = 0;
  virtual void interrupt() = 0;
};

}  // namespace pawl::transport
