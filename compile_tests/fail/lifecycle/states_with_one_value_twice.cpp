// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state done of job is listed in kinds\(\.\.\.\) twice; a state has one kind"
// sentence: pawl: state … of … is listed in kinds(...) twice; a state has one kind
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
#ifdef COMPILE_FAIL
  enum class state { queued, running, done, failed = done };
#else
  enum class state { queued, running, done, failed };
#endif
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
