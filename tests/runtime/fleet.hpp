// SPDX-License-Identifier: BSL-1.0
// Two processes on one store, whose steps a test takes: how the failures of one are heard of in the
// other. For every store.
#pragma once

#include <pawl/service.hpp>
#include <pawl/testing/manual_clock.hpp>
#include <pawl/testing/stepped_engine.hpp>

#include "../support/catch.hpp"

namespace runtime_test {

/// Fails while it is told to.
struct fragile
    : pawl::job<"fleet.fragile", pawl::lifecycles::service,
                pawl::errors<pawl::error::network_timeout>, pawl::retry<pawl::attempts<1>>> {
  std::shared_ptr<bool> broken = std::make_shared<bool>(false);
  outcome<int> operator()(context&, int in) const {
    if (*broken) return fail<pawl::error::network_timeout>("no answer");
    return in;
  }
};

/// Judges two engines on a fresh store that tells the clock's time.
template <class Store>
void judge_a_fleet(std::unique_ptr<Store> store, pawl::testing::manual_clock& clock) {
  const fragile handler{};
  pawl::service<Store, fragile> jobs{std::move(store), handler};
  auto me = jobs.as({.tenant = "acme", .user = "ann"});
  const pawl::service_options options{.workers = 8, .prefetch = 0, .log = pawl::observe::no_log{}};
  std::unique_ptr<pawl::runtime::engine> first = pawl::testing::stepped_engine(jobs, options);
  std::unique_ptr<pawl::runtime::engine> second = pawl::testing::stepped_engine(jobs, options);
  REQUIRE(first->enrol());
  REQUIRE(second->enrol());

  const auto run = [&](pawl::runtime::engine& on, int count, bool broken) {
    *handler.broken = broken;
    for (int i = 0; i < count; ++i) REQUIRE(me.template submit<fragile>(i));
    on.run_until_idle();
  };
  /// Everybody gives a sign of life; twice, so that the first hears of the second too.
  const auto tell = [&] {
    clock.advance(std::chrono::seconds{25});
    first->keep_once();
    second->keep_once();
    first->dispatch_once();
    second->dispatch_once();
  };
  /// How many begin at once in a process, of plenty.
  const auto at_once = [&](pawl::runtime::engine& on) {
    *handler.broken = false;
    for (int i = 0; i < 10; ++i) REQUIRE(me.template submit<fragile>(i));
    on.dispatch_once();
    while (on.enter_one()) {
    }
    const std::size_t busy = on.health().busy;
    on.run_until_idle();
    return busy;
  };

  // A process that runs nothing itself goes with the one that fails.
  CHECK(at_once(*second) == 8);
  tell();
  run(*first, 60, true);
  tell();
  CHECK(at_once(*second) == 4);
  // The others do well again, and so does it.
  for (int round = 0; round < 6; ++round) {
    run(*first, 40, false);
    tell();
  }
  CHECK(at_once(*second) == 8);

  // One that fails by itself, among others that do not, is not slowed down.
  run(*second, 200, false);
  tell();
  tell();
  run(*second, 200, false);
  clock.advance(std::chrono::seconds{25});
  second->keep_once();
  first->keep_once();
  run(*first, 20, true);
  CHECK(at_once(*first) == 8);

  // Who has gone is not counted any more.
  run(*first, 200, true);
  clock.advance(std::chrono::seconds{25});
  first->keep_once();
  second->keep_once();
  first.reset();
  second->dispatch_once();
  clock.advance(std::chrono::seconds{61});
  second->keep_once();
  second->dispatch_once();
  for (int round = 0; round < 12; ++round) run(*second, 20, false);
  CHECK(at_once(*second) == 8);
}

}  // namespace runtime_test
