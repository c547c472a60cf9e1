// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: lonely is no handler; derive it from pawl::job<\.\.\.>
// sentence: pawl: … is no handler; derive it from pawl::job<...>
// meaning: A registry is given a type that is no job type.
// repair: Derive the handler from its job type.
#include <string>

#include <boost/hana/define_struct.hpp>

#include <pawl/job.hpp>

struct order {
  BOOST_HANA_DEFINE_STRUCT(order, (std::string, item));
};
struct receipt {
  BOOST_HANA_DEFINE_STRUCT(receipt, (std::string, number));
};

struct lonely
#ifndef COMPILE_FAIL
    : pawl::job<"shop.lonely", pawl::lifecycles::service>
#endif
{
#ifndef COMPILE_FAIL
  outcome<void> operator()(context&, order) const { return {}; }
#endif
};
pawl::jobs<lonely> all;
