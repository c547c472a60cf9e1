// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/verdict.hpp>

namespace pawl {

/// The state in which every job of this lifecycle begins.
template <class L>
inline constexpr auto initial = typename L::state{};

namespace detail {

template <class Enum>
inline constexpr auto enumerators = [] {
  struct {
    Enum values[names_of<Enum>.count + 1]{};
  } all;
  for (std::size_t i = 0; i < names_of<Enum>.count; ++i) all.values[i] = static_cast<Enum>(i);
  return all;
}();

/// An enumerator as an unsigned number of its own width: widening a signed one would cost an
/// instruction.
template <class Enum>
constexpr auto ordinal(Enum value) {
  if constexpr (sizeof(Enum) <= sizeof(unsigned))
    return static_cast<unsigned>(value);
  else
    return static_cast<std::size_t>(value);
}

template <class L>
constexpr cell look_up(typename L::state from, typename L::event on) {
  static_cast<void>(sizeof(checked<L>));
  constexpr auto& program = program_of<L>;
  const auto s = ordinal(from);
  const auto e = ordinal(on);
  if (e >= program.side) [[unlikely]]
    return no_cell;
  if (s >= program.side) [[unlikely]]
    return no_cell;
  const cell* column = program.cells + static_cast<unsigned>(e) * program.side;
  return column[s];
}

/// The same for a state that is known to be one.
template <class L>
constexpr cell look_up_from(unsigned char state, typename L::event on) {
  constexpr auto& program = program_of<L>;
  const auto e = ordinal(on);
  if (e >= program.side) [[unlikely]]
    return no_cell;
  const cell* column = program.cells + static_cast<unsigned>(e) * program.side;
  return column[state];
}

/// Follows a chain of guarded rows to the one whose guard holds. A proven chain ends in a row
/// without one.
template <class L>
[[gnu::noinline]] constexpr cell follow(cell answer, const facts& known) {
  std::size_t row = answer - first_chain;
  while (L::table.rows[row].guard && !L::table.rows[row].guard.holds(known))
    row = program_of<L>.next_row[row];
  return static_cast<cell>(L::table.rows[row].to);
}
template <class L>
constexpr cell resolve(cell answer, const facts& known) {
  return answer < first_chain || answer == no_cell ? answer : follow<L>(answer, known);
}

/// Whether the event may lead from one state to the other, given suitable facts.
template <class L>
constexpr bool may_lead_to(typename L::state from, typename L::event on, typename L::state to) {
  return each_outcome(L::table.rows, program_of<L>, look_up<L>(from, on),
                      [&](std::size_t each) { return each == static_cast<std::size_t>(to); });
}

/// Who may raise the event, as the row says by which the step is taken: one of the state's own,
/// else a live one. Any, if there is no such row.
template <class L>
constexpr triggers triggers_of_step(typename L::state from, typename L::event on,
                                    typename L::state to) {
  using scope = typename row<typename L::state, typename L::event>::scope;
  triggers found{};
  for (const auto& each : L::table.rows) {
    if (each.on != on || each.to != to || each.where == scope::never) continue;
    if (each.where == scope::state && each.from == from) return each.by;
    if (each.where == scope::live) found = each.by;
  }
  return found;
}

}  // namespace detail

/// All states of a lifecycle, in the order of their declaration.
template <class L>
[[nodiscard]] constexpr slice<typename L::state> states() {
  return {detail::enumerators<typename L::state>.values, detail::table_of<L>::states};
}

/// All events of a lifecycle, in the order of their declaration.
template <class L>
[[nodiscard]] constexpr slice<typename L::event> events() {
  return {detail::enumerators<typename L::event>.values, detail::table_of<L>::events};
}

/// The kind of a state; `kind::none` for a value that is no state.
template <class L>
[[nodiscard]] constexpr kind kind_of(typename L::state state) {
  static_cast<void>(sizeof(checked<L>));
  const auto s = static_cast<std::size_t>(state);
  return s < detail::table_of<L>::states ? detail::program_of<L>.kinds[s] : kind::none;
}

template <class L>
[[nodiscard]] constexpr bool is_terminal(typename L::state state) {
  return is_terminal(kind_of<L>(state));
}

/// Where an event leads without looking at any facts.
///
/// Refuses a forbidden event; a guarded one is answered `needs_facts()`. Any two values may be
/// given: one that is no state or no event is forbidden. Never throws, never allocates; one table
/// look-up.
template <class L>
[[nodiscard]] constexpr verdict<L> next(typename L::state from, typename L::event on) {
  return {from, on, detail::look_up<L>(from, on)};
}

/// Where an event leads, given the facts. Guarded rows are tried in the order of their declaration.
template <class L>
[[nodiscard]] constexpr verdict<L> decide(typename L::state from, typename L::event on,
                                          const facts& known) {
  return {from, on, detail::resolve<L>(detail::look_up<L>(from, on), known)};
}

/// Who may raise an event that leads from one state to another; any, if the table does not say, and
/// if there is no such step.
template <class L>
[[nodiscard]] constexpr triggers triggers_of(typename L::state from, typename L::event on,
                                             typename L::state to) {
  static_cast<void>(sizeof(checked<L>));
  return detail::triggers_of_step<L>(from, on, to);
}

/// Whether a state has a row for an event, guarded or not.
template <class L>
[[nodiscard]] constexpr bool accepts(typename L::state state, typename L::event event) {
  return detail::look_up<L>(state, event) != detail::no_cell;
}

}  // namespace pawl
