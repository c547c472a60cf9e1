// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy has two policies on the axis timeout; keep one of them
// sentence: pawl: job … has two policies on the axis …; keep one of them
// meaning: The job type says the same thing twice, and nobody could tell which of them holds.
// repair: Remove one of the two.
#include <pawl/job.hpp>

using namespace pawl::literals;
#ifdef COMPILE_FAIL
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::timeout<1_min>, pawl::timeout<2_min>> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::timeout<1_min>> type;
#endif
