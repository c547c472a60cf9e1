// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: two limits are called rate_per_user; give one of them its own name with named<\.\.\.>"
// sentence: pawl: two limits are called …; give one of them its own name with named<...>
// meaning: The name tells the rows of one limit from those of another.
// repair: Name one of them.
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
static_assert(sizeof(limits<rate_per<by::user, 20, 1_min>, rate_per<by::user, 500, 1_d>>) == 1);
#else
static_assert(
    sizeof(limits<rate_per<by::user, 20, 1_min>, rate_per<by::user, 500, 1_d, named<"daily">>>) ==
    1);
#endif
