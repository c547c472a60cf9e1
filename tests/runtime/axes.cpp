// SPDX-License-Identifier: BSL-1.0
// The laws of the axes in memory and in SQLite; the tests of PostgreSQL hold it to them, too.
#include "laws/axes.hpp"

#include <pawl/testing/memory_store.hpp>
#include <pawl/testing/sqlite_store.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using axis_laws::axis_law;
using axis_laws::backend;
using testing::manual_clock;

std::shared_ptr<storage::store> in_memory(const manual_clock& clock) {
  return std::make_shared<testing::memory_store<>>(storage::memory_options{}, clock);
}
std::shared_ptr<storage::store> in_sqlite(const manual_clock& clock) {
  return testing::fresh_sqlite_store(clock);
}

TEST_CASE("another policy on an axis, and the engine does otherwise") {
  const axis_law law = GENERATE(from_range(axis_laws::laws().begin(), axis_laws::laws().end()));
  const backend where = GENERATE(&in_memory, &in_sqlite);
  INFO(std::string_view(name_of(law.of)) << (where == &in_memory ? " in memory" : " in SQLite"));
  law.hold(where);
}

}  // namespace
