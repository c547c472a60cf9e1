// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: by::member takes members of the payload, as in by::member<&payload::document>
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: by::member takes members of the payload, as in by::member<&payload::document>
// sentence: pawl: by::member takes members of the payload, as in by::member<&payload::document>
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/limits.hpp>

struct order {
  int customer{};
};

#ifdef COMPILE_FAIL
pawl::by::member<order> given;
#else
pawl::by::member<&order::customer> given;
#endif
