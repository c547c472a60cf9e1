// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: timeout is given 300, which has no unit; write 300_s, or the like with _ms, _min, _h or _d
// sentence: pawl: … is given …, which has no unit; write …_s, or the like with _ms, _min, _h or _d
// meaning: Nothing says whether seconds are meant, or milliseconds.
// repair: Write the unit behind the number, with `using namespace pawl::literals`.
#include <pawl/policies/timing.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::timeout<300> given;
#else
pawl::timeout<300_s> given;
#endif
