// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on\(\.\.\.\) takes an event, and success is the word for a kind of states; write on\(succeed\)
// sentence: pawl: on(...) takes an event, and … is the word for a kind of states; write on(…)
// meaning: The words for kinds stand in `kinds(...)` only.
// repair: Name an event.
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
    running + on(success) = done,
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
