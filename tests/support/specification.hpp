// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>

#include <pawl/lifecycle.hpp>

namespace support {

/// One line of a specification: in this state, this event may lead there.
template <class L>
struct line {
  typename L::state from;
  typename L::event on;
  typename L::state to;
};

template <class L>
constexpr bool listed(std::initializer_list<line<L>> lines, typename L::state from,
                      typename L::event on, typename L::state to) {
  for (const auto& each : lines)
    if (each.from == from && each.on == on && each.to == to) return true;
  return false;
}

/// Whether the lifecycle allows the listed lines and nothing else: every other (state, event,
/// state) is forbidden. The list is written from the specification, not from the table.
template <class L>
constexpr bool allows_exactly(std::initializer_list<line<L>> lines) {
  for (auto from : pawl::states<L>())
    for (auto on : pawl::events<L>())
      for (auto to : pawl::states<L>())
        if (pawl::detail::may_lead_to<L>(from, on, to) != listed<L>(lines, from, on, to))
          return false;
  return true;
}

/// A pair of a specification's arrow diagram.
template <class L>
struct arrow {
  typename L::state from;
  typename L::state to;
};

/// Whether the lifecycle connects the listed pairs of states and no other, whatever the event.
template <class L>
constexpr bool connects_exactly(std::initializer_list<arrow<L>> arrows) {
  for (auto from : pawl::states<L>())
    for (auto to : pawl::states<L>()) {
      bool connected = false;
      for (auto on : pawl::events<L>())
        connected = connected || pawl::detail::may_lead_to<L>(from, on, to);
      bool wanted = false;
      for (const auto& each : arrows) wanted = wanted || (each.from == from && each.to == to);
      if (connected != wanted) return false;
    }
  return true;
}

/// Whether every event in every state that refuses it is refused at run time too: the state stays,
/// and the message names the state and the event.
template <class L>
constexpr bool refuses_the_rest_at_run_time() {
  for (auto from : pawl::states<L>())
    for (auto on : pawl::events<L>()) {
      const auto answer = pawl::next<L>(from, on);
      if (pawl::accepts<L>(from, on) == answer.forbidden()) return false;
      if (answer.forbidden() && (answer.state() != from || answer.message().view().empty()))
        return false;
    }
  return true;
}

}  // namespace support
