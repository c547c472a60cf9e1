// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a simulated attempt fails with one of the error classes of its job; write pawl::failing<class>
// sentence: pawl: a simulated attempt fails with one of the error classes of its job; write pawl::failing<class>
// meaning: What becomes of an attempt that fails depends on the class of its error.
// repair: Name the class.
#include <string>

#include <pawl/job.hpp>
#include <pawl/job/simulate.hpp>

using pawl::error::network_timeout;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<network_timeout>> {
  outcome<std::string> operator()(context&, std::string in) const { return in; }
};
using event = pawl::lifecycles::service::event;

#ifdef COMPILE_FAIL
[[maybe_unused]] constexpr auto walk = pawl::simulate<buy>(event::start, pawl::failing<>);
#else
[[maybe_unused]] constexpr auto walk =
    pawl::simulate<buy>(event::start, pawl::failing<network_timeout>);
#endif
