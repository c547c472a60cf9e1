// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: keep_at_most 0 is out of range; give a number from 1 to 1000000000"
// sentence: pawl: keep_at_most … is out of range; give a number from 1 to 1000000000
// meaning: A finished job must stay readable.
// repair: Keep at least one, or leave the part out.
#include <pawl/policies/retention.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(retention<keep_at_most<0>>) == 1);
#else
static_assert(sizeof(retention<keep_at_most<1>>) == 1);
#endif
