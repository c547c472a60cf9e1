// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state running of job is active but does not handle event succeed; add a row for it"
// sentence: pawl: state … of … is … but does not handle event …; add a row for it
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, finish, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)   = running,
#ifdef COMPILE_FAIL
    running + on(finish)  = done,
#else
    running + on(succeed) = done,
#endif
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
