// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: former name stopped of deck is listed twice; a stored name must mean one state"
// sentence: pawl: former name … of … is listed twice; a stored name must mean one state
// meaning: A job stored under this name could be in either state.
// repair: Keep the entry of the state that was called so last, and migrate the rest.
#include <pawl/lifecycle/restore.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

struct job : deck {
#ifdef COMPILE_FAIL
  static constexpr pawl::former<state> former_names[] = {{"stopped", failed},
                                                         { "stopped",
                                                           canceled }};
#else
  static constexpr pawl::former<state> former_names[] = {{"broken", failed}, {"stopped", canceled}};
#endif
};

auto find(pawl::text stored) { return pawl::restore<job>(stored); }
