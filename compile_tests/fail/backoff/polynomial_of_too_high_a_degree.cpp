// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: polynomial has degree 17; use 1 to 16"
// sentence: pawl: polynomial has degree …; use 1 to 16
// meaning: A delay of degree 0 is fixed, one above 16 is beyond every cap at once.
// repair: Use fixed, or a degree from 1 to 16.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using backoff = pawl::polynomial<1_s, 17, 30_s>;
#else
using backoff = pawl::polynomial<1_s, 16, 30_s>;
#endif
static_assert(pawl::backoff_policy<backoff>);
