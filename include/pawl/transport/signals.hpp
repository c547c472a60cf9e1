// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/futex.hpp>
#include <pawl/transport/policy.hpp>

namespace pawl::transport::detail {

using pawl::detail::futex_word;

/// The words on which threads sleep. They may lie in memory that processes share, and all bits zero
/// is how they begin.
struct signal_words {
  futex_word work{0};  ///< 1: announced, and not yet taken
  futex_word work_waiters{0};
  futex_word news{0};  ///< counts
  futex_word news_waiters{0};
};

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
    if (words_->work.exchange(1) == 0 && words_->work_waiters.load() != 0) wake(words_->work, 1);
  }
  bool wait_for_work(milliseconds longest) override {
    const auto until = std::chrono::steady_clock::now() + longest;
    const std::uint32_t interruptions = interruptions_.load();
    while (words_->work.exchange(0) == 0) {
      if (interruptions_.load() != interruptions || std::chrono::steady_clock::now() >= until)
        return false;
      ++words_->work_waiters;
      sleep_while(words_->work, 0, until);
      --words_->work_waiters;
    }
    return true;
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
