// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: member weight cannot be the key of a limit; a key is a string, an integer or an enum"
// sentence: pawl: member … cannot be the key of a limit; a key is a string, an integer or an enum
// meaning: Keys are compared for equality and stored.
// repair: Use another member, or add one that identifies the subject.
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
static_assert(sizeof(active_per<by::member<&input::weight>, 1, at_submit>) == 1);
#else
static_assert(sizeof(active_per<by::member<&input::page>, 1, at_submit>) == 1);
#endif
