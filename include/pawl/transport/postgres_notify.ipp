// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/detail/hex.hpp>
#include <pawl/storage/postgres/listener.hpp>
#include <pawl/transport/postgres_notify.hpp>

namespace pawl::transport {

namespace detail {

/// A message names who sends it, what for (w, n), and an alarm with the time at which it was set:
/// `3f… wn 1700000005000 1700000000000`.
inline std::string message_of(std::string_view tag, const announcement& of) {
  std::string out(tag);
  out += ' ';
  if (of.work) out += 'w';
  if (of.news) out += 'n';
  if (of.due != channel::never) {
    for (const milliseconds each : {of.due, of.now}) out += ' ' + std::to_string(each.count());
  }
  return out;
}

struct heard_message {
  std::string_view tag{};
  announcement what{};
};
/// Other programs may announce, too: what is no message of ours means that there is something to
/// look at.
inline heard_message read_message(std::string_view text) {
  std::string_view words[4];
  std::size_t count = 0;
  for (; count < 4; ++count) {
    const std::size_t end = text.find(' ');
    words[count] = text.substr(0, end);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  heard_message out;
  const auto number = [](std::string_view from) {
    std::int64_t value = -1;
    std::from_chars(from.data(), from.data() + from.size(), value);
    return value;
  };
  const std::int64_t due = number(words[2]);
  const std::int64_t now = number(words[3]);
  if (words[1].find_first_not_of("wn") != std::string_view::npos ||
      (words[1].empty() && (due <= 0 || now < 0))) {
    out.what = {.work = true, .news = true};
    return out;
  }
  out.tag = words[0];
  out.what.work = words[1].find('w') != std::string_view::npos;
  out.what.news = words[1].find('n') != std::string_view::npos;
  if (due > 0 && now >= 0) {
    out.what.due = milliseconds{due};
    out.what.now = milliseconds{now};
  }
  return out;
}

/// Puts two announcements together. Of two alarms the earlier one is kept: who wakes at it learns
/// of the later one. One that has passed by the time of the other wakes nobody any more: it is work
/// now.
inline void add(announcement& to, const announcement& other) {
  to.work |= other.work;
  to.news |= other.news;
  to.now = std::max(to.now, other.now);
  const milliseconds earlier = std::min(to.due, other.due);
  const milliseconds later = std::max(to.due, other.due);
  if (earlier > to.now) {
    to.due = earlier;
  } else {
    to.work = true;
    to.due = later > to.now ? later : channel::never;
  }
}

/// News alone can wait a little.
[[nodiscard]] inline bool is_urgent(const announcement& what) {
  return what.work || what.due != channel::never;
}

inline std::string random_tag() {
  std::random_device random;
  std::string out;
  for (int i = 0; i < 16; ++i) out += pawl::detail::hex_digit(random());
  return out;
}

}  // namespace detail

/// What the listener's thread does: one connection after the other.
class postgres_notify::listening {
 public:
  using clock = std::chrono::steady_clock;
  explicit listening(postgres_notify& of) : of_(of) {}

  void until_stopped() {
    std::uint64_t in_a_row = 0;
    std::random_device random;
    while (!is_over()) {
      if (use_one_connection()) in_a_row = 0;
      of_.is_listening_ = false;
      if (of_.stopping_) return;
      give_back_unsent();
      ++of_.failures_;
      sleep(pause_before_connecting(++in_a_row, random()));
    }
  }

 private:
  using connection = storage::detail::pg_listener;
  enum class question : unsigned char { none, listen, notify, ping };

  /// The transport ends, and there is nothing to send any more, or no time for it.
  bool is_over() {
    if (!of_.stopping_) return false;
    if (clock::now() >= of_.stop_by_) return true;
    const std::scoped_lock lock(of_.outgoing_mutex_);
    return of_.outgoing_.is_empty() && under_way_.is_empty();
  }

