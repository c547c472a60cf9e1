// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/describe.hpp>
#include <pawl/codec/json.hpp>

#include <boost/describe/class.hpp>

#include <string>

#include "codec/payloads.hpp"
#include "support/catch.hpp"

namespace {

struct defined {
  BOOST_HANA_DEFINE_STRUCT(defined, (std::string, title), (int, pages));
};

struct base {
  int id{};
};
struct described : base {
  std::string name;
  bool done{};
};
BOOST_DESCRIBE_STRUCT(base, (), (id))
BOOST_DESCRIBE_STRUCT(described, (base), (name, done))

struct plain {
  int x;
};

static_assert(pawl::reflected<payloads::point>);
static_assert(pawl::reflected<payloads::nothing_at_all>);
static_assert(pawl::reflected<defined>);
static_assert(pawl::reflected<described>);
static_assert(!pawl::reflected<plain>);
static_assert(!pawl::reflected<int>);
static_assert(!pawl::reflected<std::string>);

template <class... Member>
constexpr bool names_are(pawl::members<Member...>, auto... names) {
  return ((Member::name == pawl::text(names)) && ...);
}

static_assert(names_are(pawl::reflection<payloads::email>::type{}, "to", "cc"));
static_assert(names_are(pawl::members_of<payloads::email>{}, "cc", "to"));
static_assert(names_are(pawl::members_of<described>{}, "done", "id", "name"));
static_assert(pawl::members_of<payloads::everything>::count == 29);

static_assert(pawl::detail::codec::bytewise_less("a", "b"));
static_assert(pawl::detail::codec::bytewise_less("a", "ab"));
static_assert(pawl::detail::codec::bytewise_less("Z", "a"));
static_assert(pawl::detail::codec::bytewise_less("z", "\xc3\xa9"));
static_assert(!pawl::detail::codec::bytewise_less("a", "a"));

}  // namespace

TEST_CASE("a struct defined with Hana is a payload") {
  defined value;
  value.title = "on pawls";
  value.pages = 12;
  CHECK(pawl::json::encode(value).value() == R"({"pages":12,"title":"on pawls"})");
}

TEST_CASE("a struct described with Boost.Describe is a payload, members of its base included") {
  described value;
  value.id = 7;
  value.name = "n";
  const std::string document = pawl::json::encode(value).value();
  CHECK(document == R"({"done":false,"id":7,"name":"n"})");
  const auto back = pawl::json::decode<described>(document).value();
  CHECK(back.id == 7);
  CHECK(back.name == "n");
}

TEST_CASE("a struct without members is an empty object") {
  CHECK(pawl::json::encode(payloads::nothing_at_all{}).value() == "{}");
  CHECK(pawl::json::decode<payloads::nothing_at_all>(" { } ").has_value());
}
