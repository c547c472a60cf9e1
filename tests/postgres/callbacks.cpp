// SPDX-License-Identifier: BSL-1.0
// Callbacks that end their process, when their jobs lie on a server.
#include <pawl/storage/postgres.hpp>

#include "../runtime/callbacks.hpp"
#include "database.hpp"
#include "server.hpp"

namespace {

TEST_CASE("a callback that ends its process takes no other callback on a server along",
          "[crashes][SVC-14]") {
  const std::string schema = server::fresh_schema("callbacks");
  const auto open = [&] { return pawl::storage::postgres<>::open("", {.schema = schema}).value(); };
  const auto waiting = [&] { return server::connection().count(schema + ".pawl_callbacks"); };
  callbacks::check_that_a_culprit_takes_no_callback_along(open, waiting);
  CHECK(support::broken_invariants_in(schema).empty());
}

}  // namespace
