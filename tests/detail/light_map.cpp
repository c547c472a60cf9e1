// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/light_map.hpp>

#include <memory>
#include <string>

#include "support/catch.hpp"

namespace {

using pawl::detail::light_map;

TEST_CASE("a light map finds what was put into it, and nothing else") {
  light_map<std::string, int> map;
  CHECK(map.find(std::string_view("a")) == nullptr);
  map.erase(std::string_view("a"));
  for (int i = 0; i < 1000; ++i) map.put(std::to_string(i), i);
  CHECK(map.size() == 1000);
  bool all_found = true;
  for (int i = 0; i < 1000; ++i) {
    const int* const found = map.find(std::string_view(std::to_string(i)));
    all_found = all_found && found != nullptr && *found == i;
  }
  CHECK(all_found);
  CHECK(map.find("1000") == nullptr);
  map.put("7", 70);
  CHECK(map.size() == 1000);
  CHECK(*map.find("7") == 70);
  map.erase("7");
  map.erase("7");
  CHECK(map.find("7") == nullptr);
  CHECK(map.size() == 999);
  int sum = 0;
  map.for_each([&](const std::string&, int value) { sum += value; });
  CHECK(sum == 499500 - 7);
  map.clear();
  CHECK(map.size() == 0);
  CHECK(map.find("8") == nullptr);
}

TEST_CASE("values of a light map stay where they are, and go with it") {
  const auto token = std::make_shared<int>(7);
  {
    light_map<std::int64_t, std::shared_ptr<int>> map;
    const auto* const first = &map.add(-1, token);
    for (std::int64_t i = 0; i < 100; ++i) map.add(i << 40, token);
    CHECK(map.find(-1) == first);
    CHECK(token.use_count() == 102);
    map.erase(-1);
    CHECK(token.use_count() == 101);
  }
  CHECK(token.use_count() == 1);
}

TEST_CASE("objects are told apart by their addresses") {
  const int objects[3] = {};
  light_map<const int*, int> map;
  for (const int& each : objects) map.add(&each, static_cast<int>(&each - objects));
  CHECK(*map.find(&objects[2]) == 2);
  CHECK(*map.find(&objects[0]) == 0);
}

}  // namespace
