// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/task.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "support/catch.hpp"

namespace {

using pawl::task;

task<int> answer() { co_return 42; }
task<std::string> spelled() { co_return std::to_string(co_await answer()); }
task<int> thrown() {
  throw std::runtime_error("no");
  co_return 0;
}
task<int> passes_on() { co_return co_await thrown() + 1; }
task<int> deep(int levels) {
  if (levels == 0) co_return 0;
  co_return 1 + co_await deep(levels - 1);
}
task<std::unique_ptr<int>> owned() { co_return std::make_unique<int>(5); }

TEST_CASE("a task starts when it is awaited, and gives its value") {
  CHECK(answer().run() == 42);
  CHECK(spelled().run() == "42");
  CHECK(*owned().run() == 5);
}

TEST_CASE("what a coroutine throws is thrown where it is awaited") {
  CHECK_THROWS_AS(thrown().run(), std::runtime_error);
  CHECK_THROWS_AS(passes_on().run(), std::runtime_error);
}

TEST_CASE("a chain of tasks runs to its end") { CHECK(deep(1000).run() == 1000); }

TEST_CASE("a task that is never awaited is destroyed unrun") {
  auto first = answer();
  auto second = std::move(first);
  CHECK_FALSE(second.done());
}

}  // namespace
