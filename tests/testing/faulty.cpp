// SPDX-License-Identifier: BSL-1.0
// A store in which nothing is planned to go wrong is the store that it was given; and what is
// planned happens.
#include <pawl/testing/faulty.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/testing/sqlite_store.hpp>
#include <pawl/testing/storage_laws.hpp>

#include "../support/catch.hpp"

namespace {

using namespace pawl::testing;
using how = storage_fault::how;
namespace storage = pawl::storage;

struct over_memory {
  using store = faulty<memory_store<>>;
  static auto make(manual_clock clock) {
    return std::make_unique<store>(
        std::make_shared<memory_store<>>(storage::memory_options{}, clock));
  }
};
struct over_sqlite {
  using store = faulty<sqlite_store>;
  static auto make(manual_clock clock) {
    return std::make_unique<store>(fresh_sqlite_store(clock));
  }
};

std::size_t jobs_in(over_memory::store& store) {
  return store.list(storage::scope::every_tenant(), {})->jobs.size();
}

}  // namespace

TEMPLATE_TEST_CASE(
    "a store that nothing happens to keeps the laws, and the watch has nothing to say", "",
    over_memory, over_sqlite) {
  using store = typename TestType::store;
  STATIC_REQUIRE(storage::job_storage<store>);
  std::vector<std::shared_ptr<store>> made;
  const auto make = [&](manual_clock clock) { return made.emplace_back(TestType::make(clock)); };
  const auto laws = storage_laws(make, [](const char* law, const std::string& how_so) {
    UNSCOPED_INFO(law);
    FAIL_CHECK(how_so);
  });
  CHECK(laws > 110);
  for (const auto& each : made) CHECK(each->watch().broken() == std::vector<std::string>{});
}

TEST_CASE("a commit that is refused does nothing, and one whose reply is lost does all") {
  const manual_clock clock;
  const auto store = over_memory::make(clock);
  storage_bench bench(*store, clock);
  store->faults().plan({.what = how::refused, .nth = 2, .code = storage::errc::full});
  bench.submit(law_jobs::plain);
  bench.refused(storage::errc::full, bench.request(law_jobs::plain));
  CHECK(jobs_in(*store) == 1);
  store->faults().plan({.what = how::reply_lost, .code = storage::errc::busy});
  bench.refused(storage::errc::busy, bench.request(law_jobs::plain));
  CHECK(jobs_in(*store) == 2);
  bench.submit(law_jobs::plain);
  CHECK(jobs_in(*store) == 3);
}

TEST_CASE("every item of a batch hears of a fault") {
  const manual_clock clock;
  const auto store = over_memory::make(clock);
  store->faults().plan({.what = how::refused});
  storage::enrol enrol{"a"};
  storage::reap reap;
  store->apply({&enrol, &reap});
  REQUIRE_FALSE(enrol.answer);
  REQUIRE_FALSE(reap.answer);
  CHECK(enrol.answer.error().code == storage::errc::failed);
  CHECK(reap.answer.error().code == storage::errc::failed);
  CHECK(store->faults().disturbed() == "enrol, reap");
}

TEST_CASE("a process that died at a commit reaches the store no more, until another begins") {
  const manual_clock clock;
  const auto store = over_memory::make(clock);
  storage_bench bench(*store, clock);
  SECTION("before it") {
    store->faults().plan({.what = how::crash_before});
    CHECK_THROWS_AS(bench.submit(law_jobs::plain), simulated_crash);
    CHECK(jobs_in(*store) == 0);
  }
  SECTION("after it") {
    store->faults().plan({.what = how::crash_after});
    CHECK_THROWS_AS(bench.submit(law_jobs::plain), simulated_crash);
    CHECK(jobs_in(*store) == 1);
  }
  CHECK(store->faults().crashed());
  const std::size_t before = jobs_in(*store);
  CHECK_THROWS_AS(bench.submit(law_jobs::plain), simulated_crash);
  store->faults().bury();
  bench.submit(law_jobs::plain);
  CHECK(jobs_in(*store) == before + 1);
}

TEST_CASE("something happens first, and then the commit") {
  const manual_clock clock;
  const auto store = over_memory::make(clock);
  storage_bench bench(*store, clock);
  std::size_t seen = 99;
  store->faults().plan({.what = how::delayed, .meanwhile = [&] {
                          bench.submit(law_jobs::plain);
                          seen = jobs_in(*store);
                        }});
  bench.submit(law_jobs::plain);
  CHECK(seen == 1);
  CHECK(jobs_in(*store) == 2);
}
