// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: steps fall from 10 min to 30 s; list the delays in rising order"
// sentence: pawl: steps fall from … to …; list the delays in rising order
// meaning: A later retry would wait less than an earlier one.
// repair: List the delays in rising order.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using backoff = pawl::steps<1_s, 10_min, 30_s>;
#else
using backoff = pawl::steps<1_s, 30_s, 10_min>;
#endif
static_assert(pawl::backoff_policy<backoff>);
