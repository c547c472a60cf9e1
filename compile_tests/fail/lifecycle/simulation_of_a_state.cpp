// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a simulation takes events of its lifecycle, each alone or with its facts; a state is what it leads to: compare \.state with it
// sentence: pawl: a simulation takes events of its lifecycle, each alone or with its facts; a state is what it leads to: compare .state with it
// meaning: A step of pawl::simulate or pawl::try_simulate is a state, or an event of another lifecycle.
// repair: Name the event that leads to the state.
#include <pawl/lifecycle/simulate.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
static_assert(pawl::simulate<deck>(deck::start, deck::succeeded));
#else
static_assert(pawl::simulate<deck>(deck::start, deck::succeed));
#endif
