// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/fingerprint.hpp>

#include <list>

#include "codec/payloads.hpp"
#include "support/catch.hpp"

namespace {

struct original {
  int x{};
  std::optional<std::string> note;
};
struct other_name_and_order {
  std::optional<std::string> note;
  int x{};
};
struct other_member_name {
  int X{};
  std::optional<std::string> note;
};
struct other_type {
  long long x{};
  std::optional<std::string> note;
};
struct required_note {
  int x{};
  std::string note;
};
struct more {
  int x{};
  std::optional<std::string> note, more;
};
enum class door { open, shut };
enum class door_sorted { shut, open };
enum class door_more { open, shut, ajar };

struct loop {
  std::vector<loop> inner;
};
struct same_loop {
  std::vector<same_loop> inner;
};

template <class A, class B>
constexpr bool same = pawl::schema_fingerprint<A>() == pawl::schema_fingerprint<B>();

}  // namespace

TEST_CASE("a fingerprint stays when no document changes") {
  STATIC_REQUIRE(same<original, original>);
  STATIC_REQUIRE(same<original, other_name_and_order>);
  STATIC_REQUIRE(same<door, door_sorted>);
  STATIC_REQUIRE(same<long, long long>);
  STATIC_REQUIRE(same<std::vector<int>, std::list<int>>);
  STATIC_REQUIRE(same<std::map<std::string, int>, std::unordered_map<std::string, int>>);
  STATIC_REQUIRE(same<std::pair<int, int>, std::array<int, 2>>);
  STATIC_REQUIRE(same<std::tuple<long, long long>, std::array<long, 2>>);
  STATIC_REQUIRE(same<std::tuple<>, std::array<int, 0>>);
  STATIC_REQUIRE(same<std::variant<int, std::string>, std::variant<std::string, int>>);
  STATIC_REQUIRE(same<loop, same_loop>);
}

TEST_CASE("a fingerprint changes with what a document may be") {
  STATIC_REQUIRE(!same<original, other_member_name>);
  STATIC_REQUIRE(!same<original, other_type>);
  STATIC_REQUIRE(!same<original, required_note>);
  STATIC_REQUIRE(!same<original, more>);
  STATIC_REQUIRE(!same<door, door_more>);
  STATIC_REQUIRE(!same<int, unsigned>);
  STATIC_REQUIRE(!same<float, double>);
  STATIC_REQUIRE(!same<std::vector<int>, std::set<int>>);
  STATIC_REQUIRE(!same<std::array<int, 2>, std::array<int, 3>>);
  STATIC_REQUIRE(!same<std::tuple<std::int8_t, std::array<int, 16>>,
                       std::tuple<std::array<int, 16>, std::int8_t>>);
  STATIC_REQUIRE(!same<std::chrono::seconds, std::chrono::milliseconds>);
  STATIC_REQUIRE(!same<std::chrono::sys_time<std::chrono::seconds>,
                       std::chrono::sys_time<std::chrono::milliseconds>>);
  STATIC_REQUIRE(!same<std::vector<std::optional<int>>, std::vector<int>>);
  STATIC_REQUIRE(!same<std::variant<int, std::string>, std::variant<int, bool>>);
}

TEST_CASE("a fingerprint is the same with every compiler") {
  CHECK(pawl::schema_fingerprint<payloads::everything>().hex() ==
        "7e54be1d9e9c97c44948a1779943625a7814b36c3398931f26a9a02d998a3dd0");
}
