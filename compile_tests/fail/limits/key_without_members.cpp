// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: by::member names no member; write by::member<&payload::document>"
// sentence: pawl: by::member names no member; write by::member<&payload::document>
// meaning: A key by member is a pointer to a member of the payload.
// repair: Write &payload::document, or use another key.
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
static_assert(sizeof(active_per<by::member<>, 1, at_submit>) == 1);
#else
static_assert(sizeof(active_per<by::member<&input::document, &input::page>, 1, at_submit>) == 1);
#endif
