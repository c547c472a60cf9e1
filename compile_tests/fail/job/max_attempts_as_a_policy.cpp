// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given max_attempts<3>, which does not exist; write pawl::retry<\.\.\.>
// sentence: pawl: job … is given …, which does not exist; write pawl::…<...>
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::max_attempts<3>> {};
#else
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::retry<pawl::attempts<3>>> {};
#endif
