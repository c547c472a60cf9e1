// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the rows of state running on event fail of job all have guards; end them with an unguarded row"
// sentence: pawl: the rows of state … on event … of … all have guards; end them with an unguarded row
// meaning: If no guard holds, the event would have nowhere to lead.
// repair: End the rows with one that has no guard.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)           = running,
    running + on(succeed)         = done,
    running + on(fail)[may_retry] = queued,
#ifdef COMPILE_FAIL
    running + on(fail)[exhausted] = failed,
#else
    running + on(fail)            = failed,
#endif
    running + on(lose)            = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
