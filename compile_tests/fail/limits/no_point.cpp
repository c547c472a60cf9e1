// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limit active_per_document does not say when it is checked; add at_submit to refuse or at_claim to hold back"
// sentence: pawl: limit … does not say when it is checked; add at_submit to refuse or at_claim to hold back
// meaning: Refusing a job and letting it wait are different promises, so a limit names its point.
// repair: Add at_submit or at_claim.
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
static_assert(sizeof(active_per<by::member<&input::document>, 1>) == 1);
#else
static_assert(sizeof(active_per<by::member<&input::document>, 1, at_submit>) == 1);
#endif
