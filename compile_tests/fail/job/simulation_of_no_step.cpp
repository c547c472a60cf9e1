// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a simulation is given something that is no step; give it events of lifecycle service, pawl::failing<class> or pawl::resume
// sentence: pawl: a simulation is given something that is no step; give it events of lifecycle …, pawl::failing<class> or pawl::resume
// meaning: A step is an event, a failure of a class, or the end of a wait; this is a state, a text or an event of another lifecycle.
// repair: Write the event.
#include <string>

#include <pawl/job.hpp>
#include <pawl/job/simulate.hpp>

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, std::string in) const { return in; }
};

#ifdef COMPILE_FAIL
[[maybe_unused]] constexpr auto walk =
    pawl::simulate<buy>(pawl::lifecycles::service::state::running);
#else
[[maybe_unused]] constexpr auto walk = pawl::simulate<buy>(pawl::lifecycles::service::event::start);
#endif
