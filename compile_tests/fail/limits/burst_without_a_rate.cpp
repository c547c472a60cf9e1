// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limit concurrent counts jobs that are active; only rate_per has a burst, so remove it"
// sentence: pawl: limit … counts jobs that are active; only rate_per has a burst, so remove it
// meaning: A burst belongs to a rate.
// repair: Remove the burst, or use rate_per.
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
static_assert(sizeof(concurrent<8, burst<2>>) == 1);
#else
static_assert(sizeof(rate_per<by::global, 8, 1_s, burst<2>>) == 1);
#endif
