// SPDX-License-Identifier: BSL-1.0
// The laws of the axes in PostgreSQL.
#include "laws/axes.hpp"

#include <pawl/testing/postgres_store.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using axis_laws::axis_law;
using axis_laws::backend;
using testing::manual_clock;

std::shared_ptr<storage::store> in_postgres(const manual_clock& clock) {
  return testing::fresh_postgres_store(clock);
}

TEST_CASE("another policy on an axis, and the engine does otherwise in PostgreSQL") {
  const axis_law law = GENERATE(from_range(axis_laws::laws().begin(), axis_laws::laws().end()));
  INFO(std::string_view(name_of(law.of)));
  law.hold(&in_postgres);
}

}  // namespace
