// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: transitions\(\) takes kinds\(\.\.\.\) first and then rows `from \+ on\(event\) = to`; use one state enum and one event enum in all of them"
// sentence: pawl: transitions() takes kinds(...) first and then rows `from + on(event) = to`; use one state enum and one event enum in all of them
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
#ifdef COMPILE_FAIL
    kinds(ready(queued, start), active(running), success(done), failure(failed)),
#else
    kinds(ready(queued), active(running), success(done), failure(failed)),
#endif
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
