// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: payload_limit is given result_limit twice; keep one"
// sentence: pawl: payload_limit is given … twice; keep one
// meaning: Two parts of one policy say different things about the same matter.
// repair: Keep one of them.
#include <pawl/policies/limits.hpp>
#include <pawl/policies/sizes.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(payload_limit<1_MiB, result_limit<1_MiB>, result_limit<2_MiB>>) == 1);
#else
static_assert(sizeof(payload_limit<1_MiB, result_limit<2_MiB>>) == 1);
#endif
