// SPDX-License-Identifier: BSL-1.0
#include <pawl/observe/throttle.hpp>

#include <atomic>
#include <thread>
#include <vector>

#include "support/catch.hpp"

namespace {

using namespace pawl::observe;
using namespace std::chrono_literals;
using answer = std::optional<std::uint64_t>;

TEST_CASE("an event is let through once in an interval, with the number of those that were not") {
  log_throttle often(30s);
  constexpr auto full = event<"disk_full">;
  CHECK(often.admit(full, 100s) == answer(0));
  CHECK(often.admit(full, 100s) == answer());
  CHECK(often.admit(full, 129s + 999ms) == answer());
  CHECK(often.admit(full, 130s) == answer(2));
  CHECK(often.admit(full, 131s) == answer());
  CHECK(often.admit(full, 500s) == answer(1));
  CHECK(often.admit(full, 530s) == answer(0));
}

TEST_CASE("a disk that is full for an hour fills at most two lines a minute") {
  log_throttle often;
  std::uint64_t lines = 0;
  std::uint64_t told = 0;
  for (auto now = 0ms; now < 1h; now += 250ms)
    if (const auto held_back = often.admit(event<"disk_full">, now)) {
      ++lines;
      told += 1 + *held_back;
    }
  CHECK(lines == 120);
  // All that happened since the last line is not told yet.
  CHECK(told == 4 * 3600 - 119);
}

TEST_CASE("events do not hold each other back") {
  log_throttle often;
  CHECK(often.admit(event<"disk_full">, 0s) == answer(0));
  CHECK(often.admit(event<"heartbeat_failed">, 0s) == answer(0));
}

TEST_CASE("a time that goes back causes neither a flood nor a long silence") {
  log_throttle often(30s);
  CHECK(often.admit(event<"disk_full">, 1000s) == answer(0));
  CHECK(often.admit(event<"disk_full">, 5s) == answer());
  CHECK(often.admit(event<"disk_full">, 34s) == answer());
  CHECK(often.admit(event<"disk_full">, 35s) == answer(2));
}

TEST_CASE("of many threads at one time one is let through") {
  log_throttle often;
  std::atomic<int> admitted{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i)
        if (often.admit(event<"disk_full">, 1s)) ++admitted;
    });
  for (std::thread& each : threads) each.join();
  CHECK(admitted == 1);
  CHECK(often.admit(event<"disk_full">, 31s) == answer(3999));
}

}  // namespace
