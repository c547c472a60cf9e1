// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/type_name.hpp>
#include <pawl/lifecycle/program.hpp>

namespace pawl {

namespace detail {

/// Exists for what the compiler can compute.
template <std::size_t Value>
struct constant {};

template <class L>
concept has_name = requires { typename constant<text(L::name).size()>; };

/// How a sentence calls a lifecycle: by the name it declares, else by its type.
template <class L>
consteval text spoken_name() {
  if constexpr (has_name<L>)
    return text(L::name);
  else
    return type_name<L>();
}

/// Whether the table speaks of the lifecycle's own states and events.
template <class L>
inline constexpr bool own_enums = __is_same(table_of<L>, const inert_table) ||
                                  (__is_same(typename table_of<L>::state, typename L::state) &&
                                   __is_same(typename table_of<L>::event, typename L::event));

/// The one sentence about the first flaw of a lifecycle.
template <class L>
struct flaw_sentence {
  static constexpr void write(auto& out) {
    constexpr auto& program = program_of<L>;
    constexpr table_flaw found = program.first_flaw;
    const text lifecycle = spoken_name<L>();
    const text state = name_of(static_cast<typename L::state>(found.state));
    const text event = name_of(static_cast<typename L::event>(found.event));
    const text kind = name_of(program.kinds[found.state]);
    out << "pawl: ";
    if constexpr (!own_enums<L>) {
      out << "the table of " << lifecycle
          << " is written with other enums than its state and event; write "
             "state + on(event) = state";
      return;
    }
    switch (found.what) {
      case defect::none:
        break;
      case defect::numbering:
        out << "the " << (found.event == 0 ? text("states") : text("events")) << " of " << lifecycle
            << " must be numbered 0, 1, 2 and so on, 1 to 128 of them; remove explicit values";
        break;
      case defect::no_kind:
        out << "state " << state << " of " << lifecycle << " has no kind; list it in kinds(...)";
        break;
      case defect::two_kinds:
        out << "state " << state << " of " << lifecycle
            << " is listed in kinds(...) twice; a state has one kind";
        break;
      case defect::leaves_terminal:
        out << "state " << state << " of " << lifecycle << " is terminal (" << kind
            << ") but has a row on event " << event << "; remove the row or change the kind";
        break;
      case defect::live_never_taken:
        out << lifecycle << " has a live row on event " << event
            << " after an unguarded one, which can never be taken; put guarded rows first and "
               "remove duplicates";
        break;
      case defect::never_taken:
        out << "state " << state << " of " << lifecycle << " has a row on event " << event
            << " after an unguarded one, which can never be taken; put guarded rows first and "
               "remove "
               "duplicates";
        break;
      case defect::open_guards:
        out << "the rows of state " << state << " on event " << event << " of " << lifecycle
            << " all have guards; end them with an unguarded row";
        break;
      case defect::never_misused:
        out << "never(" << event << ") in state " << state << " of " << lifecycle
            << " cannot hold; only an active state without a row on lose may say never(lose)";
        break;
      case defect::out_of_reach:
        out << "the engine alone raises event " << event << ", and a row of " << lifecycle
            << " is not open to it; leave by(...) out there, or name system in it";
        break;
      case defect::unlike_triggers:
        out << "rows of " << lifecycle << " on event " << event
            << " lead to the same state and differ in by(...); name the same triggers in all of "
               "them, or use another event";
        break;
      case defect::not_raised:
        out << "state " << state << " of " << lifecycle << " is " << kind
            << ", where nothing raises event " << event << "; it is raised only in "
            << name_of(raised_in(program.roles[found.event])) << " states";
        break;
      case defect::not_handled:
        out << "state " << state << " of " << lifecycle << " is " << kind
            << " but does not handle event " << name_of(found.of) << "; add a row for it";
        if (found.of == role::lose) out << ", or say never(lose) if the job is ephemeral";
        break;
      case defect::unreachable:
        out << "no path leads to state " << state << " of " << lifecycle
            << "; add a row that leads to it, or remove the state";
        break;
      case defect::no_end:
        out << "state " << state << " of " << lifecycle
            << " has no path to a terminal state; add a row that leads out, or give it a terminal "
               "kind";
        break;
    }
  }
};

/// What a lifecycle must declare before anything can be said about it.
template <class L>
concept declares_a_lifecycle = requires {
  typename L::state;
  typename L::event;
  L::table;
};

}  // namespace detail

/// Empty base of everything that is made from a lifecycle. A flawed lifecycle is refused here:
/// once, with one sentence that names the state and the event.
template <detail::declares_a_lifecycle L>
struct checked : detail::demand<detail::own_enums<L> &&
                                    detail::program_of<L>.first_flaw.what == detail::defect::none,
                                detail::flaw_sentence<L>> {};

/// Proves a lifecycle where it is declared: `static_assert(pawl::proven<deck>);`
template <class L>
inline constexpr bool proven = [] {
  static_assert(detail::declares_a_lifecycle<L>,
                "pawl: what is proven is a lifecycle, a struct with enums state and event and a "
                "table; name one");
  if constexpr (detail::declares_a_lifecycle<L>)
    return sizeof(checked<L>) != 0;
  else
    return true;
}();

/// A type that declares states, events and a table, sound or not.
template <class L>
concept lifecycle_type = requires {
  typename L::state;
  typename L::event;
  L::table.rows;
  typename detail::constant<static_cast<std::size_t>(L::table.kinds[0].kind)>;
  detail::program_of<L>.first_flaw;
};

/// Whether some active state says never(lose), which only an ephemeral job may do.
template <class L>
inline constexpr bool never_loses = [] {
  for (const bool never : detail::program_of<L>.never_lost)
    if (never) return true;
  return false;
}();

}  // namespace pawl
