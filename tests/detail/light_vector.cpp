// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/light_vector.hpp>

#include <memory>
#include <string>

#include "support/catch.hpp"

namespace {

using pawl::detail::light_vector;
using numbers = light_vector<int>;

TEST_CASE("a light vector grows, and keeps the order") {
  numbers all;
  CHECK(all.empty());
  for (int i = 0; i < 100; ++i) all.push_back(i);
  CHECK(all.size() == 100);
  CHECK(all.front() == 0);
  CHECK(all.back() == 99);
  int sum = 0;
  for (const int each : all) sum += each;
  CHECK(sum == 4950);
  all.pop_back();
  CHECK(all[98] == 98);
  CHECK(all.size() == 99);
}

TEST_CASE("a light vector is copied, moved, swapped and compared") {
  const numbers one{1, 2, 3};
  numbers two = one;
  CHECK(two == one);
  two.push_back(4);
  CHECK(!(two == one));
  CHECK(!(two == numbers{1, 2, 3, 5}));
  const numbers three = std::move(two);
  CHECK(three == numbers{1, 2, 3, 4});
  numbers four;
  four = three;
  CHECK(four == three);
  CHECK(numbers(std::size_t{3}) == numbers{0, 0, 0});
}

TEST_CASE("a light vector inserts and erases at any place") {
  numbers all{1, 3};
  CHECK(*all.insert(all.begin() + 1, 2) == 2);
  CHECK(*all.insert(all.begin(), 0) == 0);
  CHECK(*all.insert(all.end(), 4) == 4);
  CHECK(all == numbers{0, 1, 2, 3, 4});
  CHECK(*all.erase(all.begin()) == 1);
  const int* const after = all.erase(all.begin() + 3);
  CHECK(after == all.end());
  CHECK(all == numbers{1, 2, 3});
  const int more[] = {4, 5};
  all.append(more, more + 2);
  numbers asked;
  erase_if(all, [&](const int each) {
    asked.push_back(each);
    return each % 2 == 0;
  });
  CHECK(all == numbers{1, 3, 5});
  CHECK(asked == numbers{1, 2, 3, 4, 5});
}

TEST_CASE("a light vector destroys what it held, once") {
  const auto token = std::make_shared<int>(7);
  {
    light_vector<std::shared_ptr<int>> all;
    for (int i = 0; i < 9; ++i) all.push_back(token);
    CHECK(token.use_count() == 10);
    all.pop_back();
    all.erase(all.begin());
    CHECK(token.use_count() == 8);
    erase_if(all, [](const auto&) { return true; });
    CHECK(token.use_count() == 1);
    all.push_back(token);
    all.clear();
    all.push_back(token);
    light_vector<std::shared_ptr<int>> other{token, token};
    other = all;
    CHECK(token.use_count() == 3);
  }
  CHECK(token.use_count() == 1);
}

TEST_CASE("a light vector holds what can only be moved, and makes it from its parts") {
  light_vector<std::unique_ptr<std::string>> all;
  all.reserve(1);
  all.push_back(std::make_unique<std::string>("a"));
  all.push_back(std::make_unique<std::string>("b"));
  CHECK(*all[0] + *all[1] == "ab");
  struct pair {
    std::string name;
    int number;
  };
  light_vector<pair> pairs;
  CHECK(pairs.emplace_back("x", 7).number == 7);
  CHECK(pairs.back().name == "x");
}

TEST_CASE("a list is searched, and put in order") {
  numbers all;
  CHECK(!contains(all, 7));
  pawl::detail::sort_by(all, [](int a, int b) { return a < b; });
  for (int i = 0; i < 200; ++i) all.push_back(i * 37 % 101);
  pawl::detail::sort_by(all, [](int a, int b) { return a < b; });
  bool in_order = true;
  for (std::size_t i = 1; i < all.size(); ++i) in_order = in_order && all[i - 1] <= all[i];
  CHECK(in_order);
  CHECK(contains(all, 100));
  CHECK(!contains(all, 101));
}

}  // namespace
