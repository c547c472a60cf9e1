// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/light_list.hpp>

#include <atomic>
#include <memory>
#include <string>

#include "support/catch.hpp"

namespace {

using pawl::detail::light_list;

TEST_CASE("what is in a light list stays where it is, in the order in which it came") {
  light_list<std::string> all;
  CHECK(all.empty());
  std::string& first = all.add("a");
  for (int i = 0; i < 50; ++i) all.add("b");
  CHECK(&first == &*all.begin());
  CHECK(all.size() == 51);
  std::string words;
  for (const std::string& each : all) words += each;
  CHECK(words == "a" + std::string(50, 'b'));
  all.add("c");
  all.remove_last();
  CHECK(all.size() == 51);
  all.add("d");
  words.clear();
  for (const std::string& each : all) words += each;
  CHECK(words == "a" + std::string(50, 'b') + "d");
  all.clear();
  CHECK(all.empty());
  CHECK(all.size() == 0);
  all.add("c");
  CHECK(*all.begin() == "c");
}

TEST_CASE("a light list holds what cannot be moved, and destroys it") {
  struct fixed {
    std::shared_ptr<int> token{};
    std::atomic<int> count{0};
  };
  const auto token = std::make_shared<int>(7);
  {
    light_list<fixed> all;
    all.add().token = token;
    all.add().token = token;
    CHECK(token.use_count() == 3);
  }
  CHECK(token.use_count() == 1);
}

}  // namespace
