// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <type_traits>

#include <pawl/job/detail/call_rules.hpp>

/// What the callbacks of a handler must be, and that they can be given the input and the output.

namespace pawl::detail {

template <class H>
concept has_on_success = requires { &H::on_success; };
template <class H>
concept has_on_failure = requires { &H::on_failure; };
template <class H>
concept has_on_end = requires { &H::on_end; };

/// Whether the handler of an ephemeral job takes the input itself: by value, what cannot be copied.
template <class H>
consteval bool takes_input_away() {
  using input = typename input_of<H>::type;
  if constexpr (!H::job_type::is_ephemeral || is_pipeline<H>)
    return false;
  else
    return !std::is_invocable_v<const H&, context<typename H::job_type>&, const input&>;
}

/// What is given away can be given to nothing else: no second attempt, no callback.
template <class H>
consteval bool can_be_given_again() {
  return !takes_input_away<H>() ||
         (H::job_type::retry::max_attempts == 1 && !has_on_success<H> && !has_on_failure<H>);
}

template <class H>
struct rule_input_is_given_again {
  static constexpr bool holds = can_be_given_again<H>();
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " takes an input by value that cannot be copied, but every attempt and every callback "
           "is "
           "given it; take it by const reference, or allow 1 attempt and have no callbacks";
  }
};

/// A callback that is private, overloaded or a template would never be called, without a word.
template <class H>
consteval bool hides_on_success() {
  if constexpr (has_on_success<H> || __is_final(H))
    return false;
  else
    return !requires { &with_names<H>::on_success; };
}
template <class H>
consteval bool hides_on_failure() {
  if constexpr (has_on_failure<H> || __is_final(H))
    return false;
  else
    return !requires { &with_names<H>::on_failure; };
}

/// Whether a callback can be called so, and answers nothing: nothing would read what it answers.
template <class Callback, class... Given>
inline constexpr bool returns_nothing = false;
template <class Callback, class... Given>
  requires std::is_invocable_v<Callback, Given...>
inline constexpr bool returns_nothing<Callback, Given...> =
    std::is_void_v<std::invoke_result_t<Callback, Given...>>;

template <class H>
consteval bool on_success_fits() {
  if constexpr (!has_on_success<H>) {
    return !hides_on_success<H>();
  } else {
    using output = typename output_of<H>::type;
    using input = typename input_of<H>::type;
    if constexpr (std::is_void_v<output>)
      return returns_nothing<decltype(&H::on_success), const H&, const input&>;
    else
      return returns_nothing<decltype(&H::on_success), const H&, const input&, const output&>;
  }
}

template <class H>
struct rule_on_success {
  static constexpr bool holds = on_success_fits<H>();
  static constexpr void write(auto& out) {
    out << "pawl: on_success of handler " << type_name<H>()
        << " has another shape; write one public void on_success(const input&, const output&) "
           "const, without "
           "the "
           "output if there is none";
  }
};

template <class H>
consteval bool on_failure_fits() {
  if constexpr (!has_on_failure<H>)
    return !hides_on_failure<H>();
  else
    return returns_nothing<decltype(&H::on_failure), const H&, const typename input_of<H>::type&,
                           const job_error&>;
}

template <class H>
struct rule_on_failure {
  static constexpr bool holds = on_failure_fits<H>();
  static constexpr void write(auto& out) {
    out << "pawl: on_failure of handler " << type_name<H>()
        << " has another shape; write one public void on_failure(const input&, const "
           "pawl::job_error&) const";
  }
};

template <class H>
consteval bool hides_on_end() {
  if constexpr (has_on_end<H> || __is_final(H))
    return false;
  else
    return !requires { &with_names<H>::on_end; };
}

/// What follows the end of a job is stored, so the end must be.
template <class H>
consteval bool on_end_fits() {
  if constexpr (!has_on_end<H>)
    return !hides_on_end<H>();
  else
    return !H::job_type::is_ephemeral &&
           returns_nothing<decltype(&H::on_end), const H&, const job_record&, follow_ups&>;
}

template <class H>
struct rule_on_end {
  static constexpr bool holds = on_end_fits<H>();
  static constexpr void write(auto& out) {
    out << "pawl: on_end of handler " << type_name<H>()
        << " has another shape, or its job is not stored; write one public void on_end(const "
           "pawl::job_record&, pawl::follow_ups&) const, in a durable job";
  }
};

template <class H>
concept has_on_exception = requires { &H::on_exception; };

template <class H>
consteval bool hides_on_exception() {
  if constexpr (has_on_exception<H> || __is_final(H))
    return false;
  else
    return !requires { &with_names<H>::on_exception; };
}

/// Whether an outcome has the output of the handler's own: what it holds is stored as that.
template <class H, class Result>
consteval bool ends_alike() {
  if constexpr (!Result::valid)
    return false;
  else if constexpr (is_pipeline<H>)
    return true;
  else
    return __is_same(typename Result::output, typename output_of<H>::type);
}

template <class H>
consteval bool on_exception_fits() {
  if constexpr (!has_on_exception<H>)
    return !hides_on_exception<H>();
  else if constexpr (!std::is_invocable_v<decltype(&H::on_exception), const H&,
                                          const std::exception&>)
    return false;
  else
    return ends_alike<
        H,
        result_of<std::invoke_result_t<decltype(&H::on_exception), const H&, const std::exception&>,
                  typename H::job_type>>();
}

template <class H>
struct rule_on_exception {
  static constexpr bool holds = on_exception_fits<H>();
  static constexpr void write(auto& out) {
    out << "pawl: on_exception of handler " << type_name<H>()
        << " has another shape; write one public outcome<output> on_exception(const "
           "std::exception&) const";
  }
};

/// What is never stored cannot be handed over later.
template <class H>
struct rule_output_is_kept {
  static constexpr bool holds = !has_on_success<H> || std::is_void_v<typename output_of<H>::type> ||
                                H::job_type::retention::output.count != 0;
  static constexpr void write(auto& out) {
    out << "pawl: on_success of handler " << type_name<H>()
        << " is given an output that is not kept; keep it for a time, as in keep_output<1_h>";
  }
};

}  // namespace pawl::detail
