// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state running of job is active but does not handle event fail; add a row for it"
// sentence: pawl: state … of … is … but does not handle event …; add a row for it
// meaning: The engine raises this event in every state of this kind, and the lifecycle does not say where it leads.
// repair: Add the row; if there is one, see that the event is spelled as the engine spells it.
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
    running + on(succeed) = done,
#ifndef COMPILE_FAIL
    running + on(fail)    = failed,
#endif
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
