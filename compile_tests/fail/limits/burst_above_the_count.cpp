// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limit rate_per_user allows a burst of 30; give a number from 1 to 20"
// sentence: pawl: limit … allows a burst of …; give a number from 1 to …
// meaning: More at once than in the whole window.
// repair: Let the burst be at most the count.
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
static_assert(sizeof(rate_per<by::user, 20, 1_min, burst<30>>) == 1);
#else
static_assert(sizeof(rate_per<by::user, 20, 1_min, burst<5>>) == 1);
#endif
