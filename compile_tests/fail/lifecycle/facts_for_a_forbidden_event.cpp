// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state pending does not accept event fail; it accepts only start, cancel"
// sentence: a job in state … does not accept event …; it accepts only …
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

auto next(pawl::machine<deck, deck::pending> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<deck::fail>(pawl::facts{});
#else
  return std::move(job).on<deck::start>();
#endif
}
