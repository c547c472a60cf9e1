// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the engine alone raises event start, and a row of job is not open to it; leave by\(\.\.\.\) out there, or name system in it"
// sentence: pawl: the engine alone raises event …, and a row of … is not open to it; leave by(...) out there, or name system in it
// meaning: The row could never be taken: nobody but the engine raises `start`, `lose` and `retry_due`, and the engine is `system`.
// repair: Leave `by` out, or write `by(system)`.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
#ifdef COMPILE_FAIL
    queued  + on(start).by(workflow) = running,
#else
    queued  + on(start).by(system)   = running,
#endif
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
