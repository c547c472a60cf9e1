// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <pawl/job/detail/call_rules.hpp>
#include <pawl/job/remote.hpp>

/// What a handler must do about the states of its lifecycle: which it runs, and which are worked on
/// elsewhere.

namespace pawl::detail {

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

template <class H, std::size_t... State>
consteval bool is_all_remote(indices<State...>) {
  using L = lifecycle_of<H>;
  return ((kind_of<L>(static_cast<typename L::state>(State)) != kind::active ||
           remote_of<H>::type::template holds<static_cast<typename L::state>(State)>) &&
          ...);
}

/// A worker claims no job whose only active state is remote.
template <class H>
struct rule_call_is_made {
  static constexpr bool holds =
      is_pipeline<H> || __is_same(typename remote_of<H>::type, no_states) ||
      !is_all_remote<H>(make_indices<table_of<lifecycle_of<H>>::states>{});
  static constexpr void write(auto& out) {
    out << "pawl: operator() of handler " << type_name<H>()
        << " is never called, for the only active state of its lifecycle is remote; remove using "
           "remote, or write using input = ... in the place of operator()";
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
struct rule_never_lost {
  static constexpr bool holds = H::job_type::is_ephemeral || !never_loses<lifecycle_of<H>>;
  static constexpr void write(auto& out) {
    out << "pawl: job " << H::id << " is durable, but lifecycle " << spoken_name<lifecycle_of<H>>()
        << " says never(lose); handle lose, or make the job ephemeral";
  }
};

}  // namespace pawl::detail
