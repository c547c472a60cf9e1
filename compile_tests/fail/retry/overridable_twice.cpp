// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: retry has overridable twice; keep one of them"
// sentence: pawl: retry has … twice; keep one of them
// meaning: Two parts of a retry policy are about the same thing.
// repair: Keep one; join two lists of classes into one.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::overridable<pawl::attempts_up_to<5>>,
                           pawl::overridable<pawl::delays_between<1_s, 1_h>>>;
#else
using policy =
    pawl::retry<pawl::overridable<pawl::attempts_up_to<5>, pawl::delays_between<1_s, 1_h>>>;
#endif
static_assert(pawl::retry_policy<policy>);
