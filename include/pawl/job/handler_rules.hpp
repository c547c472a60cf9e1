// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <exception>

#include <pawl/codec/reflect.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/job/descriptor.hpp>
#include <pawl/job/handler.hpp>
#include <pawl/job/handler_words.hpp>
#include <pawl/policies/limits.hpp>
#include <pawl/policies/subject.hpp>
#include <pawl/policies/unique.hpp>

namespace pawl {

/// The same as in `pawl/clock.hpp`, for handlers that make the input of a slot.
using instant = std::chrono::sys_time<std::chrono::milliseconds>;

}  // namespace pawl

namespace pawl::detail {

template <class H>
struct rule_is_handler {
  static constexpr bool holds = is_handler<H>;
  static constexpr void write(auto& out) {
    if constexpr (__is_base_of(any_job, H))
      out << "pawl: handler " << type_name<H>()
          << " derives from pawl::job<...> privately, so that nothing can be asked of it; write "
             "struct, or : public pawl::job<...>";
    else
      out << "pawl: " << type_name<H>() << " is no handler; derive it from pawl::job<...>";
  }
};

template <class Call>
inline constexpr bool returns_no_jobs_outcome = false;
template <class H, class T, class... Parameters>
inline constexpr bool returns_no_jobs_outcome<outcome<T, no_job> (H::*)(Parameters...) const> =
    true;

/// Whether a class looks as if the compiler had refused its base, and said so: it has none, and its
/// operator() was dropped with it, or returns what clang took for the `outcome` of its base.
template <class H>
consteval bool lost_its_base() {
  if constexpr (!__is_class(H) || __is_base_of(any_job, H))
    return false;
  else if constexpr (has_call<H>)
    return returns_no_jobs_outcome<typename call_operator<H>::type>;
  else  // a lambda, which has none to lose, is no aggregate
    return __is_empty(H) && __is_aggregate(H);
}

/// Never defined. Refused by the half of the compiler that is asked only if the other has found no
/// error: what a class without a base deserves if nothing has been said about it yet.
/// Does not throw, for clang looks at plain calls only.
template <class T>
[[gnu::error("pawl: a class without a base is no handler; derive it from pawl::job<...>")]]
T refused_late() noexcept;

template <class H>
struct rule_can_be_called {
  static constexpr bool holds = has_call<H> || names_input<H>;
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " cannot be called; give it one public outcome<output> operator()(context&, input) "
           "const that is no "
           "template, or declare `using input` and write one run(at<state>, context&, input) per "
           "active "
           "state";
  }
};

template <class T>
inline constexpr bool is_versions = false;
template <class First, class... Later>
inline constexpr bool is_versions<versions<First, Later...>> = true;

/// The input of a handler, from its call operator or, for a pipeline, from its declaration; after
/// a refusal perhaps none.
template <class H>
struct input_of {
  using type = any_input;
};
template <is_handler H>
  requires requires {
    requires call<H>::valid && !is_versions<typename call<H>::input>;
    requires H::job_type::is_ephemeral || !std::is_pointer_v<typename call<H>::input>;
  }
struct input_of<H> {
  using type = typename call<H>::input;
};
template <is_handler H>
  requires(is_pipeline<H> && names_input<H>)
struct input_of<H> {
  using type = typename H::input;
};

template <class H>
struct output_of {
  using type = void;
};
template <is_handler H>
  requires requires { typename call<H>::output; }
struct output_of<H> {
  using type = typename call<H>::output;
};

template <class H>
consteval bool input_is_one_type() {
  if constexpr (names_input<H>)
    if (is_versions<typename H::input>) return false;
  if constexpr (has_call<H> && requires { typename call<H>::input; })
    if (is_versions<typename call<H>::input>) return false;
  return true;
}

template <class H>
struct rule_input_is_one_type {
  static constexpr bool holds = input_is_one_type<H>();
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " takes pawl::versions<...> as its input; write using payload_versions = "
           "pawl::versions<...>, and take the newest of them";
  }
};

