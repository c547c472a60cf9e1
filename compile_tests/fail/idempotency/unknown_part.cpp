// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: idempotency does not take at_claim; it takes only ttl, key_required"
// sentence: pawl: idempotency does not take …; it takes only ttl, key_required
// meaning: The policy is given something that is no part of it.
// repair: Remove it, or move it where it belongs.
#include <pawl/policies/idempotency.hpp>
#include <pawl/policies/limits.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
static_assert(sizeof(idempotency<at_claim>) == 1);
#else
static_assert(sizeof(idempotency<>) == 1);
#endif
