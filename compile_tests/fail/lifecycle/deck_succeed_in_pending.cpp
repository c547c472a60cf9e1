// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state pending does not accept event succeed; it accepts only start, cancel"
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
