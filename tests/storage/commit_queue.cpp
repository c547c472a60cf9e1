// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/sqlite/commit_queue.hpp>

#include <algorithm>
#include <atomic>
#include <latch>
#include <thread>

#include "support/catch.hpp"

namespace {

using namespace pawl::storage;
using requests = detail::commit_queue::requests;

/// Answers every operation, and counts what must not happen.
struct committer {
  detail::commit_queue queue;
  std::size_t largest;
  std::atomic<int> inside{0};
  std::atomic<int> at_once{0};
  std::atomic<int> too_large{0};
  std::atomic<std::size_t> operations{0};

  explicit committer(std::size_t most) : queue(most), largest(most) {}

  /// Passes a batch of so many, and says how many of them were answered.
  std::size_t pass(std::size_t size) {
    std::vector<enrol> asked(size);
    std::vector<operation_ptr> batch;
    for (enrol& each : asked) batch.emplace_back(&each);
    queue.pass(batch, [this](const requests& group) { commit(group); });
    std::size_t answered = 0;
    for (const enrol& each : asked) answered += each.answer && each.answer->owner == 1;
    return answered;
  }

  void commit(const requests& group) {
    if (++inside != 1) ++at_once;
    std::size_t sum = 0;
    for (const auto& each : group)
      for (const operation_ptr& op : each->batch) {
        ++sum;
        auto& answer = op.as<enrol>()->answer;
        answer = enrol::answer_type{answer->owner + 1};
      }
    if (group.size() > 1 && sum > largest) ++too_large;
    operations += sum;
    --inside;
  }
};

TEST_CASE("a caller who is alone commits by itself") {
  committer on(100);
  for (std::size_t size = 1; size <= 150; ++size) CHECK(on.pass(size) == size);
  CHECK(on.queue.commits() == 150);
}

TEST_CASE("every batch is committed once, and no group is too large") {
  constexpr std::size_t threads = 12;
  constexpr std::size_t rounds = 400;
  committer on(40);
  std::atomic<int> wrong{0};
  std::atomic<std::size_t> sum{0};
  std::latch begin(threads);
  std::vector<std::thread> all;
  for (std::size_t number = 0; number < threads; ++number)
    all.emplace_back([&, number] {
      begin.arrive_and_wait();
      for (std::size_t i = 0; i < rounds; ++i) {
        // Some fit beside others, some fill a commit, and some are larger than any should be.
        const std::size_t size = 1 + (i * 7 + number * 5) % 50;
        sum += size;
        if (on.pass(size) != size) ++wrong;
        // They do not always come back together.
        if ((i + number) % 16 == 0) std::this_thread::yield();
      }
    });
  for (std::thread& each : all) each.join();
  CHECK(wrong == 0);
  CHECK(on.at_once == 0);
  CHECK(on.too_large == 0);
  CHECK(on.operations == sum);
  CHECK(on.queue.commits() <= threads * rounds);
  CHECK(on.pass(1) == 1);
}

TEST_CASE("callers who leave one after another do not keep the others") {
  constexpr std::size_t threads = 16;
  committer on(1000);
  std::atomic<std::size_t> done{0};
  std::vector<std::thread> all;
  for (std::size_t number = 0; number < threads; ++number)
    all.emplace_back([&, number] {
      for (std::size_t i = 0; i < 100 * (number + 1); ++i) done += on.pass(1);
    });
  for (std::thread& each : all) each.join();
  CHECK(done == 100 * threads * (threads + 1) / 2);
  CHECK(on.operations == done);
}

TEST_CASE("a commit that throws is its leader's affair: the others are let go, and go on") {
  constexpr std::size_t threads = 8;
  constexpr std::size_t rounds = 200;
  std::atomic<std::size_t> commits{0};
  detail::commit_queue queue(100);
  const auto commit = [&](const requests& group) {
    if (++commits % 3 == 0) throw std::bad_alloc();
    for (const auto& each : group)
      for (const operation_ptr& op : each->batch) op.as<enrol>()->answer = enrol::answer_type{1};
  };
  std::atomic<std::size_t> thrown{0};
  std::atomic<std::size_t> answered{0};
  std::atomic<std::size_t> passed{0};
  std::vector<std::thread> all;
  for (std::size_t number = 0; number < threads; ++number)
    all.emplace_back([&] {
      for (std::size_t i = 0; i < rounds; ++i) {
        enrol op;
        const operation_ptr batch[] = {&op};
        try {
          queue.pass(batch, commit);
          ++passed;
        } catch (const std::bad_alloc&) {
          ++thrown;
        }
        if (op.answer) ++answered;
      }
    });
  for (std::thread& each : all) each.join();
  CHECK(passed + thrown == threads * rounds);
  CHECK(thrown == commits / 3);
  CHECK(answered <= passed);
  CHECK(queue.commits() == commits);
}

}  // namespace
