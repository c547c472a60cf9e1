// SPDX-License-Identifier: BSL-1.0
#include <pawl/observe/log_entry.hpp>

#include <functional>

#include <pawl/codec/secret.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::observe;

struct some_payload {
  int secret = 0;
};

TEST_CASE("an event is a constant of the program") {
  STATIC_REQUIRE(event<"lease_lost">.name() == "lease_lost");
  STATIC_REQUIRE(event<"lease_lost"> == event<"lease_lost">);
  STATIC_REQUIRE_FALSE(event<"lease_lost"> == event<"lease_kept">);
  STATIC_REQUIRE_FALSE(std::is_default_constructible_v<log_event>);
  STATIC_REQUIRE_FALSE(std::is_constructible_v<log_event, std::string_view>);
  STATIC_REQUIRE_FALSE(std::is_constructible_v<log_event, const char*>);
}

TEST_CASE("text, numbers and truths can be logged; secrets and payloads cannot") {
  STATIC_REQUIRE_FALSE(std::is_constructible_v<log_value, pawl::secret<std::string>>);
  STATIC_REQUIRE_FALSE(std::is_constructible_v<log_value, some_payload>);
  STATIC_REQUIRE_FALSE(std::is_constructible_v<log_value, const void*>);
  CHECK(std::get<std::string>(log_value("a").get()) == "a");
  CHECK(std::get<std::string>(log_value(std::string_view("a")).get()) == "a");
  CHECK(std::get<std::int64_t>(log_value(-1).get()) == -1);
  CHECK(std::get<std::uint64_t>(log_value(1U).get()) == 1);
  CHECK(std::get<double>(log_value(0.5F).get()) == 0.5);
  CHECK(std::get<bool>(log_value(true).get()));
}

TEST_CASE("whatever can be called with an entry is a sink") {
  STATIC_REQUIRE(log_sink<no_log>);
  STATIC_REQUIRE(log_sink<void (*)(const log_entry&)>);
  STATIC_REQUIRE(log_sink<std::function<void(const log_entry&)>>);
  STATIC_REQUIRE_FALSE(log_sink<std::function<void(std::string)>>);
  STATIC_REQUIRE_FALSE(log_sink<int>);
}

TEST_CASE("what is not serious enough is not passed on") {
  std::vector<log_level> heard;
  at_least sink(log_level::warning, [&](const log_entry& entry) { heard.push_back(entry.level); });
  for (const auto level : {log_level::error, log_level::debug, log_level::warning, log_level::info})
    sink({.level = level, .event = event<"noise">});
  CHECK(heard == std::vector{log_level::error, log_level::warning});
}

}  // namespace
