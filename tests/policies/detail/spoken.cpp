// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/detail/spoken.hpp>

#include <string>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;

struct spoken {
  std::string words;
  spoken& operator<<(text part) {
    words.append(part.data(), part.size());
    return *this;
  }
  spoken& operator<<(char c) {
    words.push_back(c);
    return *this;
  }
};

std::string duration(duration_ms value) {
  spoken out;
  detail::say_duration(out, value);
  return out.words;
}

TEST_CASE("a length of time is written in the largest unit that divides it") {
  CHECK(duration(0_s) == "0 ms");
  CHECK(duration(1500_ms) == "1500 ms");
  CHECK(duration(90_s) == "90 s");
  CHECK(duration(60_s) == "1 min");
  CHECK(duration(36_h) == "36 h");
  CHECK(duration(7_d) == "7 d");
  CHECK(duration({-5000}) == "-5 s");
}

TEST_CASE("an identifier is letters, digits and underscores, and begins with no digit") {
  CHECK(detail::is_identifier("tokenUsage_2"));
  CHECK(detail::is_identifier("_"));
  CHECK_FALSE(detail::is_identifier(""));
  CHECK_FALSE(detail::is_identifier("2nd"));
  CHECK_FALSE(detail::is_identifier("two words"));
  CHECK_FALSE(detail::is_identifier("per-day"));
  CHECK_FALSE(detail::is_identifier("\xc3\xa4"));
}

}  // namespace
