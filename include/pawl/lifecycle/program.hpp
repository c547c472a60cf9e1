// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <pawl/lifecycle/table.hpp>

namespace pawl::detail {

/// What is wrong with a table. The first flaw found is the one reported.
enum class defect : unsigned char {
  none,
  numbering,         ///< enumerators that are not 0, 1, 2, …
  no_kind,           ///< a state missing from kinds(…)
  two_kinds,         ///< a state listed there twice
  leaves_terminal,   ///< a row out of a terminal state
  never_taken,       ///< a row after an unguarded one of the same state and event
  live_never_taken,  ///< a live row after an unguarded one of the same event
  open_guards,       ///< guarded rows that do not end in an unguarded one
  never_misused,     ///< never(…) of another event, outside an active state, or beside a row
  out_of_reach,      ///< an event that only the engine raises, by(…) others
  unlike_triggers,   ///< rows of one event into one state that differ in by(…)
  not_raised,        ///< an engine event in a state where nothing can raise it
  not_handled,       ///< an engine event that will be raised in a state without a row for it
  unreachable,       ///< no path leads to the state
  no_end             ///< no path leads from the state to a terminal one
};

struct table_flaw {
  defect what = defect::none;
  std::size_t state = 0;
  std::size_t event = 0;
  role of = role::outside;
};

/// One cell of the dispatch square: a state, or the first of a chain of guarded rows, or nothing.
using cell = std::uint16_t;
inline constexpr cell first_chain = 0x8000;  // below: the state itself
inline constexpr cell no_cell = 0xffff;

constexpr unsigned power_of_two_above(std::size_t least) {
  unsigned power = 1;
  while (power < least) power *= 2;
  return power;
}

/// A table made ready for dispatch, and the proof that it is sound.
///
/// The cells form a square whose side is a power of two, so that the index needs no multiplication;
/// a column per event, so that an event the compiler knows is part of the address.
template <class State, class Event, std::size_t States, std::size_t Events, std::size_t Rows>
struct program {
  static constexpr unsigned side = power_of_two_above(States > Events ? States : Events);

  cell cells[side * side];
  cell next_row[Rows];  ///< the row tried after a guarded one whose guard does not hold
  kind kinds[States == 0 ? 1 : States]{};
  role roles[Events == 0 ? 1 : Events]{};
  bool never_lost[States == 0 ? 1 : States]{};
  table_flaw first_flaw{};

  [[nodiscard]] constexpr cell& at(std::size_t s, std::size_t e) { return cells[e * side + s]; }
  [[nodiscard]] constexpr const cell& at(std::size_t s, std::size_t e) const {
    return cells[e * side + s];
  }
};

/// Calls `visit(state)` for every outcome of a cell, in the order of the rows, until one is true.
template <class Row, std::size_t Rows, class Program, class Visit>
constexpr bool each_outcome(const Row (&rows)[Rows], const Program& program, cell at, Visit visit) {
  if (at == no_cell) return false;
  if (at < first_chain) return visit(static_cast<std::size_t>(at));
  for (auto r = static_cast<cell>(at - first_chain); r != no_cell; r = program.next_row[r])
    if (visit(static_cast<std::size_t>(rows[r].to))) return true;
  return false;
}

/// Builds a program from a table, and looks for flaws in kinds, rows, guards, events and paths.
template <class Table>
struct builder {
  using state = typename Table::state;
  using event = typename Table::event;
  using row_type = row<state, event>;
  using scope = typename row_type::scope;
  static constexpr std::size_t states = Table::states;
  static constexpr std::size_t events = Table::events;
  static constexpr std::size_t row_count = sizeof(Table::rows) / sizeof(row_type);
  using program_type = program<state, event, states, events, row_count>;

  const Table& table;
  program_type out{};
  cell last[states * events + 1]{};  // per (state, event): its last own row, plus one
  cell live_first[events + 1]{};     // per event: its first live row, plus one
  cell live_last[events + 1]{};

