// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <optional>

#include <pawl/asio/await.hpp>
#include <pawl/runtime/subscription.hpp>

namespace pawl {

namespace detail {

/// How soon a coroutine hears of news: the transport is asked for their number, and the store for
/// nothing until there are some.
inline constexpr std::chrono::milliseconds event_pause{20};

inline boost::asio::awaitable<std::optional<told_event>> await_event(
    subscription& events, std::chrono::steady_clock::time_point until) {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
  while (true) {
    auto told = events.next(std::chrono::milliseconds{0});
    const auto now = std::chrono::steady_clock::now();
    if (told || events.ended() || now >= until) co_return told;
    timer.expires_at(std::min(until, now + event_pause));
    co_await timer.async_wait(boost::asio::use_awaitable);
  }
}

}  // namespace detail

/// The next event of a subscription, awaited in a coroutine handler without a thread:
///
///     while (auto told = co_await pawl::next_event(ctx, events, 1h)) use(told->event);
///
/// Nothing: none has come in that time, or the subscription has ended. If the handler is asked to
/// stop meanwhile, this throws `stopped`. The subscription outlives the wait.
[[nodiscard]] inline detail::asio_awaiter<std::optional<told_event>> next_event(
    const detail::attempt_view& ctx, subscription& events, std::chrono::milliseconds longest) {
  const auto now = std::chrono::steady_clock::now();
  constexpr std::chrono::milliseconds for_ever = std::chrono::hours{24 * 365};
  return from_asio(ctx, detail::await_event(events, now + std::min(longest, for_ever)));
}

}  // namespace pawl
