// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the declared delays, 2 s to 30 s, lie outside delays_between; widen it"
// sentence: pawl: the declared delays, … to …, lie outside delays_between; widen it
// meaning: What is declared would not be allowed.
// repair: Widen delays_between until it holds the declared delays.
#include <pawl/policies/retry.hpp>

using namespace pawl::literals;

#ifdef COMPILE_FAIL
using policy =
    pawl::retry<pawl::exponential<2_s, 30_s>, pawl::overridable<pawl::delays_between<5_s, 1_h>>>;
#else
using policy =
    pawl::retry<pawl::exponential<2_s, 30_s>, pawl::overridable<pawl::delays_between<2_s, 1_h>>>;
#endif
static_assert(pawl::retry_policy<policy>);
