// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>
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

namespace detail {

template <class Predicate>
concept reads_facts =
    requires(const Predicate& predicate) { static_cast<bool (*)(const facts&)>(predicate); };

struct guard_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a guard reads what pawl::facts has and nothing else, such as the payload; write "
           "it as [](const pawl::facts& f) { return f.attempt < 3; }, without captures";
  }
};

constexpr bool never_holds(const facts&) { return false; }

}  // namespace detail

/// A named, pure predicate over the facts: `on(fail)[may_retry]`.
///
/// The name is what diagrams and tables show. A guard without a name of its own, such as a plain
/// function, is shown as "guard".
struct guard {
  text name{};
  bool (*holds)(const facts&) = nullptr;

  constexpr guard() = default;
  constexpr guard(text shown, bool (*predicate)(const facts&))
      : name(shown.empty() ? text("guard") : shown), holds(predicate) {}
  constexpr guard(bool (*predicate)(const facts&)) : name("guard"), holds(predicate) {}

  // Not a deleted overload: the table that has the guard would be refused as well.
  template <class Predicate>
    requires(!detail::reads_facts<Predicate>)
  consteval guard(text shown, const Predicate&) : name(shown), holds(&detail::never_holds) {
    static_cast<void>(
        sizeof(detail::demand<detail::reads_facts<Predicate>, detail::guard_sentence>));
  }

  template <class Predicate>
    requires(!__is_same(Predicate, guard) && !detail::reads_facts<Predicate>)
  consteval guard(const Predicate& predicate) : guard("guard", predicate) {}

  template <class Predicate>
    requires(__is_class(Predicate) && !__is_same(Predicate, guard) &&
             detail::reads_facts<Predicate>)
  constexpr guard(const Predicate& predicate)
      : guard(static_cast<bool (*)(const facts&)>(predicate)) {}

  /// Whether there is a predicate. Every guard with one has a name, and the name is what is looked
  /// at: with -fsanitize=undefined, g++ 12 compares no address of a function in a constant
  /// expression.
  constexpr explicit operator bool() const { return !name.empty(); }
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
