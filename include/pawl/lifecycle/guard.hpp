// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/text.hpp>

namespace pawl {

/// What is known about an attempt when an event arrives. The payload is not among it: no decision
/// about a job's life reads what the job carries.
struct facts {
  unsigned attempt =
      0;  ///< charged starts in this visit of the active state, the present one included
  unsigned max_attempts = 1;  ///< how many of them the job may have
  unsigned retries = 0;       ///< decisions so far that kept a failing job alive
  bool retryable = false;     ///< the error's class may be retried
  text error{};               ///< the stable code of the error's class; empty if there is none
};

/// A named, pure predicate over the facts: `on(fail)[may_retry]`.
///
/// The name is what diagrams and tables show. A plain function converts; it is shown as "guard".
struct guard {
  text name{};
  bool (*holds)(const facts&) = nullptr;

  constexpr guard() = default;
  constexpr guard(text shown, bool (*predicate)(const facts&)) : name(shown), holds(predicate) {}
  constexpr guard(bool (*predicate)(const facts&)) : name("guard"), holds(predicate) {}

  constexpr explicit operator bool() const { return holds != nullptr; }
};

namespace guards {

/// Another attempt is left, whatever ended this one.
inline constexpr guard attempts_left{"attempts_left",
                                     [](const facts& f) { return f.attempt < f.max_attempts; }};
/// The error may be retried and another attempt is left.
inline constexpr guard may_retry{
    "may_retry", [](const facts& f) { return f.retryable && f.attempt < f.max_attempts; }};
/// The error may be retried, but no attempt is left.
inline constexpr guard exhausted{
    "exhausted", [](const facts& f) { return f.retryable && f.attempt >= f.max_attempts; }};

}  // namespace guards
}  // namespace pawl
