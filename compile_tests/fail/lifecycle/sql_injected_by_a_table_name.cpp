// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: jobs; DROP TABLE jobs cannot name a table or a column; use \[a-z_\]\[a-z0-9_\]\*, at most 57 characters"
// sentence: pawl: … cannot name a table or a column; use [a-z_][a-z0-9_]*, at most 57 characters
#include <pawl/lifecycle/sql.hpp>

using pawl::sql::dialect;

#ifdef COMPILE_FAIL
static_assert(!pawl::sql::guard_trigger<dialect::sqlite, "jobs; DROP TABLE jobs">().empty());
#else
static_assert(!pawl::sql::guard_trigger<dialect::sqlite, "jobs">().empty());
#endif
