// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>

#include <pawl/codec/reflect.hpp>
#include <pawl/job/handler.hpp>
#include <pawl/policies/limits.hpp>

namespace pawl::detail {

template <class H>
struct rule_is_handler {
  static constexpr bool holds = is_handler<H>;
  static constexpr void write(auto& out) {
    out << "pawl: " << type_name<H>() << " is no handler; derive it from pawl::job<...>";
  }
};

template <class H>
struct rule_can_be_called {
  static constexpr bool holds = has_call<H> || names_input<H>;
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " cannot be called; give it one outcome<output> operator()(context&, input) const that "
           "is no "
           "template, or declare `using input` and write one run(at<state>, context&, input) per "
           "active "
           "state";
  }
};

template <class H>
struct rule_call_shape {
  static constexpr bool holds = is_pipeline<H> || call<H>::valid;
  static constexpr void write(auto& out) {
    out << "pawl: operator() of handler " << type_name<H>()
        << " has another shape; write outcome<output> operator()(context&, input) const, or "
           "task<outcome<output>> for a coroutine";
  }
};

template <class H>
consteval bool call_is_const() {
  if constexpr (is_pipeline<H>)
    return true;
  else
    return call<H>::is_const;
}

template <class H>
struct rule_call_is_const {
  static constexpr bool holds = call_is_const<H>();
  static constexpr void write(auto& out) {
    out << "pawl: operator() of handler " << type_name<H>()
        << " is not const; one handler object serves all workers, so make it const";
  }
};

template <class H>
struct rule_one_active_state {
  static constexpr bool holds = is_pipeline<H> || active_states<lifecycle_of<H>> == 1;
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>() << " has one operator(), but lifecycle "
        << spoken_name<lifecycle_of<H>>()
        << " has several active states; declare `using input` and write one run(at<state>, "
           "context&, "
           "input) for each";
  }
};

/// The first active state of a pipeline that has no function; the number of states if all have one.
template <class H>
consteval std::size_t uncovered_state() {
  constexpr std::size_t states = table_of<lifecycle_of<H>>::states;
  if constexpr (is_pipeline<H>)
    return first_uncovered<H>(make_indices<states>{});
  else
    return states;
}

template <class H>
struct rule_every_state_runs {
  static constexpr std::size_t missing = uncovered_state<H>();
  static constexpr bool holds = missing == table_of<lifecycle_of<H>>::states;
  static constexpr void write(auto& out) {
    const text state = name_of(static_cast<typename lifecycle_of<H>::state>(missing));
    out << "pawl: handler " << type_name<H>() << " has no run(at<" << state
        << ">, context&, input) for active state " << state << " of "
        << spoken_name<lifecycle_of<H>>() << "; add it, or declare the state in remote_states";
  }
};

template <class H>
struct rule_one_kind_of_function {
  static constexpr bool holds =
      !(kinds_of_functions<H>().coroutines && kinds_of_functions<H>().plain);
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " runs some states as coroutines and others not; a function that blocks would keep the "
           "coroutines waiting, so make all of them coroutines, or none";
  }
};

/// The input of a handler, from its call operator or, for a pipeline, from its declaration.
template <class H>
struct input_of {
  using type = typename call<H>::input;
};
template <class H>
  requires is_pipeline<H>
struct input_of<H> {
  using type = typename H::input;
};

template <class H>
consteval bool can_be_given_again() {
  using input = typename input_of<H>::type;
  if constexpr (!H::job_type::is_ephemeral || is_pipeline<H>)
    return true;
  else
    return std::is_invocable_v<const H&, context<typename H::job_type>&, const input&>;
}

template <class H>
struct rule_input_is_given_again {
  static constexpr bool holds = can_be_given_again<H>();
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " takes an input by value that cannot be copied, but every attempt is given it anew; "
           "take it by const reference";
  }
};

template <class H>
struct rule_never_lost {
  static constexpr bool holds = H::job_type::is_ephemeral || !never_loses<lifecycle_of<H>>;
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id << " is durable, but lifecycle " << spoken_name<lifecycle_of<H>>()
        << " says never(lose); handle lose, or make the job ephemeral";
  }
};

/// What a durable job stores must be storable. The sentence is the codec's, which names the member.
template <class H, class T>
inline constexpr bool can_store = H::job_type::is_ephemeral || serializable<T>;
template <class H>
inline constexpr bool can_store<H, void> = true;

