// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state running of job has a row on event fail after an unguarded one, which can never be taken; put guarded rows first and remove duplicates"
// sentence: pawl: state … of … has a row on event … after an unguarded one, which can never be taken; put guarded rows first and remove duplicates
// meaning: Rows are tried in order, and a row without a guard is always taken.
// repair: Move the guarded rows before it, or remove the duplicate.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
#ifdef COMPILE_FAIL
    running + on(fail)    = failed,
#endif
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
