// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the states of job must be numbered 0, 1, 2 and so on, 1 to 128 of them; remove explicit values"
// sentence: pawl: the … of … must be numbered 0, 1, 2 and so on, 1 to 128 of them; remove explicit values
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
#ifdef COMPILE_FAIL
  enum class state { queued = 1, running, done, failed };
#else
  enum class state { queued, running, done, failed };
#endif
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
