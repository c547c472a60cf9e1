// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: State cannot name a table or a column; use \[a-z_\]\[a-z0-9_\]\*, at most 57 characters"
// sentence: pawl: … cannot name a table or a column; use [a-z_][a-z0-9_]*, at most 57 characters
// meaning: Names of tables and columns become part of SQL statements, so nothing else may be hidden in them.
// repair: Use a plain lower-case identifier.
#include <pawl/lifecycle/sql.hpp>
#include <pawl/lifecycles/deck.hpp>

#ifdef COMPILE_FAIL
static_assert(!pawl::sql::check<pawl::lifecycles::deck, "State">().empty());
#else
static_assert(!pawl::sql::check<pawl::lifecycles::deck, "state">().empty());
#endif
