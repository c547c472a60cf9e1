// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: job takes an id in quotes, then policies, which are types
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: job takes an id in quotes, then policies, which are types
// sentence: pawl: job takes an id in quotes, then policies, which are types
// meaning: A type stands where the id belongs, or a value where a policy does.
// repair: Write the id first, in quotes, and then types.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<pawl::lifecycles::service> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service> type;
#endif
