// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: active_per is not told what to count by; give by::tenant, by::user, by::organisation, by::global or by::member<\.\.\.> first"
// sentence: pawl: … is not told what to count by; give by::tenant, by::user, by::organisation, by::global or by::member<...> first
// meaning: The first argument of a limit is its key.
// repair: Name a key.
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
static_assert(sizeof(active_per<input, 1, at_submit>) == 1);
#else
static_assert(sizeof(active_per<by::member<&input::document>, 1, at_submit>) == 1);
#endif
