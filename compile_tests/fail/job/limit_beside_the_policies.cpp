// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given concurrent<\.\.\.>, which belongs into pawl::limits<\.\.\.>; move it there
// sentence: pawl: job … is given …, which belongs into pawl::…<...>; move it there
// meaning: A part of a policy stands beside the policies.
// repair: Move it into the policy it is a part of.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::concurrent<4>> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::limits<pawl::concurrent<4>>> type;
#endif
