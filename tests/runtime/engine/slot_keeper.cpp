// SPDX-License-Identifier: BSL-1.0
// The part of an engine that fires schedules, step by step.
#include <pawl/runtime/engine/slot_keeper.hpp>

#include <pawl/runtime/engine/core.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/transport/none.hpp>

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
struct punctual : pawl::job<"test.punctual", pawl::lifecycles::service, pawl::every<1_h>,
                            pawl::missed<pawl::slots::skip>> {
  static int input_at(pawl::instant) { return 1; }
  outcome<void> operator()(context&, int) const { return {}; }
};

/// Announces nothing while it is silent: what is due is known from its answers alone.
class quiet_store : public pawl::testing::memory_store<> {
 public:
  using memory_store::memory_store;
  bool is_silent = false;

  [[nodiscard]] pawl::transport::channel& transport() override {
    return is_silent ? none_ : memory_store::transport();
  }

 private:
  pawl::transport::none none_{};
};

/// An engine's core on a store that stands by itself. No poll comes before the slots.
template <class H>
struct desk {
  pawl::testing::manual_clock clock;
  quiet_store store{storage::memory_options{}, clock};
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
  on.store.is_silent = GENERATE(false, true);
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

TEST_CASE("a slot keeper hears when another engine declares a schedule that is due earlier") {
  desk<hourly> on;
  CHECK_FALSE(on.keeper->once());
  const auto looked = on.store.elapsed();
  CHECK(on.keeper->next_look() == looked + 240h);
  const auto second = on.core.make_slot_keeper();
  REQUIRE(second->declare());
  CHECK(on.keeper->next_look() == looked + 1h);
}

TEST_CASE("a slot that is skipped makes no job, and the keeper says so") {
  desk<punctual> on;
  REQUIRE(on.keeper->declare());
  on.clock.advance(90min);
  CHECK_FALSE(on.keeper->once());
  CHECK(on.jobs() == 0);
  on.clock.advance(30min);
  CHECK(on.keeper->once());
  CHECK(on.jobs() == 1);
}
