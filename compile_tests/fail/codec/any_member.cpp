// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: member what of payload report has type any, whose members are not known; adapt it with BOOST_HANA_ADAPT_STRUCT
// sentence: pawl: member … of payload … has type …, whose members are not known; adapt it with BOOST_HANA_ADAPT_STRUCT
#include <any>
#include <string>

#include <pawl/job.hpp>

struct report {
#ifdef COMPILE_FAIL
  std::any what;
#else
  std::string what;
#endif
};
struct print : pawl::job<"acme.print", pawl::lifecycles::service> {
  outcome<void> operator()(context&, const report&) const { return {}; }
};
static_assert(pawl::jobs<print>::count == 1);
