// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: exponential would grow without end; give it its longest delay too, as exponential<1_s, 30_s>
// sentence: pawl: … would grow without end; give it its longest delay too, as …<1_s, 30_s>
// meaning: Delays that double reach days within a few attempts.
// repair: Give the longest delay as the second argument.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using rising = pawl::exponential<1_s>;
#else
using rising = pawl::exponential<1_s, 30_s>;
#endif
static_assert(pawl::backoff_policy<rising>);
