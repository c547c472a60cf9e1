// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: rate_per is given no number of jobs; write it behind what it counts by, as in rate_per<by::user, 10, 1_min>
// sentence: pawl: rate_per is given no number of jobs; write it behind what it counts by, as in rate_per<by::user, 10, 1_min>
// meaning: The number is left out, or something else stands in its place.
// repair: Write the number, behind what is counted by.
#include <pawl/policies/limits.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::rate_per<pawl::by::user, 1_min, 10> given;
#else
pawl::rate_per<pawl::by::user, 10, 1_min> given;
#endif
