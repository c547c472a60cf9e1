// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: lease is given 60, which has no unit; write 60_s, or the like with _ms, _min, _h or _d
// sentence: pawl: … is given …, which has no unit; write …_s, or the like with _ms, _min, _h or _d
// meaning: Nothing says whether seconds are meant, or milliseconds.
// repair: Write the unit behind the number, with `using namespace pawl::literals`.
#include <pawl/policies/timing.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::lease<60> given;
#else
pawl::lease<60_s> given;
#endif
