// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the window of rate_per is given no length of time; write one such as 30_s or 5_min
// sentence: pawl: … is given no length of time; write one such as 30_s or 5_min
// meaning: A rate is so many in such a time.
// repair: Write a number with its unit.
#include <pawl/policies/limits.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::rate_per<pawl::by::user, 10> given;
#else
pawl::rate_per<pawl::by::user, 10, 1_min> given;
#endif
