// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state running of job is active but does not handle event lose; add a row for it, or say never\(lose\) if the job is ephemeral"
// sentence: pawl: state … of … is active but does not handle event lose; add a row for it, or say never(lose) if the job is ephemeral
// meaning: A worker can die at any time, and the lifecycle does not say what becomes of its job.
// repair: Add a row for lose; an ephemeral job, which dies with its process, may say never(lose).
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
#ifndef COMPILE_FAIL
    running + on(lose)    = failed,
#endif
    running + on(fail)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
