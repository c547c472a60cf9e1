// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limits concurrent and at_once count the same jobs at the same point; keep the smaller"
// sentence: pawl: limits … and … count the same jobs at the same point; keep the smaller
// meaning: The larger of the two would never matter.
// repair: Keep the smaller.
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
static_assert(sizeof(limits<concurrent<8>, concurrent<4, named<"at_once">>>) == 1);
#else
static_assert(sizeof(limits<concurrent<4>>) == 1);
#endif
