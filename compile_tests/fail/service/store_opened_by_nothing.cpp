// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a store is opened by a text; give open the path of its file, or what libpq connects to
// sentence: pawl: a store is opened by a text; give open the path of its file, or what libpq connects to
#include <pawl/storage/sqlite.hpp>

bool opens() {
#ifdef COMPILE_FAIL
  return pawl::storage::sqlite<>::open().has_value();
#else
  return pawl::storage::sqlite<>::open("jobs.db").has_value();
#endif
}
