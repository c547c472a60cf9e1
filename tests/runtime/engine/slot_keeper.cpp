// SPDX-License-Identifier: BSL-1.0
// The part of an engine that fires schedules, step by step.
#include <pawl/runtime/engine/slot_keeper.hpp>

#include <pawl/runtime/engine/core.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using namespace std::chrono_literals;
namespace storage = pawl::storage;

struct unscheduled : pawl::job<"test.unscheduled", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};
struct hourly : pawl::job<"test.hourly", pawl::lifecycles::service, pawl::every<1_h>> {
  static int input_at(pawl::instant) { return 1; }
  outcome<void> operator()(context&, int) const { return {}; }
};

/// An engine's core on a store that stands by itself. No poll comes before the slots.
template <class H>
struct desk {
  pawl::testing::manual_clock clock;
  pawl::testing::memory_store<> store{storage::memory_options{}, clock};
  H handler{};
  pawl::runtime::engine_core core{store,
                                  {pawl::runtime::runner_of(handler)},
                                  {.poll = 240h},
                                  pawl::runtime::make_worker_pool(1),
                                  std::make_shared<pawl::observe::metrics>(),
                                  {}};
  pawl::detail::light_ptr<pawl::runtime::slot_keeper> keeper = core.make_slot_keeper();

  desk() {
    const pawl::job_descriptor* const types[] = {&pawl::type_of<H>};
    REQUIRE(store.learn(types));
  }
  std::size_t jobs() {
    return store.list(storage::scope::every_tenant(), {.limit = 10})->jobs.size();
  }
};

}  // namespace

TEST_CASE("an engine fires schedules if one of its job types may have any") {
  CHECK_FALSE(desk<unscheduled>{}.keeper);
  CHECK(desk<hourly>{}.keeper);
}

TEST_CASE("a slot keeper declares once, fires each slot once, and knows when the next one comes") {
  desk<hourly> on;
  const auto begun = on.store.elapsed();
  REQUIRE(on.keeper->declare());
  REQUIRE(on.keeper->declare());
  const auto declared = storage::apply_one(
      on.store, storage::find_schedules{.scope = storage::scope::every_tenant()});
  REQUIRE(declared);
  REQUIRE(declared->found.size() == 1);
  CHECK(declared->found[0].handler == "test.hourly");
  CHECK_FALSE(on.keeper->once());
  CHECK(on.keeper->next_look() == begun + 1h);
  on.clock.advance(1h - 1ms);
  CHECK_FALSE(on.keeper->once());
  CHECK(on.jobs() == 0);
  on.clock.advance(1ms);
  CHECK(on.keeper->once());
  CHECK(on.jobs() == 1);
  CHECK(on.keeper->next_look() == begun + 2h);
  CHECK_FALSE(on.keeper->once());
  CHECK(on.jobs() == 1);
}

TEST_CASE("a slot that another engine has fired is not fired again") {
  desk<hourly> on;
  const auto second = on.core.make_slot_keeper();
  REQUIRE(on.keeper->declare());
  REQUIRE(second->declare());
  on.clock.advance(1h);
  CHECK(second->once());
  CHECK_FALSE(on.keeper->once());
  CHECK(on.jobs() == 1);
}
