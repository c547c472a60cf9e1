// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a row has one guard, and a row here has two; write one guard that asks for both"
// sentence: pawl: a row has one guard, and a row here has two; write one guard that asks for both
// meaning: A second guard in brackets would replace the first.
// repair: Write a guard whose predicate asks for both, or use two rows.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
#ifdef COMPILE_FAIL
    running + on(fail)[may_retry][exhausted] = queued,
#else
    running + on(fail)[may_retry] = queued,
#endif
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
