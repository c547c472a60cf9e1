// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a step of this simulation is refused, so what follows it never happens; mend it, or use pawl::try_simulate and ask how far it came
// sentence: pawl: a step of this simulation is refused, so what follows it never happens; mend it, or use pawl::try_simulate and ask how far it came
// meaning: The simulation stops there, and what is asserted about it says nothing about the steps behind.
// repair: Mend the series; or use `try_simulate` and look at `taken`.
#include <pawl/job.hpp>
#include <pawl/job/simulate.hpp>

using buy = pawl::job<"shop.buy", pawl::lifecycles::service>;
using event = pawl::lifecycles::service::event;

#ifdef COMPILE_FAIL
static_assert(pawl::simulate<buy>(event::succeed, event::start).starts == 0);
#else
static_assert(pawl::try_simulate<buy>(event::succeed, event::start).taken == 0);
#endif
