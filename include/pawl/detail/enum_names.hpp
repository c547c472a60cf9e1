// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/sequence.hpp>
#include <pawl/detail/text.hpp>

namespace pawl {

namespace detail {

// Clang instantiates an enum of a class template only when code looks inside, and prints mere
// numbers until then. Asking for an enumerator that is not there is such a look.
template <class Enum>
concept looked_into = !requires { Enum::pawl_is_no_enumerator; };

// One instantiation spells a whole run of values; one per value would dominate the cost of a
// lifecycle.
template <looked_into Enum, Enum... PawlValues>
consteval text spelled() {
  return {__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1};  // counting would cost more
}

inline constexpr std::size_t run_length = 32;
// Beyond this Clang runs out of steps for the proof of a lifecycle.
inline constexpr std::size_t most_enumerators = 128;

struct name_run {
  text names[run_length]{};
  std::size_t count = 0;
  bool gap = false;  ///< some value of the run has no name
  bool name_after_gap = false;
};

/// One element of a printed run: where its name, or the number of a value without one, stands.
struct printed_element {
  std::size_t begin;
  std::size_t end;
};

/// Reads an element whatever its scope. The name is what follows its last ':' or ')'. A value
/// without a name is printed as a cast. Commas inside brackets belong to a template's name.
consteval printed_element read_element(text printed, std::size_t at) {
  std::size_t begin = at;
  int depth = 0;
  for (; depth > 0 || (printed[at] != ',' && printed[at] != '}' && printed[at] != '>'); ++at) {
    const char c = printed[at];
    if (c == '<' || c == '(' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == '}') --depth;
    if (depth == 0 && (c == ':' || c == ')')) begin = at + 1;
  }
  return {begin, at};
}

/// Reads an element whose scope is as long as that of the one before it, which is the rule: walking
/// the scope again for every value would be most of what a small lifecycle costs.
consteval printed_element read_alike(text printed, std::size_t at, std::size_t scope) {
  const std::size_t begin = at + scope;
  if (begin >= printed.size()) return read_element(printed, at);
  if (scope > 0 && printed[begin - 1] != ':' && printed[begin - 1] != ')')
    return read_element(printed, at);
  std::size_t end = begin;
  while (printed[end] != ',' && printed[end] != '}' && printed[end] != '>') {
    const char c = printed[end++];
    if (c == ':' || c == '(' || c == ')' || c == '<' || c == '{') return read_element(printed, at);
  }
  return {begin, end};
}

/// Reads a printed run, `PawlValues = {app::state::open, (app::state)1}`.
/// GCC brackets the run with braces, Clang with angle brackets.
consteval name_run read_run(text printed, std::size_t length) {
  constexpr text label = "PawlValues = ";
  std::size_t at = 0;
  while (printed[at] != 'P' || !(printed.substr(at, label.size()) == label)) ++at;
  at += label.size() + 1;
  name_run run;
  printed_element found = read_element(printed, at);
  for (std::size_t value = 0; value < length; ++value) {
    const char first = printed[found.begin];
    if (first == '-' || (first >= '0' && first <= '9')) {
      run.gap = true;
    } else if (run.gap) {
      run.name_after_gap = true;
      break;
    } else {
      run.names[run.count++] = printed.substr(found.begin, found.end - found.begin);
    }
    const std::size_t scope = found.begin - at;
    at = found.end + 2;
    if (value + 1 < length) found = read_alike(printed, at, scope);
  }
  return run;
}

template <class Enum, std::size_t First, std::size_t... Offset>
consteval name_run read_run_from(indices<Offset...>) {
  name_run run = read_run(spelled<Enum, static_cast<Enum>(First + Offset)...>(), sizeof...(Offset));
  run.gap = run.gap || sizeof...(Offset) < run_length;
  return run;
}

// An enum of bools has no third value to ask for.
template <class Enum>
inline constexpr std::size_t askable = __is_same(__underlying_type(Enum), bool) ? 2 : run_length;

template <class Enum, std::size_t First>
inline constexpr name_run names_from = read_run_from<Enum, First>(make_indices<askable<Enum>>{});

template <class Enum, std::size_t First = 0>
consteval std::size_t count_enumerators() {
  constexpr bool more =
      !names_from<Enum, First>.gap && First + 2 * run_length <= most_enumerators + 1;
  if constexpr (more)
    return run_length + count_enumerators<Enum, First + run_length>();
  else
    return names_from<Enum, First>.count;
}

template <std::size_t Count>
struct name_table {
  text names[Count == 0 ? 1 : Count]{};
  bool dense = true;  ///< the enumerators are 0, 1, 2, … as far as they were looked at
  static constexpr std::size_t count = Count;
};

template <class Enum, std::size_t First = 0, std::size_t Count>
consteval void copy_names(name_table<Count>& table) {
  constexpr auto& run = names_from<Enum, First>;
  for (std::size_t i = 0; i < run.count; ++i) table.names[First + i] = run.names[i];
  table.dense = table.dense && !run.name_after_gap;
  if constexpr (First + run_length < Count) copy_names<Enum, First + run_length>(table);
}

/// An enum whose names are not its enumerators says them itself: a friend `pawl_names(Enum)` that
/// returns an array of `text`, in the order of the values. Found by argument-dependent lookup.
template <class Enum>
concept names_itself = requires { pawl_names(Enum{}); };

template <class Array>
inline constexpr std::size_t extent = 0;
template <class T, std::size_t Size>
inline constexpr std::size_t extent<T (&)[Size]> = Size;

template <class Enum>
consteval auto make_names() {
  if constexpr (names_itself<Enum>) {
    name_table<extent<decltype(pawl_names(Enum{}))>> table;
    for (std::size_t i = 0; i < table.count; ++i) table.names[i] = pawl_names(Enum{})[i];
    return table;
  } else {
    name_table<count_enumerators<Enum>()> table;
    copy_names<Enum>(table);
    if constexpr (table.count == most_enumerators)
      table.dense = table.dense && names_from<Enum, most_enumerators>.count == 0;
    return table;
  }
}

/// The names of an enum whose enumerators are 0, 1, 2, …
template <class Enum>
inline constexpr auto names_of = make_names<Enum>();

}  // namespace detail

/// The name of an enumerator, which is how it is stored and shown; empty for a value that has none.
template <class Enum>
  requires(__is_enum(Enum))
[[nodiscard]] constexpr text name_of(Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < detail::names_of<Enum>.count ? detail::names_of<Enum>.names[index] : text{};
}

}  // namespace pawl
