// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limit concurrent allows 8 but is configurable up to 4; give a number from 8 to 1000000"
// sentence: pawl: limit … allows … but is configurable up to …; give a number from … to 1000000
// meaning: The default is above the largest value that may be configured.
// repair: Raise configurable_up_to, or lower the count.
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
static_assert(sizeof(concurrent<8, configurable_up_to<4>>) == 1);
#else
static_assert(sizeof(concurrent<8, configurable_up_to<64>>) == 1);
#endif
