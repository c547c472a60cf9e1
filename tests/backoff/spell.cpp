// SPDX-License-Identifier: BSL-1.0
#include <pawl/backoff/spell.hpp>

#include <sstream>
#include <string>

#include "support/catch.hpp"

namespace {

std::string multiplier(pawl::factor f) {
  std::ostringstream out;
  pawl::write_factor(out, f);
  return out.str();
}

TEST_CASE("a factor is written without needless zeros") {
  CHECK(multiplier(2) == "2");
  CHECK(multiplier(1.5) == "1.5");
  CHECK(multiplier(1.25) == "1.25");
  CHECK(multiplier(1.001) == "1.001");
  CHECK(multiplier(1.05) == "1.05");
  CHECK(multiplier(0.5) == "0.5");
}

}  // namespace
