// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: former name failed of deck is the name of a present state; a stored name must mean one state"
// sentence: pawl: former name … of … is the name of a present state; a stored name must mean one state
// meaning: A stored job with that name could be in either state.
// repair: Remove the former name, or rename the present state.
#include <pawl/lifecycle/restore.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

struct job : deck {
#ifdef COMPILE_FAIL
  static constexpr pawl::former<state> former_names[] = {{ "failed", canceled }};
#else
  static constexpr pawl::former<state> former_names[] = {{"stopped", canceled}};
#endif
};

auto find(pawl::text stored) { return pawl::restore<job>(stored); }