  /// One connection, until it is lost. Whether it was of use: the server has answered on it.
  bool use_one_connection() {
    connection db(of_.wake_);
    const clock::time_point until = clock::now() + of_.options_.deadline;
    if (!db.connect(of_.options_.dsn)) return false;
    while (!db.is_connected()) {
      if (!wait(db, until) || clock::now() >= until || is_over()) return false;
    }
    ++of_.connections_;
    return serve(db);
  }

  /// What is under way on a connection. There is one question at a time.
  struct conversation {
    question asked = question::none;
    clock::time_point asked_at{};
    clock::time_point heard{};  ///< when the server last sent anything
    bool has_asked_to_listen = false;
    bool was_of_use = false;
  };

  /// Until the connection is lost, or the transport ends. Whether it was of use.
  bool serve(connection& db) {
    conversation with{.heard = clock::now()};
    while (true) {
      db.take_messages([this](std::string_view message) { hear(message); });
      const clock::time_point now = clock::now();
      clock::time_point until = with.heard + of_.options_.heartbeat;
      if (!db.is_busy() && !take_answer(db, with, now)) break;
      if (is_over()) break;
      if (!db.is_busy() && !ask_next(db, with, now, until)) break;
      if (db.is_busy()) until = with.asked_at + of_.options_.deadline;
      if (!wait(db, until)) break;
      if (db.take_heard())
        with.heard = clock::now();
      else if (db.is_busy() && clock::now() >= with.asked_at + of_.options_.deadline)
        break;  // half a connection: the server has gone without a word
    }
    return with.was_of_use;
  }
  /// The server has answered what was asked, if anything was. False if it refuses to let us listen.
  bool take_answer(connection& db, conversation& with, clock::time_point now) {
    const question asked = std::exchange(with.asked, question::none);
    if (asked == question::none) return true;
    if (!db.has_failed()) with.was_of_use = true;
    if (asked == question::notify) {
      pace_.answered(now);
      under_way_ = {};  // also if it was refused: what it was for is found by polling
    }
    if (asked == question::listen) {
      if (db.has_failed()) return false;
      begin_to_listen();
    }
    return true;
  }
  /// Asks what there is to ask, if anything; `until` is brought forward to when there will be.
  /// False if the connection is lost.
  bool ask_next(connection& db, conversation& with, clock::time_point now,
                clock::time_point& until) {
    with.asked_at = now;
    if (of_.has_to_listen_ && !std::exchange(with.has_asked_to_listen, true)) {
      with.asked = question::listen;
      return db.listen(of_.options_.channel);
    }
    if (take_outgoing(now, until)) {
      with.asked = question::notify;
      return db.notify(of_.options_.channel, detail::message_of(of_.tag_, under_way_),
                       of_.options_.deadline / 2);
    }
    if (now >= with.heard + of_.options_.heartbeat) {
      with.asked = question::ping;
      return db.ping();
    }
    return true;
  }
  /// False if the connection is lost.
  bool wait(connection& db, clock::time_point until) {
    if (of_.stopping_) until = std::min(until, of_.stop_by_);
    const bool is_there = db.wait(until);
    drain_wake();
    return is_there;
  }

  void begin_to_listen() {
    of_.is_listening_ = true;
    // What was announced before this connection listened did not reach it.
    of_.here_.announce({.work = true, .news = true});
  }
  /// A message may come from any role that can connect to the database. It wakes threads of this
  /// process, which then look into the store, and that is all it can do.
  void hear(std::string_view message) {
    const detail::heard_message heard = detail::read_message(message);
    if (heard.tag != of_.tag_) of_.here_.announce(heard.what);
  }

