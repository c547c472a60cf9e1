// SPDX-License-Identifier: BSL-1.0
// A service without its job types, made of runners: what it needs no `service` for.
#include <pawl/runtime/engine/service_core.hpp>

#include <pawl/observe/metrics.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

#include "support/catch.hpp"

namespace {

using namespace std::chrono_literals;
namespace storage = pawl::storage;
using pawl::runtime::runner_of;
using pawl::runtime::service_core;
using store_type = pawl::testing::memory_store<>;

/// Notes which job types it was taught.
class pupil : public store_type {
 public:
  using store_type::memory_store;
  std::vector<std::string_view> learnt{};

  storage::result<void> learn(std::span<const pawl::job_descriptor* const> types) override {
    for (const pawl::job_descriptor* each : types) learnt.emplace_back(each->handler);
    return store_type::learn(types);
  }
};

struct kept : pawl::job<"test.core_kept", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int in) const { return in + 1; }
};
struct passing : pawl::job<"test.core_passing", pawl::lifecycles::service,
                           pawl::ephemeral<pawl::capacity<10>>> {
  outcome<int> operator()(context&, int in) const { return in + 2; }
};

/// A core of one job type that is stored and one that is not, and a session on it.
struct desk {
  pawl::testing::manual_clock clock;
  pupil store{storage::memory_options{}, clock};
  kept first{};
  passing second{};
  std::shared_ptr<int> handlers = std::make_shared<int>(0);
  service_core core{
      store,
      pawl::detail::light_ptr<storage::store>(new store_type(storage::memory_options{}, clock)),
      {runner_of(first), runner_of(second)},
      handlers};
  pawl::session<store_type, kept, passing> me{core.sessions(), {"acme", "ann", ""}};
};

}  // namespace

TEST_CASE("jobs are submitted before any are run, each to the store that its type has") {
  desk on;
  CHECK(on.store.learnt == std::vector<std::string_view>{"test.core_kept"});
  const auto stored = on.me.submit<kept>(1);
  const auto in_memory = on.me.submit<passing>(1);
  REQUIRE(stored);
  REQUIRE(in_memory);
  const auto everybody = storage::scope::every_tenant();
  CHECK(on.store.list(everybody, {.limit = 10})->jobs.size() == 1);
  REQUIRE(on.core.ephemeral() != nullptr);
  CHECK(on.core.ephemeral()->list(everybody, {.limit = 10})->jobs.size() == 1);
}

TEST_CASE("an engine runs the durable jobs of a service, and another one the ephemeral ones") {
  desk on;
  const auto stored = on.me.submit<kept>(1).value();
  const auto in_memory = on.me.submit<passing>(1).value();
  const auto durable = on.core.make_engine(false, {.workers = 1});
  REQUIRE(durable->enrol());
  durable->run_until_idle();
  CHECK(on.me.result(stored).value() == 2);
  CHECK(on.me.status(in_memory)->kind == pawl::kind::ready);
  const auto ephemeral = on.core.make_engine(true, {.workers = 1});
  REQUIRE(ephemeral->enrol());
  ephemeral->run_until_idle();
  CHECK(on.me.result(in_memory).value() == 3);
}

TEST_CASE("a service that was stopped may be started anew, and counts where that start says") {
  desk on;
  auto& before = on.core.metrics();
  REQUIRE(on.core.start({.workers = 1}));
  CHECK(&on.core.metrics() == &before);
  CHECK(on.core.health().running);
  const auto counted = std::make_shared<pawl::observe::metrics>();
  CHECK(on.core.start({.metrics = counted}).error().code == storage::errc::invalid);
  CHECK(&on.core.metrics() == &before);
  on.core.stop(0ms);
  CHECK_FALSE(on.core.health().running);
  REQUIRE(on.core.start({.workers = 1, .metrics = counted}));
  CHECK(&on.core.metrics() == counted.get());
  on.core.stop(0ms);
}

TEST_CASE("handlers are kept for as long as the service, or an engine of its, lives") {
  auto on = std::make_unique<desk>();
  const std::weak_ptr<int> handlers = std::exchange(on->handlers, {});
  CHECK_FALSE(handlers.expired());
  auto engine = on->core.make_engine(false, {.workers = 1});
  CHECK(handlers.use_count() == 2);
  engine.reset();
  CHECK(handlers.use_count() == 1);
  on.reset();
  CHECK(handlers.expired());
}
