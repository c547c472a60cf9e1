// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limit concurrent cannot be checked at submission; write active_per<by::global, N, at_submit>"
// sentence: pawl: limit … cannot be checked at submission; write active_per<by::global, N, at_submit>
// meaning: concurrent bounds what runs, and lets the rest wait.
// repair: Remove at_submit, or write the limit that refuses.
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
static_assert(sizeof(concurrent<8, at_submit>) == 1);
#else
static_assert(sizeof(active_per<by::global, 8, at_submit>) == 1);
#endif
