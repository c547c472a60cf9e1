// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a row of a lifecycle is written in another way; write from \+ on\(event\) = to, with states and events of its own
// sentence: pawl: a row of a lifecycle is written in another way; write from + on(event) = to, with states and events of its own
// meaning: A row is a sum and an assignment.
// repair: Write it as the sentence says.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
#ifdef COMPILE_FAIL
    running + on(succeed) >> done,
#else
    running + on(succeed) = done,
#endif
    queued  + on(start)   = running,
    queued  + on(cancel)  = failed,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
