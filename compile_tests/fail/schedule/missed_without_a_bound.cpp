// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: missed<slots::all> has no bound; say how many are run at most, as in missed<slots::all, 24>
// sentence: pawl: missed<slots::all> has no bound; say how many are run at most, as in missed<slots::all, 24>
// meaning: After a week without engines all missed slots would be run at once.
// repair: Say how many of them are worth it.
#include <pawl/job.hpp>

using namespace pawl::literals;

struct input {
  int number = 0;
};

#ifdef COMPILE_FAIL
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<1_h>,
                          pawl::missed<pawl::slots::all>> {
#else
struct report : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<1_h>,
                          pawl::missed<pawl::slots::all, 24>> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
