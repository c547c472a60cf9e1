// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: capacity 0 is out of range; give a number from 1 to 10000000"
// sentence: pawl: capacity … is out of range; give a number from 1 to 10000000
// meaning: A queue without room refuses every job.
// repair: Give a number in the range.
#include <pawl/policies/durability.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(ephemeral<capacity<0>>) == 1);
#else
static_assert(sizeof(ephemeral<capacity<1>>) == 1);
#endif
