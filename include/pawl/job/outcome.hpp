// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/detail/refusal.hpp>
#include <pawl/detail/type_list.hpp>
#include <pawl/detail/type_name.hpp>
#include <pawl/fwd.hpp>
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

namespace detail {

using time_of_a_retry =
    refused<"pawl: a time to wait has a unit;", "write 10s, or", "std::chrono::seconds{10}">;

}  // namespace detail

/// A failure of one class, on its way into an outcome. Made by `fail<Class>(message)`.
template <class Class>
struct failed {
  std::string message{};
  std::string detail{};
  std::chrono::milliseconds wait{};

  /// If it is tried again, then not before so long: what a provider asked for in its `Retry-After`.
  /// The backoff of the job type still counts where it is longer.
  [[nodiscard]] failed after(std::chrono::milliseconds least) && {
    wait = least;
    return std::move(*this);
  }
  template <class Number, class Because = detail::time_of_a_retry>
    requires(std::is_arithmetic_v<Number>)
  failed after(Number) && = PAWL_DELETE("pawl: a time to wait has a unit");
};

/// The handler saw that it was asked to stop and did: `return pawl::cancelled;`, the word that
/// names the kind of such an end in a lifecycle.
using cancelled_t = detail::kind_word<kind::cancelled>;

/// Thrown through a handler that was asked to stop, by `ctx.enter`, `ctx.stop_here` and those that
/// wait for something: the attempt ends as if the handler had returned `cancelled`. No
/// `std::exception`, so that a handler that catches those does not swallow it.
struct stopped {};

/// The handler has ended the job itself, with an output of this type, inside a transaction of its
/// own: what `ctx.complete_in` answers, to be returned.
template <class Output>
struct settled {};

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
template <class Job, class Class>
  requires(!requires { Class::code; })
struct undeclared_error_sentence<Job, Class> {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id << " fails with " << type_name<Class>()
        << ", which is no error class; derive one from pawl::error_class, and add it to its "
           "pawl::errors<...>";
  }
};

/// A message, and perhaps a detail.
template <class... Given>
inline constexpr bool are_texts =
    sizeof...(Given) <= 2 && (std::is_convertible_v<const Given&, std::string> && ...);

/// `fail<class>(42)`: what a failure is told with.
template <class Job>
struct fail_without_text {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id
        << " fails with something that is no text; write fail<class>(\"message\", \"detail\")";
  }
};

template <class Job, class T>
struct output_is_no_value {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id
        << " has an output that is const or a reference, and outputs "
           "are stored; write outcome<"
        << type_name<std::remove_cvref_t<T>>() << '>';
  }
};

/// `fail("no answer")`, `fail(network_timeout{})`: the class is what decides about a retry.
template <class Job>
struct fail_without_class {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id
        << " fails without saying with which class; write fail<class>(\"message\"), with a class "
           "of "
           "its pawl::errors<...>";
  }
};

template <class Job, class T, class Given>
struct wrong_return_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id << " returns " << type_name<Given>();
    if constexpr (__is_same(T, void))
      out << ", but has no output; return {}";
    else
      out << " where its output is " << type_name<T>() << "; return that";
    out << ", fail<class>(...), pawl::cancelled or pawl::snooze{...}";
  }
};

template <class Job>
struct snooze_of_once {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id
        << " is begun at_most_once, and a snooze would begin it again; fail, or declare "
           "at_least_once";
  }
};

template <class Job, class T>
struct nothing_returned {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Job::id << " returns {} where its output is " << type_name<T>()
        << "; return that, fail<class>(...), pawl::cancelled or pawl::snooze{...}";
  }
};

template <class T>
inline constexpr bool is_failed = false;
template <class Class>
inline constexpr bool is_failed<failed<Class>> = true;

/// How an attempt ended, apart from its value: the part of an outcome that no type changes, so that
/// it is compiled once.
class outcome_base {
 public:
  constexpr outcome_base() = default;
  constexpr outcome_base(cancelled_t) : how_(way::cancelled) {}
  template <class Output>
  constexpr outcome_base(settled<Output>) : how_(way::settled) {}
  constexpr outcome_base(snooze later) : how_(way::snoozed), later_(later) {}
  constexpr outcome_base(job_error why, std::chrono::milliseconds wait = {})
      : how_(way::failed), why_(std::move(why)), later_{wait} {}

