// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>

namespace pawl::transport {

using std::chrono::milliseconds;

namespace detail {

template <class T>
concept says_how_far_it_reaches = requires {
  { T::between_processes } -> std::convertible_to<bool>;
};
template <class T>
concept carries_work = requires(T& transport, milliseconds longest) {
  { transport.announce_work() } -> std::same_as<void>;
  { transport.wait_for_work(longest) } -> std::same_as<bool>;
};
template <class T>
concept carries_news = requires(T& transport, std::uint32_t seen, milliseconds longest) {
  { transport.announce_news() } -> std::same_as<void>;
  { transport.news() } -> std::same_as<std::uint32_t>;
  { transport.wait_for_news(seen, longest) } -> std::same_as<std::uint32_t>;
};
template <class T>
concept can_be_interrupted = requires(T& transport) {
  { transport.interrupt() } -> std::same_as<void>;
};

}  // namespace detail

/// How those who share a store hear of each other: wake-ups, never data.
///
/// **Requirements.** Work is for one: after `announce_work()`, one of those who are in
/// `wait_for_work`, or the next to come, returns true; announcements that nobody has taken yet are
/// one. Whoever takes one and leaves work behind announces again. News are for all: every
/// `announce_news()` changes what `news()` gives, and `wait_for_news(seen, …)` returns as soon as
/// that is no longer `seen`. `interrupt()` makes the waits of this process return early, true or
/// not. `between_processes` says whether others than this process hear.
/// **Called when.** `announce_…` by storage, after a commit. The waits by engines and sessions.
/// **Failure.** Everything is a hint. An announcement may get lost, a wait may end for no reason;
/// those who wait look again after `longest` anyway, and nothing but their haste depends on it.
/// **Thread safety.** All members may be called at once from any number of threads.
/// **Example.** `local`, `shared_file`, `none`. One of your own runs the laws of
/// `pawl/testing/transport_laws.hpp`.
template <class T>
concept job_transport = detail::says_how_far_it_reaches<T> && detail::carries_work<T> &&
                        detail::carries_news<T> && detail::can_be_interrupted<T>;

}  // namespace pawl::transport
