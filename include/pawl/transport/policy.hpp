// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>

#include <pawl/transport/channel.hpp>

namespace pawl::transport {

namespace detail {

template <class T>
concept is_a_channel = std::derived_from<T, channel>;
template <class T>
concept says_how_far_it_reaches = requires {
  { T::between_processes } -> std::convertible_to<bool>;
};
}  // namespace detail

/// How those who share a store hear of each other: wake-ups, never data.
///
/// **Requirements.** Derives from `channel`. Work is for one: after `announce_work()`, one of those
/// who are in `wait_for_work`, or the next to come, returns true; announcements that nobody has
/// taken yet are one. An engine that takes one and leaves work behind calls
/// `pass_work_on()`, which is as if it were announced again, unless all others have heard of it.
/// Alarms are for all: `due()` is the earliest time that `announce_due(at, now)` told and that has
/// not passed, or one that has passed, or `never`; `wait_for_work(…, known_due)` returns false as
/// soon as it is no longer `known_due`. Times are those of the store's `elapsed()`. News are for
/// all: every `announce_news()` changes what `news()` gives, and `wait_for_news(seen, …)` returns
/// as soon as that is no longer `seen`. `interrupt()` makes the waits of this process return early,
/// true or not. `between_processes` says whether others than this process hear.
/// **Called when.** `announce` by storage, after a commit, on the thread that has committed: it
/// waits for nothing. The waits by engines and sessions.
/// **Failure.** Everything is a hint. An announcement may get lost, a wait may end for no reason;
/// those who wait look again after `longest` anyway, and nothing but their haste depends on it.
/// **Thread safety.** All members may be called at once from any number of threads.
/// **Example.** `local`, `shared_file`, `postgres_notify`, `none`. One of your own runs the laws of
/// `pawl/testing/transport_laws.hpp`.
template <class T>
concept job_transport = detail::is_a_channel<T> && detail::says_how_far_it_reaches<T>;

}  // namespace pawl::transport
