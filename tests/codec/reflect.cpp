// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/describe.hpp>
#include <pawl/codec/hana.hpp>
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

struct of_hana_and_describe {
  int shown{};
  int hidden{};
};
BOOST_DESCRIBE_STRUCT(of_hana_and_describe, (), (shown, hidden))

class closed {
 public:
  int get() const { return x; }

 private:
  int x = 0;
};

/// A class that its author reflects: the name on the wire is not the member's.
class by_hand {
 public:
  std::string text_;
  explicit by_hand(std::string text = {}) : text_(std::move(text)) {}
};
struct word {
  static constexpr const char* c_str() { return "word"; }
};

// One struct, four times over.
namespace plain {
struct letter {
  std::string to;
  std::optional<int> copies;
  std::vector<std::string> lines{"hello"};
};
}  // namespace plain
namespace adapted {
struct letter {
  std::string to;
  std::optional<int> copies;
  std::vector<std::string> lines{"hello"};
};
}  // namespace adapted
namespace defined_by_hana {
struct letter {
  BOOST_HANA_DEFINE_STRUCT(letter, (std::string, to), (std::optional<int>, copies),
                           (std::vector<std::string>, lines));
};
}  // namespace defined_by_hana
namespace by_describe {
struct letter {
  std::string to;
  std::optional<int> copies;
  std::vector<std::string> lines{"hello"};
};
BOOST_DESCRIBE_STRUCT(letter, (), (to, copies, lines))
}  // namespace by_describe

template <class T>
struct box {
  T content{};
  std::pair<T, T> both;
};
struct has_defaults {
  int port = 8080;
  std::string host = "localhost";
  std::optional<int> retries = 3;
  std::set<std::string> tags{"a"};
  std::map<std::string, int> limits{{"a", 1}};
};

}  // namespace

template <>
struct pawl::reflection<by_hand> {
  using type = pawl::members<pawl::member<by_hand, word, pawl::detail::pointed<&by_hand::text_>>>;
};
BOOST_HANA_ADAPT_STRUCT(of_hana_and_describe, shown);
BOOST_HANA_ADAPT_STRUCT(adapted::letter, to, copies, lines);

namespace {

static_assert(pawl::reflected<payloads::point>);
static_assert(pawl::reflected<payloads::nothing_at_all>);
static_assert(pawl::reflected<defined>);
static_assert(pawl::reflected<described>);
static_assert(pawl::reflected<plain::letter>);
static_assert(pawl::reflected<by_hand>);
static_assert(!pawl::reflected<closed>);
static_assert(!pawl::reflected<std::array<int, 3>>);
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

TEST_CASE("a plain aggregate is a payload by itself") {
  const plain::letter value{"ann", 2, {"dear ann", "bye"}};
  const std::string document = pawl::json::encode(value).value();
  CHECK(document == R"({"copies":2,"lines":["dear ann","bye"],"to":"ann"})");
  const auto back = pawl::json::decode<plain::letter>(document).value();
  CHECK(back.to == "ann");
  CHECK(back.copies == 2);
  CHECK(back.lines == value.lines);
}

TEST_CASE("an instance of a template, and a struct inside a function, are payloads by themselves") {
  struct local {
    box<int> first;
    box<std::string> second;
  };
  const local value{{1, {2, 3}}, {"a", {"b", "c"}}};
  const std::string document = pawl::json::encode(value).value();
  CHECK(document ==
        R"({"first":{"both":[2,3],"content":1},"second":{"both":["b","c"],"content":"a"}})");
  CHECK(pawl::json::decode<local>(document).value().second.both.second == "c");
}

TEST_CASE("default member initialisers hold for what a program makes, not for what it reads") {
  CHECK(pawl::json::encode(has_defaults{}).value() ==
        R"({"host":"localhost","limits":{"a":1},"port":8080,"retries":3,"tags":["a"]})");
  CHECK_FALSE(pawl::json::decode<has_defaults>(R"({"port":1})"));
  const pawl::text documents[] = {R"({"host":"","limits":{},"port":1,"tags":[]})",
                                  R"({"host":"","limits":{},"port":1,"retries":null,"tags":[]})"};
  for (const pawl::text document : documents) {
    const auto value = pawl::json::decode<has_defaults>(document).value();
    CHECK(value.host.empty());
    CHECK(value.limits.empty());
    CHECK_FALSE(value.retries);
    CHECK(value.tags.empty());
  }
}

TEST_CASE("the author's own reflection comes first, then Hana, then Describe") {
  CHECK(pawl::json::encode(by_hand("x")).value() == R"({"word":"x"})");
  CHECK(pawl::json::encode(of_hana_and_describe{1, 2}).value() == R"({"shown":1})");
}

TEST_CASE("the same names give the same schema and fingerprint by any route") {
  STATIC_REQUIRE(pawl::schema_fingerprint<plain::letter>() ==
                 pawl::schema_fingerprint<adapted::letter>());
  STATIC_REQUIRE(pawl::schema_fingerprint<plain::letter>() ==
                 pawl::schema_fingerprint<defined_by_hana::letter>());
  STATIC_REQUIRE(pawl::schema_fingerprint<plain::letter>() ==
                 pawl::schema_fingerprint<by_describe::letter>());
  STATIC_REQUIRE(pawl::json_schema<plain::letter>() == pawl::json_schema<adapted::letter>());
  STATIC_REQUIRE(pawl::json_schema<plain::letter>() == pawl::json_schema<by_describe::letter>());
}
