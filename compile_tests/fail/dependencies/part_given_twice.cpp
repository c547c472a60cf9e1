// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: dependencies is given depends_on_at_most twice; keep one"
// sentence: pawl: dependencies is given … twice; keep one
// meaning: Two parts of one policy say different things about the same matter.
// repair: Keep one of them.
#include <pawl/policies/dependencies.hpp>
#include <pawl/policies/limits.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(dependencies<depends_on_at_most<1>, depends_on_at_most<2>>) == 1);
#else
static_assert(sizeof(dependencies<depends_on_at_most<1>>) == 1);
#endif
