// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state queued of job is ready, where nothing raises event succeed; it is raised only in active states"
// sentence: pawl: state … of … is …, where nothing raises event …; it is raised only in … states
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
#ifdef COMPILE_FAIL
    queued  + on(succeed) = done,
#endif
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
