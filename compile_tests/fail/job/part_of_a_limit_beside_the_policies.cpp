// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given at_claim, which belongs into a limit, such as pawl::concurrent<\.\.\.>; move it there
// sentence: pawl: job … is given …, which belongs into a limit, such as pawl::concurrent<...>; move it there
// meaning: A part of a limit stands beside the policies.
// repair: Move it into the limit that it is about.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::at_claim> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service,
          pawl::limits<pawl::active_per<pawl::by::tenant, 4, pawl::at_claim>>>
    type;
#endif
