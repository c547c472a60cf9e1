// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the delays of retry reach 4000 d; keep them within 3650 d"
// sentence: pawl: the delays of retry reach …; keep them within 3650 d
// meaning: A due time is a date and a delay, and their sum must be a date.
// repair: Lower the cap.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::overridable<pawl::delays_between<1_s, 4000_d>>>;
#else
using policy = pawl::retry<pawl::overridable<pawl::delays_between<1_s, 3650_d>>>;
#endif
static_assert(pawl::retry_policy<policy>);
