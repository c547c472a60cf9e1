// SPDX-License-Identifier: BSL-1.0
// Hana and Describe come first, and pawl is told of neither.
#include <boost/describe/class.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>

#include <pawl/codec/json.hpp>

#include <string>

#include "support/catch.hpp"

namespace known_before {

struct defined {
  BOOST_HANA_DEFINE_STRUCT(defined, (std::string, title), (int, pages));
};

class adapted {
 public:
  adapted() = default;
  int shown = 0;
  int hidden = 0;
};

struct base {
  int id{};
};
struct described : base {
  std::string name;
};
BOOST_DESCRIBE_STRUCT(base, (), (id))
BOOST_DESCRIBE_STRUCT(described, (base), (name))

}  // namespace known_before

BOOST_HANA_ADAPT_STRUCT(known_before::adapted, shown);

TEST_CASE("what Hana knows is a payload where Hana was included before pawl") {
  known_before::defined letter;
  letter.title = "on pawls";
  letter.pages = 12;
  CHECK(pawl::json::encode(letter).value() == R"({"pages":12,"title":"on pawls"})");
  CHECK(pawl::json::decode<known_before::defined>(R"({"pages":3,"title":""})").value().pages == 3);
  CHECK(pawl::json::encode(known_before::adapted{}).value() == R"({"shown":0})");
}

TEST_CASE("what Describe knows is a payload where Describe was included before pawl") {
  known_before::described value;
  value.id = 7;
  value.name = "n";
  CHECK(pawl::json::encode(value).value() == R"({"id":7,"name":"n"})");
}
