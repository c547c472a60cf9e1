// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/light_queue.hpp>

#include <memory>

#include "support/catch.hpp"

namespace {

using pawl::detail::light_queue;
using pawl::detail::light_vector;

TEST_CASE("a light queue is first in, first out, however long it is used") {
  light_queue<int> queue;
  int in = 0;
  int out = 0;
  bool in_order = true;
  for (int round = 0; round < 200; ++round) {
    for (int i = 0; i < 7; ++i) queue.push_back(in++);
    for (int i = 0; i < 5; ++i) in_order = in_order && queue.pop_front() == out++;
  }
  CHECK(queue.size() == 400);
  while (!queue.empty()) in_order = in_order && queue.pop_front() == out++;
  CHECK(in_order);
  CHECK(out == in);
}

TEST_CASE("each element of a light queue is found by its place") {
  light_queue<int> queue;
  for (int i = 0; i < 40; ++i) queue.push_back(i);
  for (int i = 0; i < 7; ++i) static_cast<void>(queue.pop_front());
  CHECK(queue[0] == 7);
  CHECK(queue[queue.size() - 1] == 39);
  queue[1] = 100;
  static_cast<void>(queue.pop_front());
  CHECK(queue.pop_front() == 100);
}

TEST_CASE("one may go before all others") {
  light_queue<int> queue;
  queue.push_front(1);
  queue.push_back(2);
  queue.push_front(0);
  CHECK(queue.pop_front() == 0);
  queue.push_front(-1);
  CHECK(queue.pop_front() == -1);
  CHECK(queue.pop_front() == 1);
  CHECK(queue.pop_front() == 2);
  CHECK(queue.empty());
}

TEST_CASE("what is wanted is taken out of the middle, and nothing is kept alive") {
  const auto token = std::make_shared<int>(7);
  light_queue<std::shared_ptr<int>> queue;
  for (int i = 0; i < 10; ++i) queue.push_back(i % 2 == 0 ? token : std::make_shared<int>(i));
  queue.pop_front();
  CHECK(token.use_count() == 5);
  light_vector<std::shared_ptr<int>> taken;
  queue.take_if([&](const auto& each) { return each == token; }, taken);
  CHECK(taken.size() == 4);
  CHECK(queue.size() == 5);
  taken.clear();
  CHECK(token.use_count() == 1);
  CHECK(*queue.pop_front() == 1);
  queue.clear();
  CHECK(queue.empty());
}

}  // namespace
