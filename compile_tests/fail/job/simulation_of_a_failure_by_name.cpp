// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: failing takes an error class, which is a type
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: failing takes an error class, which is a type
// sentence: pawl: failing takes an error class, which is a type
// meaning: A text or a value stands where a type belongs.
// repair: Write the name of the class without quotes.
#include <string>

#include <pawl/job.hpp>
#include <pawl/job/simulate.hpp>

using pawl::error::network_timeout;

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<network_timeout>> {
  outcome<std::string> operator()(context&, std::string in) const { return in; }
};
using event = pawl::lifecycles::service::event;

#ifdef COMPILE_FAIL
[[maybe_unused]] constexpr auto walk =
    pawl::simulate<buy>(event::start, pawl::failing<"network_timeout">);
#else
[[maybe_unused]] constexpr auto walk =
    pawl::simulate<buy>(event::start, pawl::failing<network_timeout>);
#endif
