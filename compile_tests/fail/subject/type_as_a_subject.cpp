// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: subject takes a member of the payload, as in subject<&payload::document>
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: subject takes a member of the payload, as in subject<&payload::document>
// sentence: pawl: subject takes a member of the payload, as in subject<&payload::document>
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <string>

#include <pawl/policies/subject.hpp>

struct input {
  std::string document;
};

#ifdef COMPILE_FAIL
pawl::subject<input> given;
#else
pawl::subject<&input::document> given;
#endif
