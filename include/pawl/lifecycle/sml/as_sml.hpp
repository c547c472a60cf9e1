// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/decide.hpp>
#include <pawl/lifecycle/sml/boost.hpp>

namespace pawl {

/// An event of a lifecycle as Boost.SML sees it: a type, carrying the facts that guards read.
template <auto Event>
struct occurs {
  facts known{};
};

namespace detail {

/// A row of a lifecycle; a `live` one is written out for every state it holds in.
template <class L>
struct written_row {
  typename L::state from{};
  typename L::event on{};
  typename L::state to{};
  pawl::guard guard{};
};

/// Calls `visit(written_row)` for every row, those of one state and event in the order they are
/// tried.
template <class L, class Visit>
constexpr void each_written_row(Visit visit) {
  for (auto from : states<L>())
    for (auto on : allowed_events<L>(from)) {
      const cell at = look_up<L>(from, on);
      if (at < first_chain) visit(written_row<L>{from, on, static_cast<typename L::state>(at)});
      for (std::size_t r = at < first_chain ? no_cell : at - first_chain; r != no_cell;
           r = program_of<L>.next_row[r])
        visit(written_row<L>{from, on, L::table.rows[r].to, L::table.rows[r].guard});
    }
}

template <class L>
inline constexpr std::size_t written_row_count = [] {
  std::size_t count = 0;
  each_written_row<L>([&](const auto&) { ++count; });
  return count;
}();

template <class L>
inline constexpr auto written_rows = [] {
  struct {
    written_row<L> at[written_row_count<L>]{};
  } rows;
  std::size_t count = 0;
  each_written_row<L>([&](const auto& row) { rows.at[count++] = row; });
  return rows;
}();

template <class L, std::size_t Index>
struct sml_guard {
  static constexpr text name = written_rows<L>.at[Index].guard.name;
  bool operator()(const occurs<written_rows<L>.at[Index].on>& event) const {
    return written_rows<L>.at[Index].guard.holds(event.known);
  }
};

template <class L, std::size_t Index>
constexpr auto sml_row() {
  namespace sml = boost::sml;
  constexpr const auto& row = written_rows<L>.at[Index];
  const auto from = [] {
    if constexpr (row.from == initial<L>)
      return *sml::state<at<row.from>>;
    else
      return sml::state<at<row.from>>;
  }();
  if constexpr (static_cast<bool>(row.guard))
    return from + sml::event<occurs<row.on>>[sml_guard<L, Index>{}] = sml::state<at<row.to>>;
  else
    return from + sml::event<occurs<row.on>> = sml::state<at<row.to>>;
}

}  // namespace detail

/// A lifecycle as a Boost.SML machine:
///
///     boost::sml::sm<pawl::as_sml<deck>> sm;
///     sm.process_event(pawl::occurs<deck::start>{});
///     sm.is(boost::sml::state<pawl::at<deck::running>>);
template <class L>
struct as_sml : checked<L> {
  auto operator()() const { return make(detail::make_indices<detail::written_row_count<L>>{}); }

 private:
  template <std::size_t... Index>
  static auto make(detail::indices<Index...>) {
    return boost::sml::make_transition_table(detail::sml_row<L, Index>()...);
  }
};

}  // namespace pawl
