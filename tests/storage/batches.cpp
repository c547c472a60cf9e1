// SPDX-License-Identifier: BSL-1.0
// How many statements every kind of batch executes in SQLite. Pinned in batches.txt; to write that
// anew, after a change that was meant: PAWL_WRITE_PINS=1 <test_storage> "[pins]".
#include "batches.hpp"

#include <sqlite3.h>

#include <pawl/testing/sqlite_store.hpp>

namespace {

using namespace pawl;

/// By this thread, on any connection: a batch is done by the thread that brings it.
thread_local std::size_t executed = 0;

int count(unsigned, void*, void*, void* text) {
  // What triggers execute comes as a comment.
  if (std::string_view(static_cast<const char*>(text)).substr(0, 2) != "--") ++executed;
  return 0;
}
/// SQLite calls it for every connection that is opened.
int watch(sqlite3* db, const char**, const sqlite3_api_routines*) {
  return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, &count, nullptr);
}

/// Connections are watched that are opened while this lives.
struct watching {
  watching() { sqlite3_auto_extension(entry()); }
  watching(const watching&) = delete;
  watching& operator=(const watching&) = delete;
  ~watching() { sqlite3_cancel_auto_extension(entry()); }
  static void (*entry())() { return reinterpret_cast<void (*)()>(&watch); }
};

TEST_CASE("how many statements every kind of batch executes in SQLite is pinned", "[pins]") {
  const watching all;
  const auto make = [](const testing::manual_clock& clock) {
    return testing::fresh_sqlite_store(clock);
  };
  const auto measured = [](storage::store& store,
                           const std::vector<storage::operation_ptr>& batch) {
    executed = 0;
    store.apply(batch);
    return batches::measurement{{"statements", std::to_string(executed)}};
  };
  const std::string path = __FILE__;
  batches::check_pins(path.substr(0, path.rfind('.')) + ".txt",
                      batches::describe_all({1, 10, 100}, make, measured));
}

}  // namespace
