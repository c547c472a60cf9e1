// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limit rate_per_user allows 0; give a number from 1 to 1000000"
// sentence: pawl: limit … allows …; give a number from 1 to 1000000
// meaning: A limit that allows nothing would refuse every job.
// repair: Allow at least one, or remove the limit.
#include <string>

#include <pawl/policies/limits.hpp>

using namespace pawl;
using namespace pawl::literals;

struct input {
  std::string document;
  int page;
  double weight;
};
struct other {
  std::string document;
};

#ifdef COMPILE_FAIL
static_assert(sizeof(rate_per<by::user, 0, 1_min>) == 1);
#else
static_assert(sizeof(rate_per<by::user, 1, 1_min>) == 1);
#endif
