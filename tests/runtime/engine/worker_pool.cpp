// SPDX-License-Identifier: BSL-1.0
// The queue of a pool without threads: the test is its worker.
#include <pawl/runtime/engine/worker_pool.hpp>

#include "runtime/engine/recording_host.hpp"

namespace {

using namespace runtime_test;
using pawl::runtime::shared_attempt;
using pawl::runtime::worker_pool;
using keys = std::vector<std::int64_t>;

/// A pool and attempts that write down in which order they ran. The first attempt that is made is
/// number 1.
struct fixture {
  lone_attempts all{};
  keys ran{};
  worker_pool pool;

  explicit fixture(unsigned workers) : pool(workers) {
    all.act = [this](pawl::runtime::attempt& run) {
      CHECK(pool.busy() == 1);
      ran.push_back(run.lease().key);
    };
  }
  void add(is which) {
    const shared_attempt one[] = {all.make(which)};
    pool.add(one, which == is::begun ? 1 : 0);
  }
  void run_all() {
    while (const shared_attempt next = pool.pick_up()) {
      next->run();
      pool.put_down();
    }
  }
};

}  // namespace

TEST_CASE("what has begun is run before what is held, each in its order") {
  fixture f(4);
  REQUIRE(f.pool.reserve(2) == 2);
  const shared_attempt some[] = {f.all.make(is::begun), f.all.make(is::held), f.all.make(is::held)};
  f.pool.add(some, 1);
  f.add(is::begun);
  f.run_all();
  CHECK(f.ran == keys{1, 4, 2, 3});
  CHECK(f.pool.busy() == 0);
}

TEST_CASE("a coroutine that begins on a worker goes before all others") {
  fixture f(2);
  REQUIRE(f.pool.reserve(1) == 1);
  f.add(is::begun);
  f.pool.add_first(f.all.make(is::begun));
  f.run_all();
  CHECK(f.ran == keys{2, 1});
}

TEST_CASE("no more workers are reserved than there are") {
  fixture f(3);
  CHECK(f.pool.reserve(2) == 2);
  CHECK(f.pool.has_free_worker());
  CHECK(f.pool.reserve(5) == 1);
  CHECK_FALSE(f.pool.has_free_worker());
  CHECK(f.pool.reserve(1) == 0);
  f.pool.give_back(3);
  CHECK(f.pool.reserve(5) == 3);
}

TEST_CASE("attempts that wait and attempts that run have each a worker that is not free") {
  fixture f(3);
  f.add(is::held);
  CHECK(f.pool.reserve(1) == 1);
  f.add(is::begun);  // its reservation becomes its place in the queue
  CHECK(f.pool.reserve(5) == 1);
  f.pool.give_back(1);
  f.all.act = [&](pawl::runtime::attempt&) { CHECK(f.pool.has_free_worker()); };
  f.run_all();
  CHECK(f.pool.reserve(5) == 3);
}

TEST_CASE("the attempts of one engine are taken back, begun or held, and no other's") {
  fixture f(4);
  const auto other = std::make_shared<recording_host>();
  REQUIRE(f.pool.reserve(2) == 2);
  const shared_attempt some[] = {f.all.make(is::begun), f.all.make(is::begun, other),
                                 f.all.make(is::held), f.all.make(is::held, other)};
  f.pool.add(some, 2);
  CHECK(f.pool.take_back(*other) == pawl::detail::light_vector<shared_attempt>{some[1], some[3]});
  CHECK(f.pool.take_back(*other).empty());
  f.run_all();
  CHECK(f.ran == keys{1, 3});
}

TEST_CASE("the jobs of a tenant are entered by urgency, and tenants keep their turns") {
  fixture f(4);
  struct place {
    std::int64_t tenant;
    std::int64_t sort_key;
  };
  const auto hold = [&](std::initializer_list<place> claimed) {
    std::vector<shared_attempt> some;
    for (const place& each : claimed) {
      storage::claimed job;
      job.tenant = each.tenant;
      job.sort_key = each.sort_key;
      some.push_back(f.all.make(is::held, f.all.host, std::move(job)));
    }
    f.pool.add(some, 0);
  };
  SECTION("what a claim has dealt out stays as it is") {
    hold({{1, 100}, {2, 10}, {1, 101}, {2, 11}});
    f.run_all();
    CHECK(f.ran == keys{1, 2, 3, 4});
  }
  SECTION("an urgent job takes the first turn of its tenant") {
    hold({{1, 100}, {2, 10}, {1, 101}, {2, 11}});
    hold({{1, 5}});
    f.run_all();
    CHECK(f.ran == keys{5, 2, 1, 4, 3});
  }
  SECTION("one that is as urgent as another came later") {
    hold({{1, 100}, {1, 101}});
    hold({{1, 100}, {2, 1}});
    f.run_all();
    CHECK(f.ran == keys{1, 3, 2, 4});
  }
}

TEST_CASE("the jobs of two stores have nothing to do with each other's order") {
  fixture f(4);
  storage::claimed job;
  job.sort_key = 2;
  const shared_attempt first[] = {f.all.make(is::held, f.all.host, job)};
  f.pool.add(first, 0);
  job.sort_key = 1;
  const auto other = std::make_shared<recording_host>();
  const shared_attempt second[] = {f.all.make(is::held, other, job)};
  f.pool.add(second, 0);
  f.run_all();
  CHECK(f.ran == keys{1, 2});
}

TEST_CASE(
    "what was queued too long ago is taken out, but for what idle workers are about to enter") {
  fixture f(2);
  std::vector<shared_attempt> some;
  for (int i = 0; i < 5; ++i) {
    some.push_back(f.all.make(is::held));
    some.back()->note_queued(std::chrono::milliseconds{10 * i});
  }
  const auto other = std::make_shared<recording_host>();
  some.push_back(f.all.make(is::held, other));
  f.pool.add(some, 0);
  using list = pawl::detail::light_vector<shared_attempt>;
  CHECK(f.pool.take_overdue(*f.all.host, 29ms) == list{some[2]});
  const shared_attempt busy = f.pool.pick_up();  // the first; one worker is idle still
  CHECK(f.pool.take_overdue(*f.all.host, 30ms) == list{some[3]});
  const shared_attempt busier = f.pool.pick_up();
  CHECK(f.pool.take_overdue(*f.all.host, 30ms).empty());
  CHECK(f.pool.take_overdue(*f.all.host, 40ms) == list{some[4]});
  CHECK(f.pool.take_back(*other) == list{some[5]});
}

TEST_CASE("a dispatcher that found no worker free is woken when one is") {
  fixture f(1);
  pawl::runtime::wake_signal signal;
  using clock = pawl::runtime::wake_signal::clock;
  CHECK(f.pool.has_free_worker(&signal));
  f.add(is::held);
  const shared_attempt running = f.pool.pick_up();
  CHECK_FALSE(f.pool.has_free_worker(&signal));
  CHECK(f.pool.reserve(1, &signal) == 0);
  f.pool.put_down();
  signal.wait_until(clock::time_point::max());  // returns at once
  CHECK(f.pool.reserve(1, &signal) == 1);
}

TEST_CASE("a pool that was stopped has dropped what no worker had entered") {
  fixture f(2);
  f.add(is::held);
  f.pool.stop();
  CHECK(f.pool.pick_up() == nullptr);
  CHECK(f.ran.empty());
  CHECK(f.all.host->ends.empty());
}
