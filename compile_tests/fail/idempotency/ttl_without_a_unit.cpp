// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: ttl is given 24, which has no unit; write 24_s, or the like with _ms, _min, _h or _d
// sentence: pawl: … is given …, which has no unit; write …_s, or the like with _ms, _min, _h or _d
// meaning: Nothing says whether seconds are meant, or milliseconds.
// repair: Write the unit behind the number, with `using namespace pawl::literals`.
#include <pawl/policies/idempotency.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::ttl<24> given;
#else
pawl::ttl<24_h> given;
#endif
