// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include <pawl/transport/policy.hpp>

namespace pawl::testing {

/// What every transport that carries anything does, asked of an empty one. Each answers whether it
/// holds; one that does not hold may also never come back, which a test's time limit ends.
namespace transport_laws {

using std::chrono::milliseconds;
inline constexpr milliseconds as_long_as_it_takes{600'000};

/// What was not announced is not heard.
template <transport::job_transport T>
bool silence_tells_nothing(T& transport) {
  const auto seen = transport.news();
  return !transport.wait_for_work(milliseconds{0}, transport.due()) &&
         transport.wait_for_news(seen, milliseconds{0}) == seen;
}

/// Work that was announced before a thread waits is not lost, and is taken once.
template <transport::job_transport T>
bool work_is_kept_until_it_is_taken(T& transport) {
  transport.announce_work();
  transport.announce_work();
  return transport.wait_for_work(as_long_as_it_takes, transport.due()) &&
         !transport.wait_for_work(milliseconds{0}, transport.due());
}

/// One announcement wakes one of many; the woken one passes it on, until all were woken.
template <transport::job_transport T>
bool work_goes_from_one_to_the_next(T& transport) {
  constexpr int sleepers = 8;
  std::atomic<int> woken{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < sleepers; ++i)
      threads.emplace_back([&] {
        if (!transport.wait_for_work(as_long_as_it_takes, transport.due())) return;
        if (++woken < sleepers) transport.announce_work();
      });
    transport.announce_work();
  }
  return woken == sleepers && !transport.wait_for_work(milliseconds{0}, transport.due());
}

/// What becomes due earlier than all that is known reaches all that wait, also those that come too
/// late to sleep. What becomes due later is learnt at the alarm before it.
template <transport::job_transport T>
bool an_earlier_alarm_reaches_everybody(T& transport) {
  if (transport.due() != transport::channel::never) return false;
  transport.announce_due(milliseconds{2000}, milliseconds{1000});
  if (transport.due() != milliseconds{2000}) return false;
  std::atomic<int> told{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        while (transport.due() == milliseconds{2000})
          static_cast<void>(transport.wait_for_work(as_long_as_it_takes, milliseconds{2000}));
        ++told;
      });
    transport.announce_due(milliseconds{3000}, milliseconds{1000});
    transport.announce_due(milliseconds{1500}, milliseconds{1000});
  }
  return told == 8 && transport.due() == milliseconds{1500};
}

/// An alarm that has passed gives way to the next one.
template <transport::job_transport T>
bool an_alarm_that_has_passed_is_over(T& transport) {
  transport.announce_due(milliseconds{5000}, milliseconds{4000});
  transport.announce_due(milliseconds{7000}, milliseconds{5000});
  return transport.due() == milliseconds{7000};
}

/// News reach all that wait, also those that have seen older ones and come too late to sleep.
template <transport::job_transport T>
bool news_reach_everybody(T& transport) {
  const auto seen = transport.news();
  std::atomic<int> told{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        while (transport.wait_for_news(seen, as_long_as_it_takes) == seen) {
        }
        ++told;
      });
    transport.announce_news();
  }
  return told == 8 && transport.news() != seen;
}

/// A thread that sleeps can be made to look up. Interrupted until it has: an interruption is for
/// those that wait already.
template <transport::job_transport T>
bool waits_can_be_interrupted(T& transport) {
  std::atomic<int> awake{0};
  std::jthread worker([&] {
    static_cast<void>(transport.wait_for_work(as_long_as_it_takes, transport.due()));
    ++awake;
  });
  std::jthread reader([&] {
    static_cast<void>(transport.wait_for_news(transport.news(), as_long_as_it_takes));
    ++awake;
  });
  while (awake != 2) {
    transport.interrupt();
    std::this_thread::yield();
  }
  return true;
}

}  // namespace transport_laws
}  // namespace pawl::testing
