// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the events of job must be numbered 0, 1, 2 and so on, 1 to 128 of them; remove explicit values"
// sentence: pawl: the … of … must be numbered 0, 1, 2 and so on, 1 to 128 of them; remove explicit values
// meaning: Enumerators are positions in a table and are stored by name, so their values carry no meaning.
// repair: Remove the explicit values; at most 128 states and 128 events.
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
#ifdef COMPILE_FAIL
  enum class event { start, succeed, fail = 7, lose };
#else
  enum class event { start, succeed, fail, lose };
#endif
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
