// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy has no lifecycle; give it one, such as pawl::lifecycles::service
// sentence: pawl: job … has no lifecycle; give it one, such as pawl::lifecycles::service
// meaning: Without a lifecycle there are no states to be in.
// repair: Name a lifecycle among the policies.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"shop.buy"> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service> type;
#endif
