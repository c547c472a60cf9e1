// SPDX-License-Identifier: BSL-1.0
#include <pawl/expected.hpp>

#include <string>

#include "support/catch.hpp"

TEST_CASE("pawl::expected holds a value or a reason, and chains") {
  const auto halve = [](int n) -> pawl::expected<int, std::string> {
    if (n % 2 != 0) return pawl::unexpected(std::string("odd"));
    return n / 2;
  };
  CHECK(halve(8).and_then(halve).value() == 2);
  CHECK(halve(6).and_then(halve).error() == "odd");
}
