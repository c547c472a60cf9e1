// SPDX-License-Identifier: BSL-1.0
// What a handler that ends its process does to the jobs beside it, when they lie on a server.
#include <pawl/storage/postgres.hpp>

#include "../runtime/neighbours.hpp"
#include "database.hpp"
#include "server.hpp"

namespace {

TEST_CASE("a handler that ends its process takes none of its neighbours on a server along",
          "[crashes][SVC-06][DECK-24]") {
  const std::string schema = server::fresh_schema("neighbours");
  const auto open = [&] { return pawl::storage::postgres<>::open("", {.schema = schema}).value(); };
  neighbours::check_that_a_culprit_takes_none_along(open, 8, 600);
  CHECK(support::broken_invariants_in(schema).empty());
}

}  // namespace
