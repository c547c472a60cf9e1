// SPDX-License-Identifier: BSL-1.0
// A call that got lost would show as a test that does not end.
#include <pawl/runtime/engine/wake_signal.hpp>

#include <latch>
#include <thread>

#include "support/catch.hpp"

namespace {

using namespace std::chrono_literals;
using pawl::runtime::wake_signal;

auto much_later() { return wake_signal::clock::now() + 24h; }

}  // namespace

TEST_CASE("a call that comes before the wait is remembered") {
  wake_signal signal;
  signal.now({.work = true});
  signal.wait_until(much_later());
  CHECK(signal.take().work);
}

TEST_CASE("a call for a moment later that comes before the wait is remembered") {
  wake_signal signal;
  signal.in_a_moment();
  signal.wait_until(much_later());
  CHECK_FALSE(signal.take().work);
}

TEST_CASE("a call for a moment later does not put off one for now") {
  wake_signal signal;
  signal.now({.work = true});
  signal.in_a_moment();
  signal.wait_until(much_later());
  CHECK(signal.take().work);
}

TEST_CASE("a call wakes the one that waits") {
  const bool at_once = GENERATE(true, false);
  wake_signal signal;
  std::latch waits{1};
  std::jthread calling([&] {
    waits.wait();
    if (at_once)
      signal.now({.enrol = true});
    else
      signal.in_a_moment();
  });
  waits.count_down();
  signal.wait_until(much_later());
  CHECK(signal.take().enrol == at_once);
}

TEST_CASE("a wait ends at its time without any call") {
  wake_signal signal;
  signal.wait_until(wake_signal::clock::now());
  const auto why = signal.take();
  CHECK_FALSE(why.work);
  CHECK_FALSE(why.enrol);
}

TEST_CASE("reasons add up until they are taken, and are taken once") {
  wake_signal signal;
  signal.now({.work = true});
  signal.now({.enrol = true});
  signal.in_a_moment();
  const auto first = signal.take();
  CHECK(first.work);
  CHECK(first.enrol);
  const auto second = signal.take();
  CHECK_FALSE(second.work);
  CHECK_FALSE(second.enrol);
}
