// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a limit does not take tenant; it takes only at_submit_or_at_claim, configurable_up_to, named, burst"
// sentence: pawl: a limit does not take …; it takes only at_submit_or_at_claim, configurable_up_to, named, burst
// meaning: The limit is given something that is no part of it.
// repair: Remove it; a key comes first.
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
static_assert(sizeof(active_per<by::user, 1, at_submit, by::tenant>) == 1);
#else
static_assert(sizeof(active_per<by::user, 1, at_submit>) == 1);
#endif
