// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the table of job is written with other enums than its state and event; write state \+ on\(event\) = state"
// sentence: pawl: the table of … is written with other enums than its state and event; write state + on(event) = state
// meaning: The rows agree with each other, but not with the enums that the lifecycle declares.
// repair: Put states outside on(…) and events inside.
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
    queued  + on(queued)  = running,
    running + on(done)    = done,
    running + on(failed)  = failed,
    running + on(running) = failed);
#else
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
#endif
  // clang-format on
};
static_assert(pawl::proven<job>);
