// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state running of job is active, where nothing raises event start; it is raised only in ready states"
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
    running + on(start)   = running,
#endif
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
