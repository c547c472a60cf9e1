// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/queries.hpp>

#include "support/catch.hpp"

using namespace pawl;
using namespace pawl::storage;

TEST_CASE("a page is as long as asked for, within bounds", "[SVC-28]") {
  list_filter filter;
  CHECK(filter.clamped_limit() == 50);
  filter.limit = 0;
  CHECK(filter.clamped_limit() == 1);
  filter.limit = 200;
  CHECK(filter.clamped_limit() == 200);
  filter.limit = 201;
  CHECK(filter.clamped_limit() == 200);
}

TEST_CASE("statistics add up") {
  const statistics all{{{"a", "pending", phase::ready, 3},
                        {"a", "running", phase::scheduled, 2},
                        {"b", "CREATED", phase::blocked, 1},
                        {"b", "running", phase::running, 7},
                        {"b", "done", phase::terminal, 9}},
                       4};
  CHECK(all.waiting() == 6);
  CHECK(all.in(phase::running) == 7);
  CHECK(all.in(phase::held) == 0);
}
