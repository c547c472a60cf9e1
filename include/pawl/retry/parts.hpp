// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/plan.hpp>
#include <pawl/detail/rules.hpp>
#include <pawl/errors/error_classes.hpp>

namespace pawl {

namespace detail {

/// What a part of `retry<…>` is about. A backoff or a jitter is known by its concept.
enum class retry_part : unsigned char {
  unknown,
  attempts,
  backoff,
  jitter,
  retry_on,
  fatal_on,
  overridable
};

template <unsigned Count>
struct rule_some_attempts {
  static constexpr bool holds = Count > 0;
  static constexpr void write(auto& out) {
    out << "pawl: attempts<0> would never start a job; use attempts<1> to run it once, without "
           "retries";
  }
};

}  // namespace detail

/// How often a job may be started, the first time included: `attempts<3>` is two retries.
template <unsigned Count>
struct attempts : detail::all_of<detail::rule_some_attempts<Count>> {
  static constexpr detail::retry_part part = detail::retry_part::attempts;
  static constexpr unsigned count = Count;
};

/// These classes are retried, whatever they are by default.
///
/// A policy with this part speaks about every class: one that is retryable by default and named
/// neither here nor in `fatal_on` is refused.
template <class... Classes>
struct retry_on : detail::checked_classes<Classes...> {
  static constexpr detail::retry_part part = detail::retry_part::retry_on;
  using named = detail::type_list<Classes...>;
};

/// These classes fail the job at once, whatever they are by default.
template <class... Classes>
struct fatal_on : detail::checked_classes<Classes...> {
  static constexpr detail::retry_part part = detail::retry_part::fatal_on;
  using named = detail::type_list<Classes...>;
};

}  // namespace pawl