template <class H>
consteval bool input_is_said_once() {
  if constexpr (has_call<H> && names_input<H> && call<H>::valid)
    return __is_same(typename H::input, typename call<H>::input);
  else
    return true;
}

template <class H>
struct rule_input_is_said_once {
  static constexpr bool holds = input_is_said_once<H>();
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>() << " declares input "
        << type_name<typename H::input>() << ", but its operator() takes "
        << type_name<typename call<H>::input>() << "; remove using input";
  }
};

template <class H>
consteval bool versions_fit() {
  if constexpr (!requires { typename H::payload_versions; }) {
    // Private, or no type: found by its name, and read by nothing.
    if constexpr (__is_final(H))
      return true;
    else
      return requires { &with_names<H>::payload_versions; };
  } else if constexpr (!is_versions<typename H::payload_versions>)
    return false;
  else
    return __is_same(typename H::payload_versions::newest, typename input_of<H>::type);
}

template <class H>
struct rule_newest_version {
  static constexpr bool holds = versions_fit<H>();
  static constexpr void write(auto& out) {
    if constexpr (requires { typename H::payload_versions::newest; })
      out << "pawl: handler " << type_name<H>() << " takes "
          << type_name<typename input_of<H>::type>()
          << ", but the newest of its payload_versions is "
          << type_name<typename H::payload_versions::newest>() << "; take that";
    else
      out << "pawl: payload_versions of handler " << type_name<H>()
          << " is no public list of versions; write using payload_versions = "
             "pawl::versions<oldest, ..., "
             "newest>";
  }
};

/// A stored input is made anew for each attempt, and there is nothing to point to.
template <class H>
consteval bool points_to_input() {
  if constexpr (is_pipeline<H> || H::job_type::is_ephemeral)
    return false;
  else if constexpr (call<H>::valid)
    return std::is_pointer_v<typename call<H>::input>;
  else
    return false;
}

template <class H>
struct rule_call_shape {
  static constexpr bool holds = (is_pipeline<H> || call<H>::valid) && !points_to_input<H>();
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
  static constexpr bool has_table = !__is_same(table_of<lifecycle_of<H>>, const inert_table);
  static constexpr bool holds =
      has_table && (is_pipeline<H> || active_states<lifecycle_of<H>> == 1);
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>();
    if constexpr (has_table)
      out << " has one operator(), but lifecycle " << spoken_name<lifecycle_of<H>>()
          << (active_states<lifecycle_of<H>> == 0
                  ? text(" has no active state, in which it would be called; list one in "
                         "kinds(active(...))")
                  : text(" has several active states; declare `using input` and write one "
                         "run(at<state>, context&, input) for each"));
    else
      out << " cannot run, for the table of lifecycle " << spoken_name<lifecycle_of<H>>()
          << " was refused; mend that first";
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
    out << "pawl: handler " << type_name<H>() << " has no public outcome<...> run(at<" << state
        << ">, context&, input) const for active state " << state << " of "
        << spoken_name<lifecycle_of<H>>()
        << "; add it, or declare using remote = pawl::remote_states<state::" << state << '>';
  }
};

/// Whether a handler has a `run` for a state, whatever that answers.
template <class H, auto State>
concept has_run =
    requires(H& handler, context<typename H::job_type>& ctx, typename input_of<H>::type in) {
      handler.run(at<State>{}, ctx, static_cast<typename input_of<H>::type&&>(in));
    };

/// The functions of a handler that nothing would call: beside an operator(), or for a state in
/// which no worker holds the job.
template <class H>
struct idle_run {
  using L = lifecycle_of<H>;
  static constexpr std::size_t states = table_of<L>::states;
  /// A template takes any state, and what is called of it are the active ones.
  enum class no_state { of_any_lifecycle };
  static constexpr bool takes_any = has_run<H, no_state::of_any_lifecycle>;

