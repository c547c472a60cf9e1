// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state held of job has no path to a terminal state; add a row that leads out, or give it a terminal kind"
// sentence: pawl: state … of … has no path to a terminal state; add a row that leads out, or give it a terminal kind
// meaning: A job that gets there would never end.
// repair: Add a row that leads on, or make the state terminal.
// [DOC-09] From every state a terminal one can be reached.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, held, shelved, done, failed };
  enum class event { start, succeed, fail, lose, hold, shelve, resume };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), dormant(held, shelved), success(done), failure(failed)),
    queued  + on(hold)    = held,
    held    + on(shelve)  = shelved,
    shelved + on(hold)    = held,
#ifndef COMPILE_FAIL
    shelved + on(resume)  = queued,
#endif
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
