// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: delays_between has no delay to change; give retry a backoff other than no_delay"
// sentence: pawl: delays_between has no delay to change; give retry a backoff other than no_delay
// meaning: no_delay has neither a first delay nor a cap.
// repair: Choose a backoff, or leave delays_between out.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy = pawl::retry<pawl::no_delay, pawl::overridable<pawl::delays_between<5_s, 1_h>>>;
#else
using policy = pawl::retry<pawl::fixed<5_s>, pawl::overridable<pawl::delays_between<5_s, 1_h>>>;
#endif
static_assert(pawl::retry_policy<policy>);
