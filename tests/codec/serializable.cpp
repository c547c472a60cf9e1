// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/hana.hpp>
#include <pawl/codec/serializable.hpp>

#include <cstdio>
#include <functional>
#include <list>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_set>

#include "codec/payloads.hpp"
#include "support/catch.hpp"

namespace app {

struct credentials {
  std::string user;
  pawl::secret<std::string> password;
};
struct direct {
  pawl::secret<int> pin;
};
struct nested {
  credentials login;
};
struct in_optional {
  std::optional<credentials> login;
};
struct in_vector {
  std::vector<credentials> logins;
};
struct in_map {
  std::map<std::string, credentials> logins;
};
struct in_variant {
  std::variant<int, credentials> login;
};
struct in_tuple {
  std::tuple<int, std::array<credentials, 2>> logins;
};
struct holds_file {
  int id;
  std::FILE* out;
};
class closed {
 public:
  [[nodiscard]] int get() const { return x_; }

 private:
  int x_ = 0;
};
struct holds_closed {
  closed inner;
};
struct holds_const {
  const int fixed = 1;
};
struct plain_const {
  const int fixed = 1;
};
struct holds_reference {
  const int& seen;
};
struct derived : credentials {
  int id{};
};
struct with_array {
  int values[3];
};
struct with_bits {
  unsigned low : 4;
  unsigned high : 4;
};
struct explicitly_made {
  explicit explicitly_made() = default;
  int x{};
};
struct holds_explicitly_made {
  int id{};
  explicitly_made part;
};
struct of_64 {
  int a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6,
      c7, d0, d1, d2, d3, d4, d5, d6, d7, e0, e1, e2, e3, e4, e5, e6, e7, f0, f1, f2, f3, f4, f5,
      f6, f7, g0, g1, g2, g3, g4, g5, g6, g7, h0, h1, h2, h3, h4, h5, h6, h7;
};
struct of_65 {
  int a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5, c6,
      c7, d0, d1, d2, d3, d4, d5, d6, d7, e0, e1, e2, e3, e4, e5, e6, e7, f0, f1, f2, f3, f4, f5,
      f6, f7, g0, g1, g2, g3, g4, g5, g6, g7, h0, h1, h2, h3, h4, h5, h6, h7, i0;
};
struct no_default {
  explicit no_default(int);
};

enum class gaps { one = 1, four = 4 };
enum loose { first, second };
enum class wire : int { open_, shut_ };
constexpr pawl::text wire_names[] = {"open", "shut"};
constexpr const auto& pawl_names(wire) { return wire_names; }

namespace other {
struct email {};
}  // namespace other
struct renamed {};
constexpr pawl::text pawl_name(const renamed*) { return "renamed.v1"; }

}  // namespace app

BOOST_HANA_ADAPT_STRUCT(app::holds_const, fixed);
BOOST_HANA_ADAPT_STRUCT(app::no_default);

namespace {

using pawl::serializable;

template <class T>
constexpr pawl::text sentence = pawl::detail::composed<pawl::detail::codec::not_serializable<T>>;

consteval bool contains(pawl::text whole, pawl::text part) {
  for (std::size_t i = 0; i + part.size() <= whole.size(); ++i)
    if (whole.substr(i, part.size()) == part) return true;
  return false;
}

}  // namespace

TEST_CASE("every shape, and every nesting of shapes, is serializable") {
  STATIC_REQUIRE(serializable<payloads::everything>);
  STATIC_REQUIRE(serializable<payloads::tree>);
  STATIC_REQUIRE(serializable<std::vector<std::map<std::string, std::optional<int>>>>);
  STATIC_REQUIRE(serializable<std::list<std::string>>);
  STATIC_REQUIRE(serializable<std::chrono::sys_days>);
  STATIC_REQUIRE(serializable<std::chrono::hours>);
  STATIC_REQUIRE(serializable<app::wire>);
}

TEST_CASE("a struct inside itself is looked through for outputs of other jobs once") {
  STATIC_REQUIRE_FALSE(pawl::detail::awaits_outputs<payloads::tree>);
}

TEST_CASE("two structs that the compiler prints alike are two types") {
  // g++ prints both as `<lambda()>::alike`.
  const auto inner = [] {
    struct alike {
      int* address;
    };
    return alike{};
  };
  const auto outer = [] {
    struct alike {
      std::invoke_result_t<decltype(inner)> first;
    };
    return alike{};
  };
  using payload = std::invoke_result_t<decltype(outer)>;
  STATIC_REQUIRE_FALSE(serializable<payload>);
  STATIC_REQUIRE(contains(sentence<payload>, "member first.address of payload alike"));
}

TEST_CASE("a payload that holds a secret at any depth is refused, and the path is named",
          "[SVC-26]") {
  STATIC_REQUIRE(!serializable<pawl::secret<int>>);
  STATIC_REQUIRE(!serializable<app::direct>);
  STATIC_REQUIRE(
      contains(sentence<app::direct>, "pawl: member pin of payload direct is a pawl::secret"));
  STATIC_REQUIRE(contains(sentence<app::nested>, "member login.password of "));
  STATIC_REQUIRE(contains(sentence<app::in_optional>, "member login.password of "));
  STATIC_REQUIRE(contains(sentence<app::in_vector>, "member logins[].password of "));
  STATIC_REQUIRE(contains(sentence<app::in_map>, "member logins[].password of "));
  STATIC_REQUIRE(contains(sentence<app::in_variant>, "member login.password of "));
  STATIC_REQUIRE(contains(sentence<app::in_tuple>, "member logins[][].password of "));
}

