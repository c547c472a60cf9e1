// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: member weight cannot be the subject of a job; a subject is a string, an integer or an enum"
// sentence: pawl: member … cannot be the subject of a job; a subject is a string, an integer or an enum
// meaning: A subject is compared for equality and stored.
// repair: Use another member, or add one that identifies the subject.
#include <string>

#include <pawl/policies/subject.hpp>

struct input {
  std::string document;
  double weight;
};

#ifdef COMPILE_FAIL
static_assert(sizeof(pawl::subject<&input::weight>) == 1);
#else
static_assert(sizeof(pawl::subject<&input::document>) == 1);
#endif
