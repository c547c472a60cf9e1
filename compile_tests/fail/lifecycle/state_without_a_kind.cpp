// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state failed of job has no kind; list it in kinds\(\.\.\.\)"
// sentence: pawl: state … of … has no kind; list it in kinds(...)
// meaning: The engine does not know what it may do with a job in this state.
// repair: List the state in kinds(...) under dormant, ready, active, waiting or a terminal kind.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
#ifdef COMPILE_FAIL
    kinds(ready(queued), active(running), success(done)),
#else
    kinds(ready(queued), active(running), success(done), failure(failed)),
#endif
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
