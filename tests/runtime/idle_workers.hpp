// SPDX-License-Identifier: BSL-1.0
// Several processes on one store, whose steps a test takes: no job waits behind a busy worker while
// one of another process is idle. For every store.
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include <pawl/runtime/engine/work_pace.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/manual_clock.hpp>
#include <pawl/testing/stepped_engine.hpp>

#include "../support/catch.hpp"

namespace runtime_test::idle_workers {

using pawl::runtime::work_pace;

/// Its handler takes no time.
struct quick : pawl::job<"idle.quick", pawl::lifecycles::service,
                         pawl::priority<pawl::levels<"normal", "urgent">>> {
  std::shared_ptr<std::vector<int>> order = std::make_shared<std::vector<int>>();
  outcome<void> operator()(context&, int number) const {
    order->push_back(number);
    return {};
  }
};
/// Its handler is entered by a test, and does not come back as long as the test does not run it.
struct endless : pawl::job<"idle.endless", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};

template <class Store>
struct fleet {
  using engine = std::unique_ptr<pawl::runtime::engine>;

  pawl::testing::manual_clock clock;
  quick handler{};
  pawl::service<Store, endless, quick> jobs;
  pawl::session<Store, endless, quick> me;

  /// `make(clock)` makes a fresh store.
  template <class Make>
  explicit fleet(Make make)
      : jobs(make(clock), endless{}, handler), me(jobs.as({.tenant = "acme", .user = "ann"})) {}

  engine process(unsigned workers = 4) {
    auto made = pawl::testing::stepped_engine(
        jobs, {.workers = workers, .prefetch = 32, .log = pawl::observe::no_log{}});
    REQUIRE(made->enrol());
    return made;
  }
  /// One that has run jobs which take no time, and so holds as many ahead as it may.
  engine fast_process(unsigned workers = 4) {
    auto made = process(workers);
    for (int i = 0; i < 20; ++i) submit_quick(0);
    made->run_until_idle();
    handler.order->clear();
    return made;
  }
  pawl::job_ref<quick> submit_quick(int number, const char* priority = "normal") {
    return me.template submit<quick>(number, {.priority = priority}).value();
  }
  void submit_endless(int count) {
    for (int i = 0; i < count; ++i) REQUIRE(me.template submit<endless>(i));
  }
  /// So many workers enter a job each, and do not come back.
  static void enter(pawl::runtime::engine& in, int workers) {
    for (int i = 0; i < workers; ++i) REQUIRE(in.enter_one());
  }
};
template <class Make>
fleet(Make)
    -> fleet<typename std::invoke_result_t<Make, const pawl::testing::manual_clock&>::element_type>;

/// A process whose workers are all busy takes none of the jobs that come.
template <class Make>
void a_busy_process_takes_nothing(Make make) {
  fleet on(make);
  auto busy = on.fast_process();
  auto idle = on.process();
  on.submit_endless(4);
  busy->dispatch_once();
  on.enter(*busy, 4);
  for (int i = 0; i < 20; ++i) {
    const auto job = on.submit_quick(i);
    busy->dispatch_once();
    CHECK(busy->health().held == 0);
    idle->run_until_idle();
    CHECK(on.me.status(job)->state == "succeeded");
  }
}

/// What a process has taken before its workers became busy goes back: uncharged, in its place.
template <class Make>
void what_is_not_entered_goes_back(Make make) {
  fleet on(make);
  auto busy = on.fast_process();
  on.submit_endless(4);
  std::vector<pawl::job_ref<quick>> all;
  std::vector<int> numbers;
  for (int i = 0; i < 20; ++i) {
    all.push_back(on.submit_quick(i));
    numbers.push_back(i);
  }
  busy->dispatch_once();
  on.enter(*busy, 4);
  REQUIRE(busy->health().held == 20);  // it could not know that the others would be so long
  on.clock.advance(work_pace::patience - std::chrono::milliseconds{1});
  busy->dispatch_once();
  REQUIRE(busy->health().held == 20);
  on.clock.advance(std::chrono::milliseconds{1});
  busy->dispatch_once();
  CHECK(busy->health().held == 0);
  CHECK(busy->health().busy == 4);
  for (const auto& job : all) {
    const pawl::job_record record = *on.me.status(job);
    CHECK(record.phase == pawl::phase::ready);
    CHECK(record.attempt == 0);
    CHECK(record.last_event == 0);
  }
  // Those that come later do not overtake them.
  all.push_back(on.submit_quick(20));
  numbers.push_back(20);
  auto idle = on.process();
  idle->run_until_idle();
  for (const auto& job : all) CHECK(on.me.status(job)->state == "succeeded");
  for (const auto& job : all) CHECK(on.me.status(job)->attempt == 1);
  CHECK(*on.handler.order == numbers);
}

