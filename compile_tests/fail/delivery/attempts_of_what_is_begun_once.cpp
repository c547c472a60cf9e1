// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a job that is begun at_most_once has 3 attempts; leave retry out, or give it attempts<1>
// sentence: pawl: a job that is begun at_most_once has … attempts; leave retry out, or give it attempts<1>
// meaning: Every attempt after the first begins the handler again.
// repair: Leave retry out, or give it attempts<1>.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
using tries = pawl::retry<pawl::attempts<3>>;
#else
using tries = pawl::retry<pawl::attempts<1>>;
#endif

pawl::job<"shop.pay", pawl::lifecycles::service, pawl::at_most_once, tries> type;
