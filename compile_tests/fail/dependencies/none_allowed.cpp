// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: depends_on_at_most 0 is out of range; give a number from 1 to 10000"
// sentence: pawl: depends_on_at_most … is out of range; give a number from 1 to 10000
// meaning: Each dependency is a row that the end of another job must look at.
// repair: Give a number in the range.
#include <pawl/policies/dependencies.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(dependencies<depends_on_at_most<0>>) == 1);
#else
static_assert(sizeof(dependencies<depends_on_at_most<1>>) == 1);
#endif
