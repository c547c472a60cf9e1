// SPDX-License-Identifier: BSL-1.0
// Many jobs at once, on PostgreSQL: the same judges as in memory and in a file.
#include "../runtime/many.hpp"

#include <unistd.h>

#include <pawl/storage/postgres.hpp>

#include "database.hpp"

namespace {

/// With its own way of announcing: processes on a server hear of each other by it.
auto on_server(const char* name) {
  return pawl::storage::postgres<>::open(
             "", {.schema = std::string(name) + '_' + std::to_string(::getpid())})
      .value();
}

}  // namespace

TEST_CASE("whatever can be gone over is submitted to a server") {
  runtime_test::judge_submissions(on_server("many_submissions"));
}
TEST_CASE("a list on a server is a range that reads its pages itself") {
  runtime_test::judge_lists(on_server("many_lists"));
}
TEST_CASE("what is done to all that a filter means is done on a server, too") {
  runtime_test::judge_bulk(on_server("many_bulk"), 20);
}
TEST_CASE("a subscription to a server tells all that happens, until it is over") {
  runtime_test::judge_subscriptions(on_server("many_subscriptions"));
}
