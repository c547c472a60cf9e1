// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a store is opened by a text; give open the path of its file, or what libpq connects to
// sentence: pawl: a store is opened by a text; give open the path of its file, or what libpq connects to
// meaning: A number is no path, and a store without a path would not be found again.
// repair: Give the path of a file.
#include <pawl/storage/sqlite.hpp>

bool opens() {
#ifdef COMPILE_FAIL
  return pawl::storage::sqlite<>::open(5432).has_value();
#else
  return pawl::storage::sqlite<>::open("jobs.db").has_value();
#endif
}
