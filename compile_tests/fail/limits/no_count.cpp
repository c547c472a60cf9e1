// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: active_per is given no number of jobs; write it behind what it counts by, as in active_per<by::user, 5, at_submit>
// sentence: pawl: active_per is given no number of jobs; write it behind what it counts by, as in active_per<by::user, 5, at_submit>
// meaning: The number is left out, or something else stands in its place.
// repair: Write the number, behind what is counted by.
#include <pawl/policies/limits.hpp>

#ifdef COMPILE_FAIL
pawl::active_per<pawl::by::user> given;
#else
pawl::active_per<pawl::by::user, 5, pawl::at_submit> given;
#endif
