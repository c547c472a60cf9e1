// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on\(\.\.\.\) takes one event; write a row for each event, and a guard behind it, as in on\(event\)\[guard\]
// sentence: pawl: on(...) takes one event; write a row for each event, and a guard behind it, as in on(event)[guard]
// meaning: A row is one step.
// repair: Write one row for each event; a guard stands in brackets behind it.
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
    running + on(succeed, cancel) = done,
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
