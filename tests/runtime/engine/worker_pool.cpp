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

TEST_CASE("a pool that was stopped has dropped what no worker had entered") {
  fixture f(2);
  f.add(is::held);
  f.pool.stop();
  CHECK(f.pool.pick_up() == nullptr);
  CHECK(f.ran.empty());
  CHECK(f.all.host->ends.empty());
}
