// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: retry has attempts twice; keep one of them"
// sentence: pawl: retry has … twice; keep one of them
// meaning: Two parts of a retry policy are about the same thing.
// repair: Keep one; join two lists of classes into one.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::attempts<3>, pawl::attempts<5>>;
#else
using policy = pawl::retry<pawl::attempts<5>>;
#endif
static_assert(pawl::retry_policy<policy>);