/// Processes that are all busy do not pass jobs to and fro.
template <class Make>
void busy_processes_leave_jobs_in_the_store(Make make) {
  fleet on(make);
  auto first = on.fast_process();
  auto second = on.fast_process();
  on.submit_endless(8);
  std::vector<pawl::job_ref<quick>> all;
  for (int i = 0; i < 20; ++i) all.push_back(on.submit_quick(i));
  const auto round = [&] {
    for (pawl::runtime::engine* each : {first.get(), second.get()}) {
      each->dispatch_once();
      while (each->health().busy < 4 && each->enter_one()) {
      }
    }
    on.clock.advance(work_pace::patience);
  };
  for (int i = 0; i < 4; ++i) round();
  const std::uint64_t claims = first->health().claims + second->health().claims;
  const std::uint64_t fence = on.me.status(all[0])->fence;
  for (int i = 0; i < 10; ++i) round();
  CHECK(first->health().busy + second->health().busy == 8);
  CHECK(first->health().held + second->health().held == 0);
  CHECK(first->health().claims + second->health().claims == claims);
  CHECK(on.me.status(all[0])->fence == fence);
  // A worker that comes back takes one of them, and the others follow.
  REQUIRE(first->run_one());
  first->dispatch_once();
  for (int i = 0; i < 100 && first->run_short_one(); ++i) first->dispatch_once();
  for (const auto& job : all) CHECK(on.me.status(job)->state == "succeeded");
}

/// A process whose recent jobs took long holds none; one whose jobs are short holds as many as its
/// workers enter in a moment.
template <class Make>
void as_much_is_held_as_is_entered_in_a_moment(Make make) {
  fleet on(make);
  auto slow = on.process(2);
  const auto run_for = [&](std::chrono::milliseconds time, int jobs) {
    for (int i = 0; i < jobs; ++i) {
      on.submit_quick(i);
      slow->dispatch_once();
      REQUIRE(slow->enter_one());
      on.clock.advance(time);
      REQUIRE(slow->run_one());
      slow->dispatch_once();
    }
  };
  const auto held_of_many = [&] {
    for (int i = 0; i < 60; ++i) on.submit_quick(i);
    slow->dispatch_once();
    const std::size_t held = slow->health().held;
    while (slow->run_short_one() || slow->dispatch_once()) {
    }
    return held;
  };
  CHECK(on.process(2)->health().held == 0);
  run_for(std::chrono::seconds{5}, 1);
  for (int i = 0; i < 60; ++i) on.submit_quick(i);
  slow->dispatch_once();
  CHECK(slow->health().held == 2);  // its two workers are free
  while (slow->run_short_one() || slow->dispatch_once()) {
  }
  run_for(std::chrono::milliseconds{2}, 60);
  CHECK(held_of_many() == 2 + 2 * 5);
  CHECK(held_of_many() == 32 + 2);
}

/// An urgent job goes before those that are held already.
template <class Make>
void an_urgent_job_goes_before_what_is_held(Make make) {
  fleet on(make);
  auto process = on.fast_process(1);
  for (int i = 0; i < 40; ++i) on.submit_quick(i);
  process->dispatch_once();
  REQUIRE(process->health().held == 33);
  on.submit_quick(1000, "urgent");
  while (process->run_short_one()) process->dispatch_once();
  std::size_t place = 0;
  while (place < on.handler.order->size() && (*on.handler.order)[place] != 1000) ++place;
  CHECK(on.handler.order->size() == 41);
  CHECK(place <= 2);
  // And the others keep their order.
  on.handler.order->erase(on.handler.order->begin() + static_cast<std::ptrdiff_t>(place));
  CHECK(std::is_sorted(on.handler.order->begin(), on.handler.order->end()));
}

}  // namespace runtime_test::idle_workers
