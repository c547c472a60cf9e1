// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: 2nd_state cannot name a table or a column; use \[a-z_\]\[a-z0-9_\]\*, at most 57 characters"
// sentence: pawl: … cannot name a table or a column; use [a-z_][a-z0-9_]*, at most 57 characters
#include <pawl/lifecycle/sql.hpp>

using pawl::sql::dialect;

#ifdef COMPILE_FAIL
static_assert(
    !pawl::sql::guard_trigger<dialect::postgres, "jobs", "lifecycle", "2nd_state">().empty());
#else
static_assert(
    !pawl::sql::guard_trigger<dialect::postgres, "jobs", "lifecycle", "state2">().empty());
#endif
