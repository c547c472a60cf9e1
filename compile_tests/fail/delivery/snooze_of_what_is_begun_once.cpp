// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop.pay is begun at_most_once, and a snooze would begin it again; fail, or declare at_least_once
// sentence: pawl: job … is begun at_most_once, and a snooze would begin it again; fail, or declare at_least_once
// meaning: A job that snoozes comes back, and its handler is begun again.
// repair: Let the handler wait itself, or fail; or declare that it may be begun again.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
using begun = pawl::at_most_once;
#else
using begun = pawl::at_least_once;
#endif

struct pay : pawl::job<"shop.pay", pawl::lifecycles::service, begun> {
  outcome<int> operator()(context&, int) const {
    return pawl::snooze{std::chrono::milliseconds{5}};
  }
};
static_assert(pawl::jobs<pay>::count == 1);
