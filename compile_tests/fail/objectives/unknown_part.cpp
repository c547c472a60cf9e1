// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: objectives does not take no_rate; it takes only p50, p95, p99, failures_below, of_first_output"
// sentence: pawl: objectives does not take …; it takes only p50, p95, p99, failures_below, of_first_output
// meaning: The policy is given something that is no part of it.
// repair: Remove it, or move it where it belongs.
#include <pawl/policies/objectives.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(objectives<detail::no_rate>) == 1);
#else
static_assert(sizeof(objectives<p50<1_s>>) == 1);
#endif
