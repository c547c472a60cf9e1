// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a row says by\(\.\.\.\) once, and a row here says it twice; join the triggers with \|"
// sentence: pawl: a row says by(...) once, and a row here says it twice; join the triggers with |
// meaning: A second `by` would replace the first.
// repair: Write `by(api | user)`.
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
    queued  + on(cancel).by(api).by(user) = failed,
#else
    queued  + on(cancel).by(api | user) = failed,
#endif
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