  constexpr void report(defect what, std::size_t s, std::size_t e = 0, role of = role::outside) {
    if (out.first_flaw.what == defect::none) out.first_flaw = {what, s, e, of};
  }
  [[nodiscard]] constexpr bool sound() const { return out.first_flaw.what == defect::none; }
  [[nodiscard]] constexpr bool terminal(std::size_t s) const { return is_terminal(out.kinds[s]); }

  consteval program_type build() {
    for (auto& each : out.cells) each = no_cell;
    for (auto& each : out.next_row) each = no_cell;
    number();
    if (sound()) read_kinds();
    if (sound()) chain_rows();
    if (sound()) spread_live_rows();
    if (sound()) keep_never();
    if (sound()) close_chains();
    if (sound()) place_events();
    if (sound()) compare_triggers();
    if (sound()) find_paths();
    return out;
  }

  constexpr void number() {
    if (!names_of<state>.dense || states == 0) return report(defect::numbering, 0, 0);
    if (!names_of<event>.dense || events == 0) return report(defect::numbering, 0, 1);
    for (const auto& each : table.rows) {
      if (index(each.from) >= states || index(each.to) >= states)
        return report(defect::numbering, 0, 0);
      if (index(each.on) >= events) return report(defect::numbering, 0, 1);
    }
    for (std::size_t e = 0; e < events; ++e) out.roles[e] = role_of_name(names_of<event>.names[e]);
  }

  constexpr void read_kinds() {
    for (const auto& each : table.kinds) {
      const std::size_t s = index(each.state);
      if (s >= states) return report(defect::numbering, 0, 0);
      if (out.kinds[s] != kind::none) return report(defect::two_kinds, s);
      out.kinds[s] = each.kind;
    }
    for (std::size_t s = 0; s < states; ++s)
      if (out.kinds[s] == kind::none) return report(defect::no_kind, s);
  }

  constexpr void chain_rows() {
    for (std::size_t r = 0; r < row_count; ++r) {
      const row_type& each = table.rows[r];
      const std::size_t s = index(each.from);
      const std::size_t e = index(each.on);
      if (each.where == scope::never) {
        if (out.roles[e] != role::lose || out.kinds[s] != kind::active)
          return report(defect::never_misused, s, e);
        out.never_lost[s] = true;
      } else if (each.where == scope::live) {
        if (!append(live_first[e], live_last[e], r)) return report(defect::live_never_taken, s, e);
      } else {
        if (terminal(s)) return report(defect::leaves_terminal, s, e);
        cell first = out.at(s, e) == no_cell ? cell{0} : cell{1};
        if (!append(first, last[s * events + e], r)) return report(defect::never_taken, s, e);
        if (out.at(s, e) == no_cell) out.at(s, e) = head(r);
      }
    }
  }

  /// Hangs row `r` behind the last row of its chain; false if that one has no guard.
  constexpr bool append(cell& first, cell& end, std::size_t r) {
    const cell link = static_cast<cell>(r + 1);
    if (first == 0) {
      first = link;
    } else {
      if (!table.rows[end - 1].guard) return false;
      out.next_row[end - 1] = static_cast<cell>(r);
    }
    end = link;
    return true;
  }

  constexpr void spread_live_rows() {
    for (std::size_t e = 0; e < events; ++e) {
      if (live_first[e] == 0) continue;
      const auto first = static_cast<cell>(live_first[e] - 1);
      for (std::size_t s = 0; s < states; ++s) {
        if (terminal(s)) continue;
        if (out.at(s, e) == no_cell) {
          out.at(s, e) = head(first);
        } else if (const std::size_t end = last[s * events + e] - 1u; table.rows[end].guard) {
          out.next_row[end] = first;
        }
      }
    }
  }

  /// After the live rows: one on lose contradicts never(lose) as well.
  constexpr void keep_never() {
    for (std::size_t s = 0; s < states; ++s)
      for (std::size_t e = 0; e < events; ++e)
        if (out.never_lost[s] && out.roles[e] == role::lose && out.at(s, e) != no_cell)
          return report(defect::never_misused, s, e);
  }

