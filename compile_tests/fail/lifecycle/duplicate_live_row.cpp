// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: job has a live row on event cancel after an unguarded one, which can never be taken; put guarded rows first and remove duplicates"
// sentence: pawl: … has a live row on event … after an unguarded one, which can never be taken; put guarded rows first and remove duplicates
// meaning: Live rows are tried in order, and one without a guard is always taken.
// repair: Move the guarded live rows before it, or remove the duplicate.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed,
#ifdef COMPILE_FAIL
    live    + on(cancel)  = failed,
#endif
    live    + on(cancel)  = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
