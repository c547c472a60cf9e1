// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limits does not take tenant; it takes only active_per, rate_per, concurrent"
// sentence: pawl: limits does not take …; it takes only active_per, rate_per, concurrent
// meaning: Only limits can be listed.
// repair: Use the key inside a limit.
#include <string>

#include <pawl/policies/limits.hpp>

using namespace pawl;

struct input {
  std::string document;
  int page;
  double weight;
};
struct other {
  std::string document;
};

#ifdef COMPILE_FAIL
static_assert(sizeof(limits<concurrent<8>, by::tenant>) == 1);
#else
static_assert(sizeof(limits<concurrent<8>, active_per<by::tenant, 4, at_claim>>) == 1);
#endif
