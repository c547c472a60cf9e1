// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: never\(fail\) in state running of job cannot hold; only an active state without a row on lose may say never\(lose\)"
// sentence: pawl: never(…) in state … of … cannot hold; only an active state without a row on lose may say never(lose)
// meaning: Only the loss of a worker can be ruled out, and only where it could happen and is not handled.
// repair: Remove never(...), or the row it contradicts.
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
    running + on(succeed) = done,
#ifdef COMPILE_FAIL
    running + never(fail),
#else
    running + on(fail)    = failed,
#endif
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
