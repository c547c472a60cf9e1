// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an event is misspelt in on\(\.\.\.\), and was perhaps meant to be succeed; write on\(succeed\)
// sentence: pawl: an event is misspelt in on(...), and was perhaps meant to be …; write on(…)
// meaning: The engine knows its events by their names.
// repair: Spell it as the sentence says.
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
    running + on(suceed)  = done,
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
