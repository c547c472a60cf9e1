// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: lifecycle job needs a name to be stored under; declare static constexpr pawl::text name = \\"\.\.\.\\""
// sentence: pawl: lifecycle … needs a name to be stored under; declare static constexpr pawl::text name = "..."
// meaning: Rows of several lifecycles share one table, and the name of a C++ type is not stable enough to tell them apart.
// repair: Declare the name in the lifecycle.
#include <pawl/lifecycle/sql.hpp>

struct job : pawl::lifecycle {
#ifndef COMPILE_FAIL
  static constexpr pawl::text name = "job";
#endif

  enum class state { queued, running, done, failed };
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
static_assert(!pawl::sql::transition_rows<job>().empty());
