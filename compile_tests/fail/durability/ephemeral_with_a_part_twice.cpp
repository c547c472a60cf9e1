// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: ephemeral is given capacity twice; keep one"
// sentence: pawl: ephemeral is given … twice; keep one
// meaning: Two parts of one policy say different things about the same matter.
// repair: Keep one of them.
#include <pawl/policies/durability.hpp>
#include <pawl/policies/limits.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(ephemeral<capacity<1>, capacity<2>>) == 1);
#else
static_assert(sizeof(ephemeral<capacity<1>>) == 1);
#endif
