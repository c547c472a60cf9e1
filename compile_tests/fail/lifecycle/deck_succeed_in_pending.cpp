// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state pending does not accept event succeed; it accepts only start, cancel"
// sentence: a job in state … does not accept event …; it accepts only …
// meaning: The lifecycle has no row for this event in this state.
// repair: Raise an event that the state accepts, or add a row to the lifecycle.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

auto next(pawl::machine<deck, deck::pending> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<deck::succeed>();
#else
  return std::move(job).on<deck::start>();
#endif
}
