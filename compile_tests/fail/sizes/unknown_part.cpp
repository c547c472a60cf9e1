// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: payload_limit does not take at_claim; it takes only result_limit, summary_limit"
// sentence: pawl: payload_limit does not take …; it takes only result_limit, summary_limit
// meaning: The policy is given something that is no part of it.
// repair: Remove it, or move it where it belongs.
#include <pawl/policies/limits.hpp>
#include <pawl/policies/sizes.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(payload_limit<1_MiB, at_claim>) == 1);
#else
static_assert(sizeof(payload_limit<1_MiB>) == 1);
#endif
