// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: state queued of job is ready, where nothing raises event submit; it is raised only in dormant states"
// sentence: pawl: state … of … is …, where nothing raises event …; it is raised only in … states
#include <pawl/lifecycle.hpp>

struct job : pawl::lifecycle {
  enum class state { draft, queued, running, done, failed };
  enum class event { submit, start, succeed, fail, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(dormant(draft), ready(queued), active(running), success(done), failure(failed)),
    draft   + on(submit)  = queued,
#ifdef COMPILE_FAIL
    queued  + on(submit)  = queued,
#endif
    queued  + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = failed,
    running + on(lose)    = failed);
  // clang-format on
};
static_assert(pawl::proven<job>);
