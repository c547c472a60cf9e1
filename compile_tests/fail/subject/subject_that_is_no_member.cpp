// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: subject is given something that is no member; write subject<&payload::document>"
// sentence: pawl: subject is given something that is no member; write subject<&payload::document>
// meaning: A subject is a pointer to a member of the payload.
// repair: Write &payload::document.
#include <string>

#include <pawl/policies/subject.hpp>

struct input {
  std::string document;
};

#ifdef COMPILE_FAIL
static_assert(sizeof(pawl::subject<7>) == 1);
#else
static_assert(sizeof(pawl::subject<&input::document>) == 1);
#endif
