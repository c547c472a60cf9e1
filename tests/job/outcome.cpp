// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/outcome.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "job/sample.hpp"
#include "support/catch.hpp"

namespace {

using support::buy;
using support::receipt;
using support::sold_out;
using result = buy::outcome<receipt>;

static_assert(std::is_constructible_v<result, pawl::failed<sold_out>>);
static_assert(std::is_constructible_v<result, pawl::failed<pawl::error::timeout>>,
              "every set holds it");
static_assert(!std::is_constructible_v<result, pawl::failed<pawl::error::quota_exceeded>>);
static_assert(!std::is_default_constructible_v<result>);
static_assert(std::is_default_constructible_v<buy::outcome<void>>);

TEST_CASE("an outcome is a value, a declared failure, cancelled, settled or snoozed") {
  const result value = receipt{"7"};
  CHECK(value.has_value());
  CHECK(value.value().number == "7");
  CHECK(value.error() == nullptr);

  const result failed = buy::fail<sold_out>("none left", "shelf 3");
  CHECK_FALSE(failed.has_value());
  REQUIRE(failed.error() != nullptr);
  CHECK(failed.error()->code == "sold_out");
  CHECK(failed.error()->message == "none left");
  CHECK(failed.error()->detail == "shelf 3");

  CHECK(result(pawl::cancelled).is_cancelled());
  CHECK(result(pawl::settled<support::receipt>{}).is_settled());
  const result later = pawl::snooze{std::chrono::seconds(5)};
  REQUIRE(later.snoozed() != nullptr);
  CHECK(later.snoozed()->delay == std::chrono::seconds(5));
  CHECK_FALSE(later.has_value());
}

TEST_CASE("what becomes the output may be returned for it, but no null for a text") {
  using text = buy::outcome<std::string>;
  const auto quoted = []() -> text { return "sold"; };
  CHECK(quoted().value() == "sold");
  const auto wider = []() -> buy::outcome<std::int64_t> { return 7; };
  CHECK(wider().value() == 7);
  const auto none = []() -> buy::outcome<std::unique_ptr<int>> { return nullptr; };
  CHECK(none().has_value());
  STATIC_REQUIRE_FALSE(std::is_convertible_v<std::nullptr_t, text>);
}

TEST_CASE("an outcome of nothing succeeds by being made") {
  CHECK(buy::outcome<void>{}.has_value());
}

}  // namespace
