// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state paused of job is waiting but does not handle event retry_due; add a row for it"
// sentence: pawl: state … of … is … but does not handle event …; add a row for it
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, paused, done, failed };
  enum class event { start, succeed, fail, lose, retry_due, wake };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), waiting(paused), success(done), failure(failed)),
    queued  + on(start)     = running,
#ifdef COMPILE_FAIL
    paused  + on(wake)      = queued,
#else
    paused  + on(retry_due) = queued,
#endif
    running + on(succeed)   = done,
    running + on(fail)      = paused,
    running + on(lose)      = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
