// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: error class disk_full has a code that cannot be stored, disk-full; use \[a-z\]\[a-z0-9_\]\*, at most 63 characters"
// sentence: pawl: error class … has a code that cannot be stored, …; use [a-z][a-z0-9_]*, at most 63 characters
// meaning: The code of an error class could not be a metric label, a column value and part of a public code.
// repair: Write the code in lower case letters, digits and underscores, a letter first.
#include <pawl/policies/errors.hpp>

#ifdef COMPILE_FAIL
struct disk_full : pawl::error_class<"disk-full", pawl::fatal> {};
#else
struct disk_full : pawl::error_class<"disk_full", pawl::fatal> {};
#endif
static_assert(sizeof(pawl::errors<disk_full>) == 1);
