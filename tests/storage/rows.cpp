// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/limits/key_of.hpp>
#include <pawl/storage/rows.hpp>

#include "support/catch.hpp"

using namespace pawl;
using namespace pawl::storage;

TEST_CASE("several limit keys are one text, from which each comes back") {
  const std::string keys[] = {"plain", "", "3:abc", "a:b:c", std::string(1024, 'x'), "12", "\n"};
  std::string joined;
  for (const std::string& each : keys) pawl::detail::append_part(joined, each);
  limit_keys read(joined);
  for (const std::string& each : keys) CHECK(read.next() == each);
  CHECK(read.next().empty());
  limit_keys nothing("");
  CHECK(nothing.next().empty());
}
