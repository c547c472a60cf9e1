// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a limit is given at_submit_or_at_claim twice; keep one"
// sentence: pawl: a limit is given … twice; keep one
// meaning: A limit has one point, one name and one bound.
// repair: Keep one; write two limits if both points are meant.
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
static_assert(sizeof(active_per<by::user, 1, at_submit, at_claim>) == 1);
#else
static_assert(sizeof(active_per<by::user, 1, at_submit>) == 1);
#endif
