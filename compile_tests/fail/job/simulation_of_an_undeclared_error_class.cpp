// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy does not declare error class quota_exceeded; add it to its pawl::errors<\.\.\.>
// sentence: pawl: job … does not declare error class …; add it to its pawl::errors<...>
#include <pawl/job.hpp>
#include <pawl/job/simulate.hpp>

using buy =
    pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>>;
using event = pawl::lifecycles::service::event;
#ifdef COMPILE_FAIL
static_assert(pawl::simulate<buy>(event::start, pawl::failing<pawl::error::quota_exceeded>).taken ==
              2);
#else
static_assert(
    pawl::simulate<buy>(event::start, pawl::failing<pawl::error::network_timeout>).taken == 2);
#endif