  template <auto State>
  static consteval bool is_idle() {
    if constexpr (!has_run<H, State>)
      return false;
    else
      return !is_pipeline<H> || (!takes_any && (kind_of<L>(State) != kind::active ||
                                                remote_of<H>::type::template holds<State>));
  }
  template <std::size_t... State>
  static consteval std::size_t first(indices<State...>) {
    constexpr bool idle[] = {is_idle<static_cast<typename L::state>(State)>()..., true};
    std::size_t s = 0;
    while (!idle[s]) ++s;
    return s;
  }
  static consteval std::size_t find() {
    if constexpr (__is_final(H))
      return states;
    else if constexpr (requires { &with_names<H>::run; })
      return states;
    else
      return first(make_indices<states>{});
  }
};

template <class H>
struct rule_every_run_is_called {
  static constexpr std::size_t idle = idle_run<H>::find();
  static constexpr bool holds = idle == idle_run<H>::states;
  static constexpr void write(auto& out) {
    const text state = name_of(static_cast<typename lifecycle_of<H>::state>(idle));
    out << "pawl: handler " << type_name<H>() << " has a run(at<" << state
        << ">, ...) that nothing calls, for ";
    if (!is_pipeline<H>)
      out << "it has an operator() too; keep one of them";
    else if (kind_of<lifecycle_of<H>>(static_cast<typename lifecycle_of<H>::state>(idle)) ==
             kind::active)
      out << "the state is one of its remote states; remove one of the two";
    else
      out << "the state is not active; remove it, or list the state in kinds(active(...))";
  }
};

template <class L, auto State>
consteval bool is_active_of() {
  if constexpr (__is_same(decltype(State), const typename L::state) ||
                __is_same(decltype(State), typename L::state))
    return kind_of<L>(State) == kind::active;
  else
    return false;
}
/// Whether each state that is said to be worked on elsewhere is an active one of the lifecycle.
template <class L, class Remote>
inline constexpr bool are_remote = false;
template <class L, auto... States>
inline constexpr bool are_remote<L, remote_states<States...>> = (is_active_of<L, States>() && ...);

