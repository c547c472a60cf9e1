// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: attempts_up_to allows 2, fewer than the declared 3 attempts; raise it"
// sentence: pawl: attempts_up_to allows …, fewer than the declared … attempts; raise it
// meaning: What is declared would not be allowed.
// repair: Raise attempts_up_to, or lower attempts; fewer attempts are always allowed.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::attempts<3>, pawl::overridable<pawl::attempts_up_to<2>>>;
#else
using policy = pawl::retry<pawl::attempts<3>, pawl::overridable<pawl::attempts_up_to<4>>>;
#endif
static_assert(pawl::retry_policy<policy>);
