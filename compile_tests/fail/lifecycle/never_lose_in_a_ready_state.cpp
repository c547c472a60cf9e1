// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: never\(lose\) in state queued of job cannot hold; only an active state without a row on lose may say never\(lose\)"
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
    queued  + on(start)   = running,
#ifdef COMPILE_FAIL
    queued  + never(lose),
    running + on(lose)    = failed,
#else
    running + never(lose),
#endif
    running + on(succeed) = done,
    running + on(fail)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
