// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: rate_per takes what it counts by, a number, a length of time, then parts, as in rate_per<by::user, 10, 1_min>
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: rate_per takes what it counts by, a number, a length of time, then parts, as in rate_per<by::user, 10, 1_min>
// sentence: pawl: rate_per takes what it counts by, a number, a length of time, then parts, as in rate_per<by::user, 10, 1_min>
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/limits.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
pawl::rate_per<pawl::by::user, 10, int> given;
#else
pawl::rate_per<pawl::by::user, 10, 1_min> given;
#endif