  [[nodiscard]] constexpr bool has_value() const { return how_ == way::value; }
  [[nodiscard]] constexpr bool is_cancelled() const { return how_ == way::cancelled; }
  [[nodiscard]] constexpr bool is_settled() const { return how_ == way::settled; }
  /// The failure, or null.
  [[nodiscard]] constexpr const job_error* error() const {
    return how_ == way::failed ? &why_ : nullptr;
  }
  /// How long to wait after the failure, at the least, before it is tried again.
  [[nodiscard]] constexpr std::chrono::milliseconds least_wait() const {
    return how_ == way::failed ? later_.delay : std::chrono::milliseconds{};
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

namespace detail {

/// Whether something returned is neither a value of this type nor another end of an attempt.
template <class T, class Given>
inline constexpr bool is_other_end =
    is_failed<Given> || std::is_base_of_v<outcome_base, Given> || __is_same(Given, cancelled_t) ||
    __is_same(Given, snooze) || __is_same(Given, settled<T>);

/// A fraction that would become a whole number, or a text a truth: the language converts both
/// without a word.
template <class T, class Given>
inline constexpr bool loses_its_meaning =
    (std::is_integral_v<T> && std::is_floating_point_v<Given>) ||
    (__is_same(T, bool) && (std::is_pointer_v<Given> || std::is_array_v<Given>));

/// Whether something returned becomes the value. A null pointer becomes a text only by mistake.
template <class T, class Given>
inline constexpr bool becomes_value =
    std::is_convertible_v<Given, T> && !loses_its_meaning<T, std::remove_cvref_t<Given>> &&
    (!__is_same(std::remove_cvref_t<Given>, decltype(nullptr)) || std::is_constructible_v<bool, T>);
template <class Given>
inline constexpr bool becomes_value<void, Given> = false;

template <class T, class Given>
inline constexpr bool is_wrong_end =
    !is_other_end<T, Given> && !becomes_value<T, const Given&> && !becomes_value<T, Given>;

}  // namespace detail

/// What a handler returns: a value, a failure of a declared class, `cancelled`, what `complete_in`
/// answered, or `snooze`.
///
/// A class that the job does not declare is refused where it is returned. `outcome<void>` holds no
/// value; return `{}`.
template <class T, class Job>
class [[nodiscard]] outcome : public detail::outcome_base {
  static constexpr bool empty = __is_same(T, void);
  static_assert(sizeof(detail::demand<__is_same(T, std::remove_cvref_t<T>),
                                      detail::output_is_no_value<Job, T>>) != 0);

 public:
  using value_type = typename detail::choose<empty, std::monostate, std::remove_cvref_t<T>>::type;

  constexpr outcome(value_type value)
    requires(!empty)
      : value_(std::move(value)) {}
  /// What becomes a value, such as a text in quotes.
  template <class Given>
    requires(!empty && !__is_same(std::remove_cvref_t<Given>, value_type) &&
             !detail::is_other_end<T, std::remove_cvref_t<Given>> &&
             detail::becomes_value<value_type, Given>)
  constexpr outcome(Given&& given) : value_(value_type(std::forward<Given>(given))) {}
  constexpr outcome()
    requires(empty)
  = default;
  template <auto = 0, class Because = detail::because_if<!empty, detail::nothing_returned<Job, T>>>
    requires(!empty)
  outcome() = PAWL_DELETE("pawl: this job has an output");

  template <class Class>
    requires(Job::errors::template contains<Class>)
  outcome(failed<Class> why)
      : outcome_base(job_error{Class::code, std::move(why.message), std::move(why.detail)},
                     why.wait) {}
  template <class Class,
            class Because = detail::because_if<!Job::errors::template contains<Class>,
                                               detail::undeclared_error_sentence<Job, Class>>>
    requires(!Job::errors::template contains<Class>)
  outcome(failed<Class>) = PAWL_DELETE("pawl: this error class is not declared");

  /// What is neither the value nor any other end.
  template <class Given,
            class Because = detail::because_if<detail::is_wrong_end<T, Given>,
                                               detail::wrong_return_sentence<Job, T, Given>>>
    requires(detail::is_wrong_end<T, Given>)
  outcome(const Given&) = PAWL_DELETE("pawl: this is not the job's output");

  constexpr outcome(cancelled_t) : outcome_base(cancelled) {}
  constexpr outcome(settled<T> done) : outcome_base(done) {}
  constexpr outcome(snooze later)
    requires(!Job::delivery::begins_once)
      : outcome_base(later) {}
  template <auto = 0, class Because = detail::because_if<Job::delivery::begins_once,
                                                         detail::snooze_of_once<Job>>>
    requires(Job::delivery::begins_once)
  outcome(snooze) = PAWL_DELETE("pawl: this job is begun at most once");

  /// The value; the caller has asked `has_value()`.
  [[nodiscard]] constexpr const value_type& value() const& { return *value_; }
  [[nodiscard]] constexpr value_type&& value() && { return *std::move(value_); }

 private:
  detail::maybe<value_type> value_{};
};

/// An outcome of no job, which no handler may return. Clang also takes it for the `outcome` of a
/// struct whose base it has refused; so it takes whatever is returned, and adds no error.
template <class T>
class outcome<T, detail::no_job> {
 public:
  constexpr outcome(const auto&...) {}
};

}  // namespace pawl
