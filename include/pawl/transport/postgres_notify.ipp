// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <random>

#include <pawl/detail/hex.hpp>
#include <pawl/storage/postgres/listener.hpp>
#include <pawl/transport/postgres_notify.hpp>

namespace pawl::transport {

PAWL_INLINE void announcement::add(const announcement& other) {
  work |= other.work;
  news |= other.news;
  due = std::min(due, other.due);
  now = std::max(now, other.now);
}
PAWL_INLINE void announcement::tell(channel& listeners) const {
  if (work) listeners.announce_work();
  if (due != channel::never) listeners.announce_due(due, now);
  if (news) listeners.announce_news();
}

namespace detail {

/// A message names who sends it, what for (w, n), and an alarm with the time at which it was set:
/// `3f… wn 1700000005000 1700000000000`. No sender: all hear it, also the process it came from.
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
  /// News that come more often are put together: a thread that waits for the end of a job is a
  /// reader, and each message wakes every process.
  static constexpr milliseconds between_news{10};

  explicit listening(postgres_notify& of) : of_(of) {}

  void until_stopped() {
    std::uint64_t in_a_row = 0;
    std::random_device random;
    while (!of_.stopping_) {
      if (listen_once()) in_a_row = 0;
      of_.is_listening_ = false;
      if (of_.stopping_) return;
      ++of_.failures_;
      sleep(pause_before_connecting(++in_a_row, random()));
    }
  }

 private:
  using connection = storage::detail::pg_listener;

  /// One connection, until it is lost. Whether it has listened.
  bool listen_once() {
    connection db(of_.wake_);
    const clock::time_point until = clock::now() + of_.options_.deadline;
    if (!db.connect(of_.options_.dsn)) return false;
    while (!db.is_connected())
      if (!wait(db, until)) return false;
    if (!db.listen(of_.options_.channel)) return false;
    while (db.is_busy())
      if (!wait(db, until)) return false;
    ++of_.connections_;
    of_.is_listening_ = true;
    // What was said before this connection listened was not heard.
    announcement{.work = true, .news = true}.tell(of_.here_);
    serve(db);
    return true;
  }
  /// False if the connection is not to be used further: it is lost, too slow, or no longer wanted.
  bool wait(connection& db, clock::time_point until) {
    if (!db.wait(until)) return false;
    drain_wake();
    return !of_.stopping_ && clock::now() < until;
  }

  void serve(connection& db) {
    clock::time_point heard = clock::now();
    clock::time_point asked = heard;
    while (!of_.stopping_) {
      db.take_messages([this](std::string_view message) { of_.hear(message); });
      const clock::time_point now = clock::now();
      clock::time_point until = heard + of_.options_.heartbeat;
      if (!db.is_busy()) {
        bool sent = true;
        if (const auto message = take_outgoing(now, until))
          sent = db.notify(of_.options_.channel, *message);
        else if (now >= heard + of_.options_.heartbeat)
          sent = db.ping();
        if (!sent) return;
        asked = now;
      }
      if (db.is_busy()) until = asked + of_.options_.deadline;
      if (!db.wait(until)) return;
      drain_wake();
      if (db.take_heard())
        heard = clock::now();
      else if (db.is_busy() && clock::now() >= asked + of_.options_.deadline)
        return;  // half a connection: the server has gone without a word
    }
  }

  /// What shall be sent now, if anything; `until` is brought forward to when something has to be.
  std::optional<std::string> take_outgoing(clock::time_point now, clock::time_point& until) {
    const std::scoped_lock lock(of_.outgoing_mutex_);
    announcement& out = of_.outgoing_;
    if (out.is_empty()) return {};
    const bool is_news_alone = !out.work && out.due == channel::never;
    if (is_news_alone && now < of_.last_news_ + between_news) {
      until = std::min(until, of_.last_news_ + between_news);
      return {};
    }
    const std::string message = detail::message_of(of_.tag_, out);
    if (out.news) of_.last_news_ = now;
    out = {};
    return message;
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
};

PAWL_INLINE postgres_notify::postgres_notify(notify_options options)
    : options_(std::move(options)), tag_(detail::random_tag()) {}

PAWL_INLINE postgres_notify::~postgres_notify() {
  if (home_.is_forked()) {
    // The thread is the parent's.
    if (listener_.joinable()) listener_.detach();
    return;
  }
  stopping_ = true;
  wake_listener();
  if (listener_.joinable()) listener_.join();
  if (wake_ >= 0) ::close(wake_);
}

/// Without a thread, or a descriptor to wake it by, this process finds its work by polling.
PAWL_INLINE void postgres_notify::start() {
  if (!options_.listens || home_.is_forked()) return;
  std::call_once(started_, [this] {
    wake_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wake_ < 0) return;
    try {
      listener_ = std::thread([this] { listening(*this).until_stopped(); });
    } catch (...) {  // NOLINT(bugprone-empty-catch): no thread, no haste
    }
  });
}
PAWL_INLINE void postgres_notify::wake_listener() const {
  if (wake_ < 0) return;
  const std::uint64_t one = 1;
  static_cast<void>(!::write(wake_, &one, sizeof one));
}

PAWL_INLINE void postgres_notify::announce_work() {
  here_.announce_work();
  tell_others({.work = true});
}
PAWL_INLINE void postgres_notify::announce_due(milliseconds at, milliseconds now) {
  here_.announce_due(at, now);
  tell_others({.due = at, .now = now});
}
PAWL_INLINE void postgres_notify::announce_news() {
  here_.announce_news();
  tell_others({.news = true});
}
PAWL_INLINE bool postgres_notify::wait_for_work(milliseconds longest, milliseconds known_due) {
  start();
  return here_.wait_for_work(longest, known_due);
}
PAWL_INLINE std::uint32_t postgres_notify::wait_for_news(std::uint32_t seen, milliseconds longest) {
  start();
  return here_.wait_for_news(seen, longest);
}

PAWL_INLINE void postgres_notify::tell_others(const announcement& what) {
  start();
  {
    const std::scoped_lock lock(outgoing_mutex_);
    const bool was_empty = outgoing_.is_empty();
    const bool only_more_news = !was_empty && !what.work && what.due == never && outgoing_.news;
    outgoing_.add(what);
    if (only_more_news) return;
  }
  wake_listener();
}

PAWL_INLINE std::string postgres_notify::message_for(const announcement& of) {
  if (of.is_empty()) return {};
  const std::scoped_lock lock(outgoing_mutex_);
  const auto now = std::chrono::steady_clock::now();
  const bool is_news_alone = !of.work && of.due == never;
  held_back_ = is_news_alone && is_listening_ && now < last_news_ + listening::between_news;
  if (held_back_) return {};
  if (of.news) last_news_ = now;
  return detail::message_of(tag_, of);
}
PAWL_INLINE std::string postgres_notify::message_for_callers(const announcement& of) {
  return of.is_empty() ? std::string() : detail::message_of({}, of);
}
PAWL_INLINE void postgres_notify::committed(const announcement& what) {
  what.tell(here_);
  bool has_to_follow = false;
  {
    const std::scoped_lock lock(outgoing_mutex_);
    has_to_follow = held_back_;
    held_back_ = false;
  }
  if (has_to_follow) tell_others({.news = true});
}

PAWL_INLINE void postgres_notify::hear(std::string_view message) {
  const detail::heard_message heard = detail::read_message(message);
  if (heard.tag != tag_) heard.what.tell(here_);
}

}  // namespace pawl::transport
