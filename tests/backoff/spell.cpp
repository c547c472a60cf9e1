// SPDX-License-Identifier: BSL-1.0
#include <pawl/backoff/spell.hpp>

#include <sstream>
#include <string>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;

std::string duration(pawl::duration_ms d) {
  std::ostringstream out;
  pawl::write_duration(out, d);
  return out.str();
}
std::string multiplier(pawl::factor f) {
  std::ostringstream out;
  pawl::write_factor(out, f);
  return out.str();
}

TEST_CASE("a duration is written in the largest unit without a fraction") {
  CHECK(duration(0_ms) == "0 ms");
  CHECK(duration(999_ms) == "999 ms");
  CHECK(duration(1500_ms) == "1500 ms");
  CHECK(duration(30_s) == "30 s");
  CHECK(duration(90_s) == "90 s");
  CHECK(duration(120_s) == "2 min");
  CHECK(duration(60_min) == "1 h");
  CHECK(duration(36_h) == "36 h");
  CHECK(duration(7_d) == "7 d");
  CHECK(duration({-2000}) == "-2 s");
  CHECK(duration({INT64_MAX}) == "9223372036854775807 ms");
  CHECK(duration({INT64_MIN}) == "-9223372036854775808 ms");
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
