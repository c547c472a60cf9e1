// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include <pawl/config.hpp>
#include <pawl/detail/one_mode.hpp>
#include <pawl/detail/process_mark.hpp>
#include <pawl/transport/local.hpp>

namespace pawl::transport {

/// What others should hear of: by a commit, or beside one.
struct announcement {
  bool work = false;
  bool news = false;
  milliseconds due = channel::never;
  milliseconds now{};

  [[nodiscard]] bool is_empty() const { return !work && !news && due == channel::never; }
  void add(const announcement& other);
  /// On a channel of this process.
  void tell(channel& listeners) const;
};

/// A transport whose announcements go out with the commit that they are about. A store asks for the
/// message before its commit, and tells when that has happened.
class announces_with_commits {
 public:
  announces_with_commits() = default;
  announces_with_commits(const announces_with_commits&) = delete;
  announces_with_commits& operator=(const announces_with_commits&) = delete;

  /// What the commit has to carry; empty: nothing.
  [[nodiscard]] virtual std::string message_for(const announcement& of) = 0;
  /// The same for a transaction of the caller's, whose end the store does not see.
  [[nodiscard]] virtual std::string message_for_callers(const announcement& of) = 0;
  virtual void committed(const announcement& what) = 0;

 protected:
  ~announces_with_commits() = default;
};

/// Where a listener listens.
struct notify_options {
  std::string dsn{};      ///< past a pooler: LISTEN needs a connection of its own
  std::string channel{};  ///< in PostgreSQL's sense; those who name the same one hear each other
  bool listens = true;    ///< if not, this process finds its work by polling
  /// How long the server may be silent before it is asked whether it is there.
  milliseconds heartbeat{10'000};
  /// How long it may take to answer.
  milliseconds deadline{5'000};
};

/// What a listener has gone through.
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

/// Between all processes on one PostgreSQL database: what a commit announces goes with it, as one
/// NOTIFY, and every process hears it on one connection that only listens. That is made when a
/// thread first waits; when it is lost, or silent for too long, another one is made, and each
/// thread that waits looks once, for what was said meanwhile.
class postgres_notify final : public channel, public announces_with_commits {
 public:
  static constexpr bool between_processes = true;

  explicit postgres_notify(notify_options options);
  ~postgres_notify() override;

  void announce_work() override;
  void announce_due(milliseconds at, milliseconds now) override;
  [[nodiscard]] milliseconds due() const override { return here_.due(); }
  bool wait_for_work(milliseconds longest, milliseconds known_due) override;
  /// The other processes have heard of it when it was announced.
  void pass_work_on() override { here_.announce_work(); }
  void announce_news() override;
  [[nodiscard]] std::uint32_t news() const override { return here_.news(); }
  std::uint32_t wait_for_news(std::uint32_t seen, milliseconds longest) override;
  void interrupt() override { here_.interrupt(); }

  [[nodiscard]] std::string message_for(const announcement& of) override;
  [[nodiscard]] std::string message_for_callers(const announcement& of) override;
  void committed(const announcement& what) override;

  [[nodiscard]] listener_health health() const {
    return {is_listening_.load(), connections_.load(), failures_.load()};
  }

 private:
  class listening;  ///< on the listener's thread

  void start();
  void tell_others(const announcement& what);
  void hear(std::string_view message);
  void wake_listener() const;

  notify_options options_;
  std::string tag_;  ///< marks the messages of this process
  local here_;
  pawl::detail::process_mark home_{};
  std::once_flag started_{};
  std::thread listener_{};
  int wake_ = -1;  ///< the listener sleeps on this, too
  std::atomic<bool> stopping_{false};
  std::atomic<bool> is_listening_{false};
  std::atomic<std::uint64_t> connections_{0};
  std::atomic<std::uint64_t> failures_{0};

  std::mutex outgoing_mutex_{};
  announcement outgoing_{};                            ///< what the listener shall send
  bool held_back_ = false;                             ///< news of the commit under way
  std::chrono::steady_clock::time_point last_news_{};  ///< when news were last sent
};

static_assert(job_transport<postgres_notify>);

}  // namespace pawl::transport

#if !PAWL_COMPILED
#include <pawl/transport/postgres_notify.ipp>
#endif
