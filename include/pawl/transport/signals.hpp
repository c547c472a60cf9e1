// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/futex.hpp>
#include <pawl/transport/policy.hpp>

namespace pawl::transport::detail {

using pawl::detail::futex_word;

/// The words on which threads sleep. They may lie in memory that processes share, and all bits zero
/// is how they begin.
struct signal_words {
  futex_word work{0};  ///< odd: announced, and not yet taken; the rest counts the alarms
  futex_word work_waiters{0};
  futex_word news{0};  ///< counts
  futex_word news_waiters{0};
  std::atomic<std::int64_t> due{0};  ///< 0: nothing was ever announced

  static constexpr std::uint32_t announced = 1;
  static constexpr std::uint32_t one_alarm = 2;
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

inline void wake(const futex_word& word, int most) {
  pawl::detail::futex_wake(word, pawl::detail::futex_reach::machine, most);
}

/// Sleeps while the word has this value, at most until then. May return for no reason.
inline void sleep_while(const futex_word& word, std::uint32_t value,
                        std::chrono::steady_clock::time_point until) {
  pawl::detail::futex_wait_until(word, pawl::detail::futex_reach::machine, value, until);
}

/// A transport over such words, wherever they are.
///
/// Announcing makes a system call only if a thread sleeps. A process that dies in its sleep
/// is counted as asleep for ever, which costs the others that call and nothing else.
class signals : public channel {
 public:
  explicit signals(signal_words& words) : words_(&words) {}

  void announce_work() override {
    const bool is_first = (words_->work.fetch_or(signal_words::announced) & 1U) == 0;
    if (is_first && words_->work_waiters.load() != 0) wake(words_->work, 1);
  }
  /// Those who listen wake at the alarm that is in force and learn then what is due next: a later
  /// one tells them nothing.
  void announce_due(milliseconds at, milliseconds now) override {
    std::int64_t in_force = words_->due.load();
    do {
      if (in_force > now.count() && in_force <= at.count()) return;
    } while (!words_->due.compare_exchange_weak(in_force, at.count()));
    words_->work.fetch_add(signal_words::one_alarm);
    if (words_->work_waiters.load() != 0) wake(words_->work, INT_MAX);
  }
  [[nodiscard]] milliseconds due() const override {
    const std::int64_t at = words_->due.load();
    return at == 0 ? never : milliseconds{at};
  }
  bool wait_for_work(milliseconds longest, milliseconds known_due) override {
    const auto until = std::chrono::steady_clock::now() + longest;
    const std::uint32_t interruptions = interruptions_.load();
    while (true) {
      std::uint32_t seen = words_->work.load();
      while ((seen & signal_words::announced) != 0)
        if (words_->work.compare_exchange_weak(seen, seen & ~signal_words::announced)) return true;
      // Looked at after the word: an alarm that comes from now on changes it, and there is no
      // sleep.
      if (due() != known_due || interruptions_.load() != interruptions ||
          std::chrono::steady_clock::now() >= until)
        return false;
      ++words_->work_waiters;
      sleep_while(words_->work, seen, until);
      --words_->work_waiters;
    }
  }

  void announce_news() override {
    ++words_->news;
    if (words_->news_waiters.load() != 0) wake(words_->news, INT_MAX);
  }
  [[nodiscard]] std::uint32_t news() const override { return words_->news.load(); }
  std::uint32_t wait_for_news(std::uint32_t seen, milliseconds longest) override {
    const auto until = std::chrono::steady_clock::now() + longest;
    ++words_->news_waiters;
    sleep_while(words_->news, seen, until);
    --words_->news_waiters;
    return news();
  }

  void interrupt() override {
    ++interruptions_;
    wake(words_->work, INT_MAX);
    wake(words_->news, INT_MAX);
  }

 private:
  signal_words* words_;
  std::atomic<std::uint32_t> interruptions_{0};
};

}  // namespace pawl::transport::detail
