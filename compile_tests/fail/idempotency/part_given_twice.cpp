// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: idempotency is given ttl twice; keep one"
// sentence: pawl: idempotency is given … twice; keep one
// meaning: Two parts of one policy say different things about the same matter.
// repair: Keep one of them.
#include <pawl/policies/idempotency.hpp>
#include <pawl/policies/limits.hpp>

using namespace pawl;
using namespace pawl::literals;

#ifdef COMPILE_FAIL
static_assert(sizeof(idempotency<ttl<1_h>, key_required, ttl<2_h>>) == 1);
#else
static_assert(sizeof(idempotency<ttl<1_h>, key_required>) == 1);
#endif
