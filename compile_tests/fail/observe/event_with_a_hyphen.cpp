// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: log event lease-lost has no proper name; use \[a-z\]\[a-z0-9_\]\*, at most 63 characters"
// sentence: pawl: log event … has no proper name; use [a-z][a-z0-9_]*, at most 63 characters
// meaning: The name of a log event could not be what alerts and searches are written against.
// repair: Write the name in lower case letters, digits and underscores, a letter first.
#include <pawl/observe/log_entry.hpp>

#ifdef COMPILE_FAIL
constexpr auto lost = pawl::observe::event<"lease-lost">;
#else
constexpr auto lost = pawl::observe::event<"lease_lost">;
#endif
static_assert(!lost.name().empty());
