// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state failed of job is listed in kinds\(\.\.\.\) twice; a state has one kind"
// sentence: pawl: state … of … is listed in kinds(...) twice; a state has one kind
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
#ifdef COMPILE_FAIL
    kinds(ready(queued), active(running), success(done, failed), failure(failed)),
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