  /// Whether something has to be sent now; it is `under_way_` then. Else `until` is brought forward
  /// to when it has to be.
  bool take_outgoing(clock::time_point now, clock::time_point& until) {
    const std::scoped_lock lock(of_.outgoing_mutex_);
    announcement& out = of_.outgoing_;
    const auto is_too_early = [&](clock::time_point at) {
      if (now >= at || of_.stopping_) return false;
      until = std::min(until, at);
      return true;
    };
    of_.is_gathering_ = is_too_early(pace_.next());
    if (of_.is_gathering_ || out.is_empty()) return false;
    if (!detail::is_urgent(out) && is_too_early(pace_.next_news())) return false;
    of_.is_gathering_ = true;  // until the server has answered
    pace_.sent(now);
    under_way_ = std::exchange(out, {});
    return true;
  }
  /// What a lost connection has left unanswered goes with the next one: twice is better than never.
  void give_back_unsent() {
    const std::scoped_lock lock(of_.outgoing_mutex_);
    detail::add(of_.outgoing_, std::exchange(under_way_, {}));
  }

  void sleep(milliseconds longest) const {
    const clock::time_point until = clock::now() + longest;
    while (!of_.stopping_) {
      const auto left = std::chrono::ceil<milliseconds>(until - clock::now()).count();
      if (left <= 0) return;
      pollfd at{of_.wake_, POLLIN, 0};
      ::poll(&at, 1, static_cast<int>(left));
      drain_wake();
    }
  }
  void drain_wake() const {
    std::uint64_t count = 0;
    static_cast<void>(!::read(of_.wake_, &count, sizeof count));
  }

  postgres_notify& of_;
  announcement under_way_{};  ///< sent, and not answered yet
  message_pace pace_{};
};

PAWL_INLINE postgres_notify::postgres_notify(notify_options options)
    : options_(std::move(options)), tag_(detail::random_tag()) {}

PAWL_INLINE postgres_notify::~postgres_notify() {
  if (home_.is_forked()) {
    // The thread is the parent's.
    if (listener_.joinable()) listener_.detach();
    return;
  }
  stop_by_ = std::chrono::steady_clock::now() + options_.farewell;
  stopping_ = true;
  wake_listener();
  if (listener_.joinable()) listener_.join();
  if (wake_ >= 0) ::close(wake_);
}

/// Without a thread, or a descriptor to wake it by, this process announces nothing and finds its
/// work by polling.
PAWL_INLINE void postgres_notify::start_listener() {
  std::call_once(started_, [this] {
    wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wake_ < 0) return;
    // A program may announce before it blocks the signals that it waits for: those are not for this
    // thread.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    try {
      listener_ = std::thread([this] { listening(*this).until_stopped(); });
    } catch (...) {  // NOLINT(bugprone-empty-catch): no thread, no haste
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  });
}
PAWL_INLINE void postgres_notify::wake_listener() const {
  if (wake_ < 0) return;
  const std::uint64_t one = 1;
  static_cast<void>(!::write(wake_, &one, sizeof one));
}
/// From the first wait on, this process listens.
PAWL_INLINE void postgres_notify::listen() {
  if (!options_.listens || home_.is_forked() || has_to_listen_.exchange(true)) return;
  start_listener();
  wake_listener();
}

PAWL_INLINE void postgres_notify::announce(const announcement& what) {
  here_.announce(what);
  if (what.is_empty() || home_.is_forked()) return;
  {
    const std::scoped_lock lock(outgoing_mutex_);
    // For what waits already the listener has been woken, and it sends this with it.
    const bool is_sooner =
        outgoing_.is_empty() || (detail::is_urgent(what) && !detail::is_urgent(outgoing_));
    detail::add(outgoing_, what);
    if (is_gathering_ || !is_sooner) return;
  }
  start_listener();
  wake_listener();
}
PAWL_INLINE bool postgres_notify::wait_for_work(milliseconds longest, milliseconds known_due) {
  listen();
  return here_.wait_for_work(longest, known_due);
}
PAWL_INLINE std::uint32_t postgres_notify::wait_for_news(std::uint32_t seen, milliseconds longest) {
  listen();
  return here_.wait_for_news(seen, longest);
}

}  // namespace pawl::transport
