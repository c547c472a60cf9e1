// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limit rate_per_user cannot be checked at a claim; a rate refuses submissions, so remove at_claim"
// sentence: pawl: limit … cannot be checked at a claim; a rate refuses submissions, so remove at_claim
// meaning: A rate counts submissions.
// repair: Remove at_claim, or use active_per or concurrent.
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
static_assert(sizeof(rate_per<by::user, 20, 1_min, at_claim>) == 1);
#else
static_assert(sizeof(rate_per<by::user, 20, 1_min, at_submit>) == 1);
#endif