template <class H>
struct rule_remote_states {
  using remote = typename remote_of<H>::type;
  static constexpr bool holds = __is_same(remote, no_states) || are_remote<lifecycle_of<H>, remote>;
  static constexpr void write(auto& out) {
    out << "pawl: remote of handler " << type_name<H>()
        << " is no list of active states of lifecycle " << spoken_name<lifecycle_of<H>>()
        << "; write using remote = pawl::remote_states<state::...>, with active states of its own";
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
struct rule_checkpoint_is_stored {
  using saved = typename H::job_type::checkpoint::saved;
  static constexpr bool holds = can_store<H, saved>;
  static constexpr void write(auto& out) { codec::not_serializable<saved>::write(out); }
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

template <class H>
struct rule_output_is_stored {
  static constexpr bool holds = can_store<H, typename output_of<H>::type>;
  static constexpr void write(auto& out) {
    codec::not_serializable<typename output_of<H>::type>::write(out);
  }
};

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

/// Whether a handler is asked before an event from outside leads a job to a state.
template <class H, auto State>
concept admits =
    requires(const H& handler, const arrival& how, const typename input_of<H>::type& in) {
      requires __is_same(decltype(handler.may_enter(at<State>{}, how, in)), admission);
    };

/// Stands for an argument of any type, by reference or by value.
struct any_reference {
  template <class T>
  operator T&() const;
};
struct any_value {
  template <class T>
  operator T() const;
};
template <class H, auto State, class... Given>
concept enters_with =
    requires(H& handler, const Given&... given) { handler.may_enter(at<State>{}, given...); };
template <class H, auto State, class... Given>
consteval bool enters_with_more() {
  if constexpr (enters_with<H, State, Given...>)
    return true;
  else if constexpr (sizeof...(Given) == 3)
    return false;
  else
    return enters_with_more<H, State, Given..., any_reference>() ||
           enters_with_more<H, State, Given..., any_value>();
}
/// Whether there is a `may_enter` for a state that would never be called, without a word.
template <class H, auto State>
inline constexpr bool enters_in_vain = !admits<H, State> && enters_with_more<H, State>();

template <class H>
struct may_enter_of {
  using L = lifecycle_of<H>;
  using states = make_indices<table_of<L>::states>;

  template <std::size_t... State>
  static consteval bool admits_some(indices<State...>) {
    return (admits<H, static_cast<typename L::state>(State)> || ...);
  }
  template <std::size_t... State>
  static consteval bool has_misfit(indices<State...>) {
    return (enters_in_vain<H, static_cast<typename L::state>(State)> || ...);
  }
  /// Whatever it is declared as: see `handler_names`.
  static consteval bool is_named() {
    if constexpr (__is_final(H))
      return requires { &H::may_enter; } || admits_some(states{}) || has_misfit(states{});
    else
      return !requires { &with_names<H>::may_enter; };
  }
  static consteval bool fits() {
    if constexpr (!is_named())
      return true;
    else
      return !H::job_type::is_ephemeral && admits_some(states{}) && !has_misfit(states{});
  }

  /// Whether an event from outside can lead to a state that is no failure and no cancellation.
  static constexpr bool is_asked(std::size_t state) {
    using erased =
        erased_lifecycle<L, typename remote_of<H>::type, typename H::job_type::cancellation>;
    const kind to = erased::all.states[state].kind;
    if (to == kind::failure || to == kind::cancelled || to == kind::dead) return false;
    for (const row_info& row : erased::listed_rows.rows) {
      if (&row == erased::listed_rows.rows + erased::row_count) break;
      const role on = erased::all.events[row.on].role;
      if (row.to == state && asks_handler(on) &&
          comes_from_outside(erased::all.states[row.from], on))
        return true;
    }
    return false;
  }
  /// The first state that a handler guards though it is never asked about it; the number of states
  /// if there is none.
  template <std::size_t... State>
  static consteval std::size_t first_unasked(indices<State...>) {
    constexpr bool guarded[] = {admits<H, static_cast<typename L::state>(State)>...};
    std::size_t s = 0;
    while (s < sizeof...(State) && (!guarded[s] || is_asked(s))) ++s;
    return s;
  }
  static consteval std::size_t unasked() {
    if constexpr (is_named())
      return first_unasked(states{});
    else
      return table_of<L>::states;
  }
};

template <class H>
struct rule_may_enter {
  static constexpr bool holds = may_enter_of<H>::fits();
  static constexpr void write(auto& out) {
    out << "pawl: may_enter of handler " << type_name<H>()
        << " has another shape, or its job is not stored; write one public pawl::admission "
           "may_enter(pawl::at<state>, const pawl::arrival&, const input&) const for each state "
           "that it guards, in a durable job";
  }
};

template <class H>
struct rule_may_enter_is_asked {
  static constexpr std::size_t unasked = may_enter_of<H>::unasked();
  static constexpr bool holds = unasked == table_of<lifecycle_of<H>>::states;
  static constexpr void write(auto& out) {
    out << "pawl: may_enter of handler " << type_name<H>() << " is never asked about state "
        << name_of(static_cast<typename lifecycle_of<H>::state>(unasked))
        << "; guard a state that an event from outside leads to, and that is no failure and no "
           "cancellation";
  }
};

/// The states that a handler guards, for its descriptor.
template <class H>
struct guarded_states {
  template <auto State>
  static constexpr bool holds = admits<H, State>;
};
template <class H>
struct guarded_of {
  using type = no_states;
};
template <is_handler H>
  requires(may_enter_of<H>::is_named())
struct guarded_of<H> {
  using type = guarded_states<H>;
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

/// A handler that makes the input of each slot says `static input input_at(pawl::instant slot)`.
template <class H>
concept has_input_at = requires(std::chrono::sys_time<std::chrono::milliseconds> slot) {
  { H::input_at(slot) } -> std::convertible_to<typename input_of<H>::type>;
};

/// A schedule that stands in the job type has nobody who gives it an input.
template <class H>
struct rule_scheduled_input {
  using input = typename input_of<H>::type;
  /// Whatever it is declared as: see `handler_names`.
  static consteval bool names_it() {
    if constexpr (__is_final(H))
      return requires { &H::input_at; };
    else
      return !requires { &with_names<H>::input_at; };
  }
  static constexpr bool is_named = names_it();
  static constexpr bool is_scheduled = H::job_type::schedule::timetable.is_declared();
  static constexpr bool holds =
      is_scheduled ? has_input_at<H> || (!is_named && std::is_default_constructible_v<input>)
                   : !is_named || H::job_type::schedule::timetable.allowed;
  static constexpr void write(auto& out) {
    if (!is_scheduled) {
      out << "pawl: input_at of handler " << type_name<H>()
          << " is never called, for its job has no schedule; add pawl::every<...> or "
             "pawl::cron<...>, or remove it";
      return;
    }
    out << "pawl: the schedule of handler " << type_name<H>() << " has no input: ";
    if (is_named)
      out << "input_at does not fit";
    else
      out << type_name<input>() << " cannot be made without arguments";
    out << "; give the handler public static " << type_name<input>()
        << " input_at(pawl::instant slot)";
  }
};

template <class H>
using broken_handler_rule =
    typename first_broken<rule_is_handler<H>, rule_spelling<H>, rule_policies_are_given<H>,
                          rule_can_be_called<H>, rule_input_is_one_type<H>, rule_call_shape<H>,
                          rule_call_is_const<H>, rule_input_is_said_once<H>, rule_newest_version<H>,
                          rule_one_active_state<H>, rule_remote_states<H>, rule_every_state_runs<H>,
                          rule_every_run_is_called<H>, rule_one_kind_of_function<H>,
                          rule_never_lost<H>, rule_input_is_stored<H>, rule_output_is_stored<H>,
                          rule_checkpoint_is_stored<H>, rule_input_is_given_again<H>,
                          rule_on_success<H>, rule_output_is_kept<H>, rule_on_failure<H>,
                          rule_on_end<H>, rule_on_exception<H>, rule_may_enter<H>,
                          rule_may_enter_is_asked<H>, rule_scheduled_input<H>>::type;

/// A handler that can be registered; whatever asks it further questions asks this first.
template <class H>
concept sound_handler = __is_same(broken_handler_rule<H>, every_rule_holds);

template <class H>
struct ephemeral_outputs_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id
        << " is ephemeral, and its input holds the output of another job, which is read from a "
           "store; make the job durable";
  }
};

/// What policies say about the payload, which only the handler knows, whatever that is.
template <class H, class Input>
struct common_payload_rules {
  using job = typename H::job_type;
  static_assert(sizeof(limit_rules<typename job::limits, Input>) != 0);
  static_assert(sizeof(subject_payload_rules<typename job::subject, Input>) != 0);
  static_assert(sizeof(unique_payload_rules < typename job::unique, Input,
                       !job::is_ephemeral || serializable < Input >>) != 0);
  static_assert(sizeof(demand < !job::is_ephemeral || !awaits_outputs<Input>,
                       ephemeral_outputs_sentence < H >>) != 0);
};
template <class H>
struct payload_rules {};
template <sound_handler H>
struct payload_rules<H> {
  static_assert(sizeof(common_payload_rules<H, typename input_of<H>::type>) != 0);
};
template <sound_handler H>
  requires(H::job_type::audit::count != 0 && reflected<typename input_of<H>::type>)
struct payload_rules<H> {
  using input = typename input_of<H>::type;
  static_assert(sizeof(common_payload_rules<H, input>) != 0);
  static_assert(sizeof(audit_rules<typename H::job_type::audit, members_of<input>>) != 0);
};

}  // namespace pawl::detail
