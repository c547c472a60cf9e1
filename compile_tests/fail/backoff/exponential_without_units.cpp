// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: exponential is given 1, which has no unit; write 1_s, or the like with _ms, _min, _h or _d
// sentence: pawl: … is given …, which has no unit; write …_s, or the like with _ms, _min, _h or _d
// meaning: Nothing says whether seconds are meant, or milliseconds.
// repair: Write the unit behind the number, with `using namespace pawl::literals`.
#include <pawl/policies/backoff.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::exponential<1, 30> given;
#else
pawl::exponential<1_s, 30_s> given;
#endif
