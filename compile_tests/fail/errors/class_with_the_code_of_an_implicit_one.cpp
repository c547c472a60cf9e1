// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: error classes too_slow and timeout have the same code, timeout; give each a code of its own"
// sentence: pawl: error classes … and … have the same code, …; give each a code of its own
// meaning: A class has the code of one that every set holds by itself: timeout, worker_lost, internal_bug or payload_undecodable.
// repair: Give it another code, or use the class of pawl::error.
#include <pawl/policies/errors.hpp>

#ifdef COMPILE_FAIL
struct too_slow : pawl::error_class<"timeout", pawl::fatal> {};
#else
struct too_slow : pawl::error_class<"too_slow", pawl::fatal> {};
#endif
static_assert(sizeof(pawl::errors<too_slow>) == 1);
