// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: active_per takes what it counts by, a number, then parts, as in active_per<by::user, 5, at_submit>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: active_per takes what it counts by, a number, then parts, as in active_per<by::user, 5, at_submit>
// sentence: pawl: active_per takes what it counts by, a number, then parts, as in active_per<by::user, 5, at_submit>
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/limits.hpp>

#ifdef COMPILE_FAIL
pawl::active_per<5, pawl::by::user, pawl::at_submit> given;
#else
pawl::active_per<pawl::by::user, 5, pawl::at_submit> given;
#endif
