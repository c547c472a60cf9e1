// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state done of job is terminal \(success\) but has a row on event reopen; remove the row or change the kind"
// sentence: pawl: state … of … is terminal (…) but has a row on event …; remove the row or change the kind
// meaning: A terminal state is the end of a job.
// repair: Remove the row, or give the state a kind that is not terminal.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose, reopen };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
#ifdef COMPILE_FAIL
    done    + on(reopen)  = queued,
#else
    queued  + on(reopen)  = queued,
#endif
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
