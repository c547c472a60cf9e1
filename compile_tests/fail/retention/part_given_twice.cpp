// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: retention is given keep_results twice; keep one"
// sentence: pawl: retention is given … twice; keep one
// meaning: Two parts of one policy say different things about the same matter.
// repair: Keep one of them.
#include <pawl/policies/idempotency.hpp>
#include <pawl/policies/retention.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(retention<keep_results<2_d>, keep_results<3_d>>) == 1);
#else
static_assert(sizeof(retention<keep_results<2_d>>) == 1);
#endif
