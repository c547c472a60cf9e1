// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <variant>

#include <pawl/detail/maybe.hpp>
#include <pawl/detail/refusal.hpp>
#include <pawl/detail/type_list.hpp>
#include <pawl/lifecycle/state.hpp>

namespace pawl {

/// Why an attempt failed: the class of the error, a message that a tenant may read, and a detail
/// that only an operator sees.
struct job_error {
  text code{};
  std::string message{};
  std::string detail{};

  friend bool operator==(const job_error&, const job_error&) = default;
};

/// A failure of one class, on its way into an outcome. Made by `fail<Class>(message)`.
template <class Class>
struct failed {
  std::string message{};
  std::string detail{};
};

/// The handler saw that it was asked to stop and did: `return pawl::cancelled;`, the word that
/// names the kind of such an end in a lifecycle.
using cancelled_t = detail::kind_word<kind::cancelled>;

/// Thrown through a handler that was asked to stop, by `ctx.enter`, `ctx.stop_here` and those that
/// wait for something: the attempt ends as if the handler had returned `cancelled`. No
/// `std::exception`, so that a handler that catches those does not swallow it.
struct stopped {};

/// The handler has settled the job itself, inside a transaction of its own.
struct settled_t {};
inline constexpr settled_t settled{};

/// The job asks to be run again later; the attempt is not charged.
struct snooze {
  std::chrono::milliseconds delay{};
  friend bool operator==(const snooze&, const snooze&) = default;
};

namespace detail {

template <class Job, class Class>
struct undeclared_error_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id << " does not declare error class " << Class::code
        << "; add it to its pawl::errors<...>";
  }
};

/// How an attempt ended, apart from its value: the part of an outcome that no type changes, so that
/// it is compiled once.
class outcome_base {
 public:
  constexpr outcome_base() = default;
  constexpr outcome_base(cancelled_t) : how_(way::cancelled) {}
  constexpr outcome_base(settled_t) : how_(way::settled) {}
  constexpr outcome_base(snooze later) : how_(way::snoozed), later_(later) {}
  constexpr outcome_base(job_error why) : how_(way::failed), why_(std::move(why)) {}

  [[nodiscard]] constexpr bool has_value() const { return how_ == way::value; }
  [[nodiscard]] constexpr bool is_cancelled() const { return how_ == way::cancelled; }
  [[nodiscard]] constexpr bool is_settled() const { return how_ == way::settled; }
  /// The failure, or null.
  [[nodiscard]] constexpr const job_error* error() const {
    return how_ == way::failed ? &why_ : nullptr;
  }
  /// When to try again without being charged, or null.
  [[nodiscard]] constexpr const snooze* snoozed() const {
    return how_ == way::snoozed ? &later_ : nullptr;
  }

 private:
  // No std::variant: it would be a tenth of what a handler's file costs the compiler.
  enum class way : unsigned char { value, failed, cancelled, settled, snoozed };

  way how_ = way::value;
  job_error why_{};
  snooze later_{};
};

}  // namespace detail

/// What a handler returns: a value, a failure of a declared class, `cancelled`, `settled`, or
/// `snooze`.
///
/// A class that the job does not declare is refused where it is returned. `outcome<void>` holds no
/// value; return `{}`.
template <class T, class Job>
class [[nodiscard]] outcome : public detail::outcome_base {
  static constexpr bool empty = __is_same(T, void);

 public:
  using value_type = typename detail::choose<empty, std::monostate, T>::type;

  constexpr outcome(value_type value)
    requires(!empty)
      : value_(std::move(value)) {}
  constexpr outcome()
    requires(empty)
  = default;

  template <class Class>
    requires(Job::errors::template contains<Class>)
  outcome(failed<Class> why)
      : outcome_base(job_error{Class::code, std::move(why.message), std::move(why.detail)}) {}
  template <class Class,
            class Because = detail::because_if<!Job::errors::template contains<Class>,
                                               detail::undeclared_error_sentence<Job, Class>>>
    requires(!Job::errors::template contains<Class>)
  outcome(failed<Class>) = PAWL_DELETE("pawl: this error class is not declared");

  constexpr outcome(cancelled_t) : outcome_base(cancelled) {}
  constexpr outcome(settled_t) : outcome_base(settled) {}
  constexpr outcome(snooze later) : outcome_base(later) {}

  /// The value; the caller has asked `has_value()`.
  [[nodiscard]] constexpr const value_type& value() const& { return *value_; }
  [[nodiscard]] constexpr value_type&& value() && { return *std::move(value_); }

 private:
  detail::maybe<value_type> value_{};
};

}  // namespace pawl
