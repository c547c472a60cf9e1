// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/callable.hpp>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace {

using pawl::callable;
using hears = callable<const std::string&>;

int called = 0;
void count_call(const std::string&) { ++called; }

TEST_CASE("anything that can be called with the arguments is a callable, nothing else is") {
  STATIC_REQUIRE(std::is_convertible_v<void (*)(const std::string&), hears>);
  STATIC_REQUIRE(std::is_convertible_v<std::function<void(std::string)>, hears>);
  STATIC_REQUIRE(
      std::is_convertible_v<int (*)(const std::string&), hears>);  // its answer is dropped
  STATIC_REQUIRE(!std::is_convertible_v<void (*)(int), hears>);
  STATIC_REQUIRE(!std::is_convertible_v<void (*)(std::string&), hears>);
  STATIC_REQUIRE(!std::is_constructible_v<hears, int>);
  STATIC_REQUIRE(!std::is_convertible_v<std::size_t (std::string::*)() const, hears>);
  STATIC_REQUIRE(sizeof(hears) == sizeof(void*));
}

TEST_CASE("an empty callable is false, and calling it does nothing") {
  CHECK(!hears{});
  CHECK(!hears{nullptr});
  CHECK(!hears{std::function<void(const std::string&)>{}});
  CHECK(!hears{static_cast<void (*)(const std::string&)>(nullptr)});
  hears{}("nobody");
}

TEST_CASE("a callable calls functions, lambdas and what has a state of its own") {
  called = 0;
  const hears function = &count_call;
  REQUIRE(function);
  function("a");
  const hears itself = count_call;
  itself("b");
  CHECK(called == 2);

  std::vector<std::string> heard;
  const hears lambda = [&](const std::string& words) { heard.push_back(words); };
  REQUIRE(lambda);
  lambda("one");
  lambda("two");
  CHECK(heard == std::vector<std::string>{"one", "two"});

  const hears wrapped = std::function<void(const std::string&)>(lambda);
  wrapped("three");
  CHECK(heard.back() == "three");
}

struct log_file {
  bool open = false;
  int* written;
  explicit operator bool() const { return open; }
  void operator()(const std::string&) const { ++*written; }
};

TEST_CASE("what is false for a reason of its own is called all the same") {
  int written = 0;
  const hears sink = log_file{false, &written};
  REQUIRE(sink);
  sink("a line");
  CHECK(written == 1);
}

TEST_CASE("copies share what they call, and it ends with the last of them") {
  auto token = std::make_shared<int>(0);
  callable<int> first = [held = std::make_unique<std::shared_ptr<int>>(token),
                         sum = 0](int more) mutable { **held = sum += more; };
  CHECK(token.use_count() == 2);
  {
    callable<int> second = first;
    first(1);
    second(2);
    CHECK(*token == 3);
    first = nullptr;
    CHECK(token.use_count() == 2);
    callable<int> third = std::move(second);
    CHECK(!second);  // NOLINT(bugprone-use-after-move): what is left is empty
    third(4);
    CHECK(*token == 7);
    const auto& itself = third;
    third = itself;
    CHECK(token.use_count() == 2);
  }
  CHECK(token.use_count() == 1);
}

TEST_CASE("an argument that can only be moved arrives") {
  int got = 0;
  const callable<std::unique_ptr<int>> takes = [&](std::unique_ptr<int> it) { got = *it; };
  takes(std::make_unique<int>(7));
  CHECK(got == 7);
}

TEST_CASE("copies may be dropped by any thread") {
  auto token = std::make_shared<int>(0);
  {
    callable<> shared = [token] {};
    std::vector<std::thread> threads;
    for (int i = 0; i != 4; ++i)
      threads.emplace_back([shared] {
        for (int n = 0; n != 1000; ++n) {
          const callable<> mine = shared;
          mine();
        }
      });
    for (std::thread& each : threads) each.join();
  }
  CHECK(token.use_count() == 1);
}

}  // namespace
