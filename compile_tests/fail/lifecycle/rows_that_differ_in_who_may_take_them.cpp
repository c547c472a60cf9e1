// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: rows of job on event cancel lead to the same state and differ in by\(\.\.\.\); name the same triggers in all of them, or use another event"
// sentence: pawl: rows of … on event … lead to the same state and differ in by(...); name the same triggers in all of them, or use another event
// meaning: Who may make a step is found by its two states and its event, not by the guard that let it through.
// repair: Name the same triggers in these rows, or let another event lead there for the others.
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
    queued  + on(cancel)[attempts_left].by(api) = failed,
#else
    queued  + on(cancel)[attempts_left].by(user) = failed,
#endif
    queued  + on(cancel).by(user) = failed,
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
