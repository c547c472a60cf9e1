// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/limits/key_of.hpp>
#include <pawl/storage/rows.hpp>

#include "support/catch.hpp"

using namespace pawl;
using namespace pawl::storage;

TEST_CASE("the keys of several limits are one text, from which each comes back by its limit") {
  const std::string keys[] = {"plain", "", "3:abc", "a:b:c", std::string(1024, 'x'), "12", "\n"};
  std::string joined;
  for (const std::string& each : keys) {
    pawl::detail::append_part(joined, "limit " + std::to_string(&each - keys));
    pawl::detail::append_part(joined, each);
  }
  const limit_keys read(joined);
  for (const std::string& each : keys)
    CHECK(read.find("limit " + std::to_string(&each - keys)) == each);
  CHECK_FALSE(read.find("limit 7"));
  CHECK_FALSE(read.find("plain"));
  CHECK_FALSE(limit_keys("").find(""));
}
