// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include <pawl/config.hpp>
#include <pawl/detail/one_mode.hpp>
#include <pawl/detail/process_mark.hpp>
#include <pawl/transport/local.hpp>

namespace pawl::transport {

/// How a process announces, and where it listens.
struct notify_options {
  std::string dsn{};      ///< past a pooler: LISTEN needs a connection of its own
  std::string channel{};  ///< in PostgreSQL's sense; those who name the same one hear each other
  bool listens = true;    ///< if not, this process announces, and finds its own work by polling
  /// How long the server may be silent before it is asked whether it is there.
  milliseconds heartbeat{10'000};
  /// How long it may take to answer.
  milliseconds deadline{5'000};
  /// How long the end of the transport may take if something has to be sent still.
  milliseconds farewell{200};
};

/// How the connection fares that announces and listens.
struct listener_health {
  bool is_listening = false;
  std::uint64_t connections = 0;  ///< that were made so far
  std::uint64_t failures = 0;     ///< connections that were lost, or not to be had
};

/// How long to wait before the next connection is tried: twice as long each time, up to five
/// seconds, and for each process a little differently. `random` has any value.
[[nodiscard]] constexpr milliseconds pause_before_connecting(std::uint64_t failures,
                                                             std::uint32_t random) {
  constexpr std::int64_t longest = 5'000;
  std::int64_t whole = 100;
  for (std::uint64_t i = 1; i < failures && whole < longest; ++i) whole *= 2;
  if (whole > longest) whole = longest;
  return milliseconds{whole / 2 + random % (whole / 2 + 1)};
}

/// When a listener sends its next message.
///
/// One that comes alone goes at once. After it the listener gathers announcements for a while, ten
/// times as long as the server took to answer: 2 ms where the server is idle, and more where it is
/// busy. A process that submits one job after the other waits as long for each commit, so it sends
/// one message for some ten commits, however busy the server is.
class message_pace {
 public:
  using time_point = std::chrono::steady_clock::time_point;
  static constexpr milliseconds shortest{2};
  static constexpr milliseconds longest{50};
  /// The least time before a message that only brings news. They come with every commit, and each
  /// message wakes every process that listens.
  static constexpr milliseconds before_news{10};

  constexpr void sent(time_point now) { sent_at_ = now; }
  constexpr void answered(time_point now) {
    gap_ = std::clamp<time_point::duration>(10 * (now - sent_at_), shortest, longest);
  }
  /// When the next message may be sent.
  [[nodiscard]] constexpr time_point next() const { return sent_at_ + gap_; }
  [[nodiscard]] constexpr time_point next_news() const {
    return std::max(next(), sent_at_ + before_news);
  }

 private:
  time_point sent_at_{};
  time_point::duration gap_{};
};

/// Between all processes on one PostgreSQL database, by NOTIFY and LISTEN.
///
/// Each process has one more connection for this, and one thread, the listener, that uses it. The
/// connection is made when something is first announced or waited for. The listener sends LISTEN
/// when a thread of the process first waits: a process that only submits is not woken by others.
///
/// An announcement leaves after its commit and never inside it: PostgreSQL lets one transaction
/// with a NOTIFY commit at a time, on the whole server, and each would hold up all others until the
/// disk has answered. The thread that has committed only leaves a note for the listener. An
/// announcement that comes alone is sent at once; those that come within a few milliseconds after
/// it are sent as one message (`message_pace`). What is lost with a process or a connection is
/// found by polling.
///
/// When the connection is lost, or silent for too long, another one is made, and each thread that
/// waits looks once, for what was announced meanwhile.
class postgres_notify final : public channel {
 public:
  static constexpr bool between_processes = true;

  explicit postgres_notify(notify_options options);
  /// Sends what was announced and is not sent yet, if that takes no longer than `farewell`.
  ~postgres_notify() override;

  void announce(const announcement& what) override;
  void announce_work() override { announce({.work = true}); }
  void announce_due(milliseconds at, milliseconds now) override {
    announce({.due = at, .now = now});
  }
  [[nodiscard]] milliseconds due() const override { return here_.due(); }
  bool wait_for_work(milliseconds longest, milliseconds known_due) override;
  /// The other processes have heard of it when it was announced.
  void pass_work_on() override { here_.announce_work(); }
  void announce_news() override { announce({.news = true}); }
  [[nodiscard]] std::uint32_t news() const override { return here_.news(); }
  std::uint32_t wait_for_news(std::uint32_t seen, milliseconds longest) override;
  void interrupt() override { here_.interrupt(); }

  [[nodiscard]] listener_health health() const {
    return {is_listening_.load(), connections_.load(), failures_.load()};
  }

 private:
  class listening;  ///< on the listener's thread

  void start_listener();
  void listen();
  void wake_listener() const;

  notify_options options_;
  std::string tag_;  ///< marks the messages of this process
  local here_;
  pawl::detail::process_mark home_{};
  std::once_flag started_{};
  std::thread listener_{};
  int wake_ = -1;                                    ///< the listener sleeps on this, too
  std::chrono::steady_clock::time_point stop_by_{};  ///< written before `stopping_` is set
  std::atomic<bool> stopping_{false};
  std::atomic<bool> has_to_listen_{false};  ///< a thread of this process waits, or has waited
  std::atomic<bool> is_listening_{false};
  std::atomic<std::uint64_t> connections_{0};
  std::atomic<std::uint64_t> failures_{0};

  std::mutex outgoing_mutex_{};
  // Both under `outgoing_mutex_`.
  announcement outgoing_{};    ///< what the listener has to send
  bool is_gathering_ = false;  ///< the listener looks at `outgoing_` soon, without being woken
};

static_assert(job_transport<postgres_notify>);

}  // namespace pawl::transport

#if !PAWL_COMPILED
#include <pawl/transport/postgres_notify.ipp>
#endif