TEST_CASE("what means nothing in another process is refused") {
  STATIC_REQUIRE(!serializable<app::holds_file>);
  STATIC_REQUIRE(contains(sentence<app::holds_file>, "member out of payload holds_file has type "));
  STATIC_REQUIRE(!serializable<int*>);
  STATIC_REQUIRE(!serializable<void (*)()>);
  STATIC_REQUIRE(!serializable<void()>);
  STATIC_REQUIRE(!serializable<std::nullptr_t>);
  STATIC_REQUIRE(!serializable<std::function<void()>>);
  STATIC_REQUIRE(!serializable<std::unique_ptr<int>>);
  STATIC_REQUIRE(!serializable<std::chrono::steady_clock::time_point>);
  STATIC_REQUIRE(
      contains(sentence<std::chrono::steady_clock::time_point>, "whose clock means nothing"));
}

TEST_CASE("what does not own its elements is refused") {
  STATIC_REQUIRE(contains(sentence<std::string_view>, "which does not own what it shows"));
  STATIC_REQUIRE(contains(sentence<pawl::text>, "which does not own what it shows"));
  STATIC_REQUIRE(contains(sentence<std::span<int>>, "which does not own what it shows"));
}

TEST_CASE("what has no single form on the wire is refused") {
  STATIC_REQUIRE(!serializable<char>);
  STATIC_REQUIRE(!serializable<wchar_t>);
  STATIC_REQUIRE(!serializable<char8_t>);
  STATIC_REQUIRE(!serializable<long double>);
  STATIC_REQUIRE(!serializable<std::unordered_set<int>>);
  STATIC_REQUIRE(!serializable<std::multiset<int>>);
  STATIC_REQUIRE(!serializable<std::multimap<std::string, int>>);
  STATIC_REQUIRE(contains(sentence<std::map<int, int>>, "whose keys are no strings"));
  STATIC_REQUIRE(
      contains(sentence<std::optional<std::optional<int>>>, "where null has two meanings"));
  STATIC_REQUIRE(
      contains(sentence<std::chrono::duration<int, std::ratio<1, 3>>>, "whose unit has no name"));
  STATIC_REQUIRE(contains(sentence<std::chrono::sys_time<std::chrono::duration<double>>>,
                          "whose unit has no name"));
}

TEST_CASE("an enum is refused unless its names are known") {
  STATIC_REQUIRE(contains(sentence<app::gaps>, "whose enumerators are not numbered 0, 1, 2"));
  STATIC_REQUIRE(!serializable<app::loose>);
}

TEST_CASE("alternatives of a variant need different names") {
  STATIC_REQUIRE(!serializable<std::variant<int, long>>);
  STATIC_REQUIRE(contains(sentence<std::variant<pawl::secret<int>, pawl::secret<bool>>>,
                          "the payload is a pawl::secret"));
  STATIC_REQUIRE(contains(sentence<std::variant<payloads::email, app::other::email>>,
                          "give each a pawl_name"));
  STATIC_REQUIRE(serializable<std::variant<payloads::email, app::renamed>>);
  STATIC_REQUIRE(pawl::wire_name<app::renamed>() == "renamed.v1");
  STATIC_REQUIRE(pawl::wire_name<payloads::email>() == "email");
  STATIC_REQUIRE(pawl::wire_name<bool>() == "boolean");
}

TEST_CASE("what cannot be made and filled is refused") {
  STATIC_REQUIRE(!serializable<app::closed>);
  STATIC_REQUIRE(contains(sentence<app::holds_closed>,
                          "member inner of payload holds_closed has type closed, "
                          "whose members are not known"));
  STATIC_REQUIRE(contains(sentence<app::holds_const>,
                          "member fixed of payload holds_const cannot be assigned"));
  STATIC_REQUIRE(contains(sentence<app::no_default>, "cannot be default-constructed"));
  STATIC_REQUIRE(!serializable<void>);
  STATIC_REQUIRE(!serializable<int&>);
  STATIC_REQUIRE(!serializable<int[3]>);
}

TEST_CASE("an aggregate that cannot be taken apart is refused by a sentence of its own") {
  STATIC_REQUIRE(contains(sentence<app::plain_const>,
                          "which cannot be assigned, for it holds a reference, a const member"));
  STATIC_REQUIRE(contains(sentence<app::holds_reference>,
                          "which cannot be assigned, for it holds a reference, a const member"));
  STATIC_REQUIRE(contains(sentence<app::derived>, "type derived, which has a base class"));
  STATIC_REQUIRE(contains(sentence<app::with_array>, "member values of payload with_array"));
  STATIC_REQUIRE(contains(sentence<app::with_array>, "which is a C array; use std::array"));
  STATIC_REQUIRE(contains(sentence<app::with_bits>, "type with_bits, which has bit-fields"));
  STATIC_REQUIRE(!serializable<app::holds_explicitly_made>);
  STATIC_REQUIRE(serializable<app::of_64>);
  STATIC_REQUIRE(contains(sentence<app::of_65>, "which has more than 64 members"));
}
