// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: no matching function for call to
// expect-error[clang]: no matching function for call to 'open'
// expect-source: pawl: open takes a path, and options as pawl::storage::sqlite_options names and orders them
// sentence: pawl: open takes a path, and options as pawl::storage::sqlite_options names and orders them
// meaning: An option is misspelt, has another type, or stands before one that is declared before it. The compilers show this as a comment, beside the function that does not fit.
// repair: Write the options as `sqlite_options` declares them.
#include <pawl/storage/sqlite.hpp>

bool opens() {
#ifdef COMPILE_FAIL
  return pawl::storage::sqlite<>::open("jobs.db", {.sychronous = true}).has_value();
#else
  return pawl::storage::sqlite<>::open("jobs.db", {}).has_value();
#endif
}
