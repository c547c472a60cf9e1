// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: lonely is no handler; derive it from pawl::job<\.\.\.>
// sentence: pawl: … is no handler; derive it from pawl::job<...>
// meaning: A registry is given a type that is no job type.
// repair: Derive the handler from its job type.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
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
