// SPDX-License-Identifier: BSL-1.0
#include <pawl/testing/sqlite_store.hpp>

#include "../support/catch.hpp"

TEST_CASE("a fresh store has a directory of its own, which goes with the last who uses it") {
  auto store = pawl::testing::fresh_sqlite_store();
  const std::filesystem::path directory = std::filesystem::path(store->path()).parent_path();
  CHECK(store->path() != pawl::testing::fresh_sqlite_store()->path());
  REQUIRE(pawl::storage::apply_one(*store, pawl::storage::enrol{"first"}));
  auto again = pawl::testing::reopened_sqlite_store(store, store->clock());
  store.reset();
  CHECK(std::filesystem::exists(directory));
  CHECK(pawl::storage::apply_one(*again, pawl::storage::enrol{"second"})->owner == 2);
  again.reset();
  CHECK_FALSE(std::filesystem::exists(directory));
}
