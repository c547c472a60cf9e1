// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a step of this simulation is refused, so what follows it never happens; mend it, or use pawl::try_simulate and ask how far it came
// sentence: pawl: a step of this simulation is refused, so what follows it never happens; mend it, or use pawl::try_simulate and ask how far it came
// meaning: The simulation stops there, and what is asserted about it says nothing about the steps behind.
// repair: Mend the series; or use `try_simulate` and look at `taken()`.
#include <pawl/lifecycle/simulate.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
static_assert(pawl::simulate<deck>(deck::succeed).state() == deck::pending);
#else
static_assert(pawl::try_simulate<deck>(deck::succeed).taken() == 0);
#endif
