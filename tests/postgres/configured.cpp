// SPDX-License-Identifier: BSL-1.0
#include "storage/configured.hpp"

#include <pawl/storage/postgres.hpp>

#include "server.hpp"

TEST_CASE("a limit that one process sets holds in the others on a server, and after them",
          "[pooled]") {
  const std::string schema = server::fresh_schema("configured");
  support::check_that_a_limit_holds_in_every_process(
      [&] { return pawl::storage::postgres<>::open("", {.schema = schema}).value(); });
}
