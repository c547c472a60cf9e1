// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: never\(lose\) in state running of job cannot hold; only an active state without a row on lose may say never\(lose\)"
// sentence: pawl: never(…) in state … of … cannot hold; only an active state without a row on lose may say never(lose)
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
#ifdef COMPILE_FAIL
    live    + on(lose)    = failed,
#endif
    running + never(lose),
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
