// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/futex.hpp>

#include <thread>

#include "support/catch.hpp"

namespace {

using namespace pawl::detail;

TEST_CASE("a word that has changed already lets nobody sleep") {
  const futex_word word{1};
  for (const futex_reach reach : {futex_reach::process, futex_reach::machine}) {
    futex_wait(word, reach, 0);
    CHECK(futex_wait_until(word, reach, 0, std::chrono::steady_clock::time_point::max()));
  }
}

TEST_CASE("a time that is over is said to be over") {
  const futex_word word{0};
  for (const futex_reach reach : {futex_reach::process, futex_reach::machine})
    CHECK_FALSE(futex_wait_until(word, reach, 0, std::chrono::steady_clock::now()));
}

TEST_CASE("a sleeper is woken by one of its marks") {
  for (const futex_reach reach : {futex_reach::process, futex_reach::machine}) {
    futex_word word{0};
    std::thread sleeper([&] {
      while (word.load() == 0) futex_wait(word, reach, 0, 4U);
    });
    word.store(1);
    futex_wake(word, reach, 1, 6U);
    sleeper.join();
    CHECK(word.load() == 1);
  }
}

}  // namespace
