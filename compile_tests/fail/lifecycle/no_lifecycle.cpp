// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: what is proven is a lifecycle, a struct with enums state and event and a table; name one
// sentence: pawl: what is proven is a lifecycle, a struct with enums state and event and a table; name one
// meaning: pawl::proven was asked of a type that declares no lifecycle.
// repair: Prove the struct that has the table, not a job type or one of its enums.
#include <pawl/lifecycle/proof.hpp>
#include <pawl/lifecycles/deck.hpp>

struct job {
  enum class state { queued, running, done, failed };
};

#ifdef COMPILE_FAIL
static_assert(pawl::proven<job>);
#else
static_assert(pawl::proven<pawl::lifecycles::deck>);
#endif
