// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: int is not an error class; derive it from pawl::error_class, with its code"
// sentence: pawl: … is not an error class; derive it from pawl::error_class, with its code
// meaning: A list of error classes holds a type without code, classification or escalates.
// repair: Declare `struct disk_full : pawl::error_class<"disk_full", pawl::fatal> {};` and list that.
#include <pawl/policies/errors.hpp>

struct disk_full : pawl::error_class<"disk_full", pawl::fatal> {};

#ifdef COMPILE_FAIL
static_assert(sizeof(pawl::errors<int>) == 1);
#else
static_assert(sizeof(pawl::errors<disk_full>) == 1);
#endif
