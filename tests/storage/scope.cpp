// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/scope.hpp>

#include "support/catch.hpp"

using namespace pawl;
using namespace pawl::storage;

TEST_CASE("a tenant has a name that can be written down", "[SVC-11]") {
  STATIC_REQUIRE(valid_tenant("acme"));
  STATIC_REQUIRE(valid_tenant("a tenant, with spaces & signs"));
  STATIC_REQUIRE(valid_tenant(root_tenant));
  STATIC_REQUIRE_FALSE(valid_tenant(""));
  STATIC_REQUIRE_FALSE(valid_tenant("a\nb"));
  STATIC_REQUIRE_FALSE(valid_tenant("a\x7f"));
  CHECK(valid_tenant(std::string(255, 't')));
  CHECK_FALSE(valid_tenant(std::string(256, 't')));
  CHECK_FALSE(valid_tenant(std::string_view("a\0b", 3)));
}
