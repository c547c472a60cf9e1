// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>

namespace pawl {

namespace detail {

template <class P>
concept says_begins_once = says<decltype(P::begins_once), bool>;

}  // namespace detail

/// How often a handler may be begun for one job.
///
/// **Requirements.** `begins_once` says whether it is begun at most once, whatever becomes of it.
/// **Called when.** A job is claimed: one that is begun at most once is never taken ahead, and its
/// start is stored before its handler is entered. And when its worker is lost, or its process stops
/// before it is done: such a job has failed then, with `worker_lost`.
/// **Failure.** More than one attempt, or a snooze, does not compile.
/// **Thread safety.** Constants.
/// **Example.** `at_most_once`, for a handler that is not idempotent.
template <class P>
concept delivery_policy = detail::on_axis<P, axis::delivery> && detail::says_begins_once<P>;

/// The handler is begun again until it comes to an end, or attempts are used up; the default.
struct at_least_once {
  static constexpr pawl::axis axis = pawl::axis::delivery;
  static constexpr bool begins_once = false;
};

/// The handler is not idempotent: it is never begun a second time.
struct at_most_once {
  static constexpr pawl::axis axis = pawl::axis::delivery;
  static constexpr bool begins_once = true;
};

using default_delivery = at_least_once;

namespace detail {

template <unsigned Attempts>
struct begun_again_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a job that is begun at_most_once has ";
    say_number(out, Attempts);
    out << " attempts; leave retry out, or give it attempts<1>";
  }
};

}  // namespace detail

/// Delivery checked against retry: what is begun once has one attempt.
template <class Retry, delivery_policy Delivery>
struct delivery_rules : private detail::demand<(!Delivery::begins_once || Retry::max_attempts == 1),
                                               detail::begun_again_sentence<Retry::max_attempts>> {
};

}  // namespace pawl
