// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given attempts<5>, which is no policy; a policy names its axis, and a lifecycle derives from pawl::lifecycle
// sentence: pawl: job … is given …, which is no policy; a policy names its axis, and a lifecycle derives from pawl::lifecycle
// meaning: A template argument is neither a lifecycle nor on any axis; often it is a part that belongs inside a policy.
// repair: Put parts inside their policy, as in retry<attempts<5>>.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::attempts<5>> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::retry<pawl::attempts<5>>> type;
#endif
