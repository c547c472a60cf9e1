// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given five_times, which is no policy; a policy names its axis, and a lifecycle derives from pawl::lifecycle
// sentence: pawl: job … is given …, which is no policy; a policy names its axis, and a lifecycle derives from pawl::lifecycle
// meaning: A template argument is neither a lifecycle nor on any axis.
// repair: Give the type of your own policy its axis, or use one of pawl's.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
struct five_times {};
#else
using five_times = pawl::retry<pawl::attempts<5>>;
#endif
pawl::job<"shop.buy", pawl::lifecycles::service, five_times> type;
