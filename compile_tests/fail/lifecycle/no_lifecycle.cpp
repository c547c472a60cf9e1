// SPDX-License-Identifier: BSL-1.0
// expect-error: typename L::event
// sentence: the compiler's own words, naming the lifecycle, the states and the events
#include <pawl/lifecycle.hpp>
#include <pawl/lifecycles/deck.hpp>

struct job {
  enum class state { queued, running, done, failed };
};

#ifdef COMPILE_FAIL
static_assert(pawl::proven<job>);
#else
static_assert(pawl::proven<pawl::lifecycles::deck>);
#endif
