// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: delays_between 1 h and 1 s holds no delay; begin above 0 ms and end where you began, or later"
// sentence: pawl: delays_between … and … holds no delay; begin above 0 ms and end where you began, or later
// meaning: The bounds are empty, or begin with no delay at all.
// repair: Write the shorter one first, above 0 ms.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::overridable<pawl::delays_between<1_h, 1_s>>>;
#else
using policy = pawl::retry<pawl::overridable<pawl::delays_between<1_s, 1_h>>>;
#endif
static_assert(pawl::retry_policy<policy>);
