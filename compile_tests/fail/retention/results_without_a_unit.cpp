// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: keep_results is given 30, which has no unit; write 30_s, or the like with _ms, _min, _h or _d
// sentence: pawl: … is given …, which has no unit; write …_s, or the like with _ms, _min, _h or _d
// meaning: Nothing says whether seconds are meant, or milliseconds.
// repair: Write the unit behind the number, with `using namespace pawl::literals`.
#include <pawl/policies/retention.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::retention<pawl::keep_results<30>> given;
#else
pawl::retention<pawl::keep_results<30_d>> given;
#endif
