// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state queued of job is ready but does not handle event start; add a row for it"
// sentence: pawl: state … of … is … but does not handle event …; add a row for it
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, begin, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
#ifdef COMPILE_FAIL
    queued  + on(begin)   = running,
#else
    queued  + on(start)   = running,
#endif
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
