// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: retry has a backoff twice; keep one of them"
// sentence: pawl: retry has … twice; keep one of them
// meaning: Two parts of a retry policy are about the same thing.
// repair: Keep one; join two lists of classes into one.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::fixed<1_s>, pawl::exponential<1_s, 30_s>>;
#else
using policy = pawl::retry<pawl::exponential<1_s, 30_s>>;
#endif
static_assert(pawl::retry_policy<policy>);
