// SPDX-License-Identifier: BSL-1.0
// pawl comes first, and is not told of Hana.
#include <pawl/codec/json.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>

#include <string>

#include "support/catch.hpp"

namespace known_after {

struct defined {
  BOOST_HANA_DEFINE_STRUCT(defined, (std::string, title), (int, pages));
};

class adapted {
 public:
  adapted() = default;
  int shown = 0;
  int hidden = 0;
};

}  // namespace known_after

BOOST_HANA_ADAPT_STRUCT(known_after::adapted, shown);

TEST_CASE("what Hana knows is a payload where Hana was included after pawl") {
  known_after::defined letter;
  letter.title = "on pawls";
  letter.pages = 12;
  CHECK(pawl::json::encode(letter).value() == R"({"pages":12,"title":"on pawls"})");
  CHECK(pawl::json::decode<known_after::defined>(R"({"pages":3,"title":""})").value().pages == 3);
  CHECK(pawl::json::encode(known_after::adapted{}).value() == R"({"shown":0})");
}
