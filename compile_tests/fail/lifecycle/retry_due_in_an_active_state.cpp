// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state running of job is active, where nothing raises event retry_due; it is raised only in waiting states"
// sentence: pawl: state … of … is …, where nothing raises event …; it is raised only in … states
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, paused, done, failed };
  enum class event { start, succeed, fail, lose, retry_due };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), waiting(paused), success(done), failure(failed)),
#ifdef COMPILE_FAIL
    running + on(retry_due) = queued,
#endif
    queued  + on(start)     = running,
    running + on(succeed)   = done,
    running + on(fail)      = paused,
    running + on(lose)      = failed,
    paused  + on(retry_due) = queued);
  // clang-format on
};
static_assert(pawl::proven<job>);
