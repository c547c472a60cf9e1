// SPDX-License-Identifier: BSL-1.0
// The laws of the axes in PostgreSQL.
#include "../runtime/axes.hpp"

#include <pawl/testing/postgres_store.hpp>

namespace {

using namespace runtime_test::axis_laws;

std::shared_ptr<storage::store> in_postgres(const manual_clock& clock) {
  return testing::fresh_postgres_store(clock);
}

TEST_CASE("another policy on an axis, and the engine does otherwise in PostgreSQL") {
  const axis_law law = GENERATE(from_range(std::begin(laws), std::end(laws)));
  INFO(std::string_view(name_of(law.of)));
  law.hold(&in_postgres);
}

}  // namespace