template <class H>
struct rule_input_is_stored {
  static constexpr bool holds = can_store<H, typename input_of<H>::type>;
  static constexpr void write(auto& out) {
    codec::not_serializable<typename input_of<H>::type>::write(out);
  }
};

template <class H>
concept has_on_success = requires { &H::on_success; };
template <class H>
concept has_on_failure = requires { &H::on_failure; };

template <class H>
struct output_of {
  using type = void;
};
template <has_call H>
struct output_of<H> {
  using type = typename call<H>::output;
};

template <class H>
struct rule_output_is_stored {
  static constexpr bool holds = can_store<H, typename output_of<H>::type>;
  static constexpr void write(auto& out) {
    codec::not_serializable<typename output_of<H>::type>::write(out);
  }
};

template <class H>
consteval bool on_success_fits() {
  if constexpr (!has_on_success<H>) {
    return true;
  } else {
    using output = typename output_of<H>::type;
    using input = typename input_of<H>::type;
    if constexpr (std::is_void_v<output>)
      return std::is_invocable_v<decltype(&H::on_success), const H&, const input&>;
    else
      return std::is_invocable_v<decltype(&H::on_success), const H&, const input&, const output&>;
  }
}

template <class H>
struct rule_on_success {
  static constexpr bool holds = on_success_fits<H>();
  static constexpr void write(auto& out) {
    out << "pawl: on_success of handler " << type_name<H>()
        << " has another shape; write void on_success(const input&, const output&) const, without "
           "the "
           "output if there is none";
  }
};

template <class H>
consteval bool on_failure_fits() {
  if constexpr (!has_on_failure<H>)
    return true;
  else
    return std::is_invocable_v<decltype(&H::on_failure), const H&,
                               const typename input_of<H>::type&, const job_error&>;
}

template <class H>
struct rule_on_failure {
  static constexpr bool holds = on_failure_fits<H>();
  static constexpr void write(auto& out) {
    out << "pawl: on_failure of handler " << type_name<H>()
        << " has another shape; write void on_failure(const input&, const pawl::job_error&) const";
  }
};

template <class H>
concept has_on_exception = requires { &H::on_exception; };

template <class H>
consteval bool on_exception_fits() {
  if constexpr (!has_on_exception<H>)
    return true;
  else if constexpr (!std::is_invocable_v<decltype(&H::on_exception), const H&,
                                          const std::exception&>)
    return false;
  else
    return result_of<
        std::invoke_result_t<decltype(&H::on_exception), const H&, const std::exception&>,
        typename H::job_type>::valid;
}

template <class H>
struct rule_on_exception {
  static constexpr bool holds = on_exception_fits<H>();
  static constexpr void write(auto& out) {
    out << "pawl: on_exception of handler " << type_name<H>()
        << " has another shape; write outcome<output> on_exception(const std::exception&) const";
  }
};

template <class H>
using broken_handler_rule =
    typename first_broken<rule_is_handler<H>, rule_can_be_called<H>, rule_call_shape<H>,
                          rule_call_is_const<H>, rule_one_active_state<H>, rule_every_state_runs<H>,
                          rule_one_kind_of_function<H>, rule_never_lost<H>, rule_input_is_stored<H>,
                          rule_output_is_stored<H>, rule_input_is_given_again<H>,
                          rule_on_success<H>, rule_on_failure<H>, rule_on_exception<H>>::type;

/// A handler that can be registered; whatever asks it further questions asks this first.
template <class H>
concept sound_handler = __is_same(broken_handler_rule<H>, every_rule_holds);

template <class H>
struct handler_rules : demand<sound_handler<H>, broken_handler_rule<H>> {};

/// What policies say about the payload, which only the handler knows.
template <class H>
struct payload_rules {};
template <sound_handler H>
struct payload_rules<H> {
  using input = typename input_of<H>::type;
  static_assert(sizeof(limit_rules<typename H::job_type::limits, input>) != 0);
};
template <sound_handler H>
  requires(H::job_type::audit::count != 0 && reflected<typename input_of<H>::type>)
struct payload_rules<H> {
  using input = typename input_of<H>::type;
  static_assert(sizeof(limit_rules<typename H::job_type::limits, input>) != 0);
  static_assert(sizeof(audit_rules<typename H::job_type::audit, members_of<input>>) != 0);
};

}  // namespace pawl::detail
