// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given network_timeout, which is an error class and belongs into pawl::errors<\.\.\.>; move it there
// sentence: pawl: job … is given …, which is an error class and belongs into pawl::errors<...>; move it there
// meaning: An error class stands beside the policies.
// repair: List it in errors.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::error::network_timeout> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> type;
#endif