  constexpr void close_chains() {
    for (std::size_t s = 0; s < states; ++s)
      for (std::size_t e = 0; e < events; ++e) {
        cell at = out.at(s, e);
        if (at == no_cell || at < first_chain) continue;
        at = static_cast<cell>(at - first_chain);
        while (table.rows[at].guard) {
          at = out.next_row[at];
          if (at == no_cell) return report(defect::open_guards, s, e);
        }
      }
  }

  constexpr void place_events() {
    for (const auto& each : table.rows) {
      const std::size_t s = index(each.from);
      const kind only = raised_in(out.roles[index(each.on)]);
      if (each.where == scope::state && only != kind::none && only != out.kinds[s])
        return report(defect::not_raised, s, index(each.on));
    }
    for (std::size_t s = 0; s < states; ++s) {
      constexpr role raised[] = {role::start, role::succeed, role::fail, role::lose,
                                 role::retry_due};
      for (const role r : raised)
        if (raised_in(r) == out.kinds[s] && !handles(s, r))
          return report(defect::not_handled, s, 0, r);
    }
  }
  /// Who may take a step is found by its two states and its event, so rows that have all three in
  /// common agree. What the engine alone raises must be open to it.
  constexpr void compare_triggers() {
    for (std::size_t r = 0; r < row_count; ++r) {
      const row_type& each = table.rows[r];
      if (!each.by.has(trigger::system) && raised_by_engine_alone(out.roles[index(each.on)]))
        return report(defect::out_of_reach, index(each.from), index(each.on));
      for (cell next = out.next_row[r]; next != no_cell; next = out.next_row[next])
        if (table.rows[next].to == each.to && table.rows[next].by != each.by)
          return report(defect::unlike_triggers, index(each.from), index(each.on));
    }
  }
  [[nodiscard]] constexpr bool handles(std::size_t s, role r) const {
    if (r == role::lose && out.never_lost[s]) return true;
    for (std::size_t e = 0; e < events; ++e)
      if (out.roles[e] == r && out.at(s, e) != no_cell) return true;
    return false;
  }

  constexpr void find_paths() {
    bool seen[states + 1]{true};
    std::size_t stack[states + 1]{0};
    for (std::size_t depth = 1; depth > 0;) {
      const std::size_t s = stack[--depth];
      each_target(s, [&](std::size_t to) {
        if (!seen[to]) {
          seen[to] = true;
          stack[depth++] = to;
        }
        return false;
      });
    }
    for (std::size_t s = 0; s < states; ++s)
      if (!seen[s]) return report(defect::unreachable, s);

    bool ends[states + 1]{};
    for (std::size_t s = 0; s < states; ++s) ends[s] = terminal(s);
    // Backwards, because lifecycles are declared from their beginning to their end: one pass is the
    // rule.
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t s = states; s-- > 0;)
        if (!ends[s] && each_target(s, [&](std::size_t to) { return ends[to]; }))
          ends[s] = changed = true;
    }
    for (std::size_t s = 0; s < states; ++s)
      if (!ends[s]) return report(defect::no_end, s);
  }
  template <class Visit>
  constexpr bool each_target(std::size_t s, Visit visit) const {
    for (std::size_t e = 0; e < events; ++e)
      if (each_outcome(table.rows, out, out.at(s, e), visit)) return true;
    return false;
  }

  [[nodiscard]] constexpr cell head(std::size_t r) const {
    return table.rows[r].guard ? static_cast<cell>(first_chain + r)
                               : static_cast<cell>(index(table.rows[r].to));
  }
  template <class Enum>
  [[nodiscard]] static constexpr std::size_t index(Enum value) {
    return static_cast<std::size_t>(value);
  }
};

template <class L>
using table_of = decltype(L::table);

/// The program of a lifecycle. A function-like constant per lifecycle: built once per translation
/// unit.
template <class L>
inline constexpr auto program_of = builder<const table_of<L>>{L::table}.build();

}  // namespace pawl::detail
