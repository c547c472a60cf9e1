// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/id_source.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using std::chrono::milliseconds;

constexpr instant now{milliseconds{1'700'000'000'123}};

TEST_CASE("an id is a UUID of version 7: its time, its version, its variant") {
  id_source ids;
  for (int i = 0; i < 100; ++i) {
    const instant at = now + milliseconds{i};
    const job_id id = ids.next(at);
    CHECK(id.high() >> 16U == static_cast<std::uint64_t>(at.time_since_epoch().count()));
    CHECK((id.high() >> 12U & 0xfU) == 7);
    CHECK(id.low() >> 62U == 2);
    CHECK_FALSE(id.is_ephemeral());
    CHECK_FALSE(id.is_nil());
  }
}

TEST_CASE("an id says whether its job is ephemeral", "[SVC-29]") {
  id_source ids;
  for (int i = 0; i < 50; ++i) {
    CHECK(ids.next(now, true).is_ephemeral());
    CHECK_FALSE(ids.next(now).is_ephemeral());
  }
}

TEST_CASE("the ids of one source are strictly increasing, whatever the clock does") {
  id_source ids;
  job_id last;
  for (int i = 0; i < 20'000; ++i) {
    // Standing still, going back, and more in a millisecond than its counter holds.
    const instant at = now + milliseconds{i < 10'000 ? 0 : i % 7 - 3};
    const job_id id = ids.next(at);
    if (!(last < id)) FAIL("ids increase");
    if ((id.high() >> 12U & 0xfU) != 7 || id.low() >> 62U != 2) FAIL("and stay UUIDs");
    last = id;
  }
}

TEST_CASE("nothing about another id can be guessed from one") {
  id_source ids;
  id_source others;
  std::set<std::uint64_t> low;
  int ones[62] = {};
  for (int i = 0; i < 4000; ++i) {
    const job_id id = ids.next(now);
    low.insert(id.low());
    low.insert(others.next(now).low());
    for (unsigned bit = 1; bit < 62; ++bit) ones[bit] += static_cast<int>(id.low() >> bit & 1U);
  }
  CHECK(low.size() == 8000);
  for (unsigned bit = 1; bit < 62; ++bit) {
    INFO("bit " << bit);
    CHECK(std::abs(ones[bit] - 2000) < 300);  // nine standard deviations
  }
}

TEST_CASE("any number of threads may ask one source") {
  id_source ids;
  std::vector<std::vector<job_id>> made(8);
  std::vector<std::thread> threads;
  for (auto& mine : made)
    threads.emplace_back([&ids, &mine] {
      for (int i = 0; i < 5000; ++i) mine.push_back(ids.next(now));
    });
  for (auto& each : threads) each.join();
  std::set<job_id> all;
  for (const auto& each : made) {
    CHECK(std::is_sorted(each.begin(), each.end()));
    all.insert(each.begin(), each.end());
  }
  CHECK(all.size() == 40'000);
}

TEST_CASE("a child process does not make the ids that its parent makes") {
  id_source ids;
  static_cast<void>(ids.next(now));  // its random bytes are there
  int pipes[2];
  REQUIRE(::pipe(pipes) == 0);
  constexpr int count = 20;
  const ::pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (int i = 0; i < count; ++i) {
      const job_id id = ids.next(now);
      if (::write(pipes[1], id.bytes.data(), 16) != 16) ::_exit(1);
    }
    ::_exit(0);
  }
  std::set<std::uint64_t> seen;
  for (int i = 0; i < count; ++i) {
    seen.insert(ids.next(now).low());
    job_id theirs;
    REQUIRE(::read(pipes[0], theirs.bytes.data(), 16) == 16);
    seen.insert(theirs.low());
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(seen.size() == 2 * count);
  ::close(pipes[0]);
  ::close(pipes[1]);
}

}  // namespace
