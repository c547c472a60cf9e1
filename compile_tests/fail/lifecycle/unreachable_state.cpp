// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: no path leads to state dropped of job; add a row that leads to it, or remove the state"
// sentence: pawl: no path leads to state … of …; add a row that leads to it, or remove the state
// meaning: No series of events brings a job into this state.
// repair: Add the missing row, or remove the state.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed, dropped };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed), cancelled(dropped)),
#ifndef COMPILE_FAIL
    live    + on(cancel)  = dropped,
#endif
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
