// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the rows of state queued on event expire of job all have guards; end them with an unguarded row"
// sentence: pawl: the rows of state … on event … of … all have guards; end them with an unguarded row
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { queued, running, done, failed };
  enum class event { start, succeed, fail, lose, expire };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(running), success(done), failure(failed)),
    live    + on(expire)[exhausted] = failed,
#ifndef COMPILE_FAIL
    live    + on(expire)            = queued,
#endif
    queued  + on(start)             = running,
    running + on(succeed)           = done,
    running + on(fail)              = failed,
    running + on(lose)              = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
