// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limit exports per day has no proper name; use letters, digits and underscores"
// sentence: pawl: limit … has no proper name; use letters, digits and underscores
// meaning: The name stands in storage rows and error answers.
// repair: Write the name as an identifier.
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
static_assert(sizeof(rate_per<by::user, 100, 1_d, named<"exports per day">>) == 1);
#else
static_assert(sizeof(rate_per<by::user, 100, 1_d, named<"exports_per_day">>) == 1);
#endif
