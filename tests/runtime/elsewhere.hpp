// SPDX-License-Identifier: BSL-1.0
// Pipelines of two steps, of which a worker does some and another system the others: every mixture,
// for every store.
#pragma once

#include <array>
#include <atomic>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <pawl/service.hpp>
#include <pawl/testing/manual_clock.hpp>
#include <pawl/testing/stepped_engine.hpp>

#include "../support/catch.hpp"

namespace runtime_test::elsewhere {

using namespace std::chrono_literals;
using namespace pawl::literals;

/// Each step has a queue before it. A first step that fails waits where it is; a second one that
/// fails goes back to its queue.
struct queued_steps : pawl::lifecycle {
  static constexpr pawl::text name = "queued_steps";
  enum class state { queued, first, between, second, done, failed, canceled };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued, between), active(first, second), success(done), failure(failed),
          cancelled(canceled)),
    queued  + on(start)               = first,
    first   + on(succeed)             = between,
    first   + on(fail)[may_retry]     = first,
    first   + on(fail)                = failed,
    first   + on(lose)[attempts_left] = queued,
    first   + on(lose)                = failed,
    between + on(start)               = second,
    second  + on(succeed)             = done,
    second  + on(fail)[may_retry]     = between,
    second  + on(fail)                = failed,
    second  + on(lose)[attempts_left] = between,
    second  + on(lose)                = failed,
    live    + on(cancel)              = canceled);
  // clang-format on
};

/// The second step follows the first at once.
struct chained_steps : pawl::lifecycle {
  static constexpr pawl::text name = "chained_steps";
  enum class state { queued, first, second, done, failed, canceled };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(queued), active(first, second), success(done), failure(failed),
          cancelled(canceled)),
    queued + on(start)               = first,
    first  + on(succeed)             = second,
    first  + on(fail)[may_retry]     = first,
    first  + on(fail)                = failed,
    first  + on(lose)[attempts_left] = first,
    first  + on(lose)                = failed,
    second + on(succeed)             = done,
    second + on(fail)[may_retry]     = second,
    second + on(fail)                = failed,
    second + on(lose)[attempts_left] = second,
    second + on(lose)                = failed,
    live   + on(cancel)              = canceled);
  // clang-format on
};

template <class L, bool FirstElsewhere, bool SecondElsewhere>
struct remote_steps {
  using type = pawl::remote_states<>;
};
template <class L>
struct remote_steps<L, true, false> {
  using type = pawl::remote_states<L::first>;
};
template <class L>
struct remote_steps<L, false, true> {
  using type = pawl::remote_states<L::second>;
};
template <class L>
struct remote_steps<L, true, true> {
  using type = pawl::remote_states<L::first, L::second>;
};

/// What becomes of each step at its first attempt.
enum class fate { succeeds, fails, is_lost };

/// Counts its runs; at the first attempt of a step it fails if it is to.
template <class L, bool FirstElsewhere, bool SecondElsewhere>
struct pipeline : pawl::job<"test.pipeline", L, pawl::errors<pawl::error::network_timeout>,
                            pawl::retry<pawl::attempts<3>, pawl::fixed<1_s>, pawl::no_jitter>> {
  using base = pawl::job<"test.pipeline", L, pawl::errors<pawl::error::network_timeout>,
                         pawl::retry<pawl::attempts<3>, pawl::fixed<1_s>, pawl::no_jitter>>;
  using lifecycle_type = L;
  using context = typename base::context;
  using input = int;
  using remote = typename remote_steps<L, FirstElsewhere, SecondElsewhere>::type;
  static constexpr bool first_elsewhere = FirstElsewhere;
  static constexpr bool second_elsewhere = SecondElsewhere;

  struct script {
    fate of = fate::succeeds;
    std::atomic<int> firsts{0};
    std::atomic<int> seconds{0};
  };
  std::shared_ptr<script> tells = std::make_shared<script>();

  typename base::template outcome<void> run(pawl::at<L::first>, context&, input) const
    requires(!FirstElsewhere)
  {
    return go_on(++tells->firsts);
  }
  typename base::template outcome<void> run(pawl::at<L::second>, context&, input) const
    requires(!SecondElsewhere)
  {
    return go_on(++tells->seconds);
  }

 private:
  typename base::template outcome<void> go_on(int runs) const {
    if (tells->of == fate::fails && runs == 1)
      return base::template fail<pawl::error::network_timeout>("not at the first time");
    return {};
  }
};

inline const pawl::principal ann{.tenant = "acme", .user = "ann", .organisation = {}};

template <class Session>
std::vector<std::string> states_of(const Session& me, const pawl::job_id& job) {
  std::vector<std::string> out;
  const auto events = me.events(job);
  for (const pawl::job_event& each : *events) {
    if (each.kind != pawl::event_kind::transition || each.from == each.to) continue;
    if (out.empty()) out.push_back(each.from);
    out.push_back(each.to);
  }
  return out;
}

/// Another system that does the work of remote states: it reports the first attempt at a state as a
/// failure if it is to, and every other one as a success.
template <class H>
struct other_system {
  fate of = fate::succeeds;
  bool has_failed[2]{};

  static bool does(const pawl::job_record& job) {
    return job.phase == pawl::phase::blocked && ((job.state == "first" && H::first_elsewhere) ||
                                                 (job.state == "second" && H::second_elsewhere));
  }
  template <class Session>
  void report(const Session& me, const pawl::job_record& job) {
    bool& failed = has_failed[job.state == "first" ? 0 : 1];
    pawl::storage::raise op{.scope = pawl::storage::scope::tenant("acme"), .id = job.id};
    op.event = "succeed";
    if (of == fate::fails && !std::exchange(failed, true)) {
      op.event = "fail";
      op.error = pawl::failure_info{.code = "network_timeout", .message = "not at the first time"};
    }
    const auto done = me.raise(std::move(op));
    INFO((done ? std::string() : describe(done.error())));
    REQUIRE(done);
  }
};

/// Lives one job of a pipeline to its end, in processes whose steps the test takes.
template <class H, class Store>
void live_stepped(std::unique_ptr<Store> store, pawl::testing::manual_clock clock, fate of) {
  const H handler{};
  handler.tells->of = of;
  pawl::service<Store, H> jobs{std::move(store), handler};
  std::vector<std::string> logged;
  pawl::service_options options{.workers = 1, .prefetch = 4};
  options.log = [&](const pawl::observe::log_entry& each) { logged.push_back(each.message); };
  auto engine = pawl::testing::stepped_engine(jobs, options);
  REQUIRE(engine->enrol());
  const auto me = jobs.as(ann);
  const auto job = me.template submit<H>(1).value();
  other_system<H> other{of, {}};
  std::string lost_in;
  for (int round = 0; round < 40 && me.status(job)->phase != pawl::phase::terminal; ++round) {
    engine->dispatch_once();
    engine->enter_one();
    const pawl::job_record now = *me.status(job);
    const bool is_step = now.state == "first" || now.state == "second";
    if (of == fate::is_lost && is_step && lost_in != now.state) {
      // The process is gone, whether it had the job or not.
      lost_in = now.state;
      engine = pawl::testing::stepped_engine(jobs, options);
      REQUIRE(engine->enrol());
      clock.advance(61s);
      engine->keep_once();
      engine->maintain_once();
      if (other_system<H>::does(now)) CHECK(me.status(job)->state == now.state);
      continue;
    }
    engine->run_until_idle();
    if (const auto then = *me.status(job); other_system<H>::does(then)) other.report(me, then);
    clock.advance(1s);
    engine->keep_once();
  }
  const pawl::job_record end = *me.status(job);
  CAPTURE(end.state, logged);
  CHECK(end.state == "done");
  CHECK(end.started_at.has_value());
  const int tries = of == fate::fails ? 2 : 1;
  CHECK(handler.tells->firsts == (H::first_elsewhere ? 0 : tries));
  CHECK(handler.tells->seconds == (H::second_elsewhere ? 0 : tries));
  if (of == fate::succeeds) {
    std::vector<std::string> expected{"queued", "first", "second", "done"};
    if (std::is_same_v<typename H::lifecycle_type, queued_steps>)
      expected.insert(expected.begin() + 2, "between");
    CHECK(states_of(me, job) == expected);
    CHECK(end.retries == 0);
    CHECK(logged.empty());
  }
  if (of == fate::fails) CHECK(end.retries == 2);
}

/// The same with an engine that runs by itself.
template <class H, class Store>
void live_running(std::unique_ptr<Store> store) {
  const H handler{};
  pawl::service<Store, H> jobs{std::move(store), handler};
  const auto me = jobs.as(ann);
  REQUIRE(jobs.start({.workers = 1, .poll = 1h, .log = pawl::observe::no_log{}}));
  const auto job = me.template submit<H>(1).value();
  other_system<H> other;
  const auto until = std::chrono::steady_clock::now() + 60s;
  while (std::chrono::steady_clock::now() < until) {
    const pawl::job_record now = *me.status(job);
    if (now.phase == pawl::phase::terminal) break;
    if (other_system<H>::does(now))
      other.report(me, now);
    else
      std::this_thread::yield();
  }
  CHECK(me.status(job)->state == "done");
  CHECK(handler.tells->firsts == (H::first_elsewhere ? 0 : 1));
  CHECK(handler.tells->seconds == (H::second_elsewhere ? 0 : 1));
  jobs.stop();
}

/// Calls `live` with each mixture.
template <class Live>
void each_mixture(Live live) {
  const auto of = [&]<class L>(L) {
    live(pipeline<L, false, false>{});
    live(pipeline<L, true, false>{});
    live(pipeline<L, false, true>{});
    live(pipeline<L, true, true>{});
  };
  of(queued_steps{});
  of(chained_steps{});
}

/// `make(clock)` makes a fresh store.
template <class Make>
void every_mixture_reaches_its_end(Make make) {
  for (const fate of : {fate::succeeds, fate::fails, fate::is_lost})
    each_mixture([&]<class H>(const H&) {
      CAPTURE(static_cast<int>(of), H::first_elsewhere, H::second_elsewhere,
              std::string_view(H::lifecycle_type::name));
      pawl::testing::manual_clock clock;
      live_stepped<H>(make(clock), clock, of);
    });
}
/// `make()` makes a fresh store whose time goes on.
template <class Make>
void every_mixture_runs_by_itself(Make make) {
  each_mixture([&]<class H>(const H&) {
    CAPTURE(H::first_elsewhere, H::second_elsewhere, std::string_view(H::lifecycle_type::name));
    live_running<H>(make());
  });
}

/// A job of the type waits for a worker, and none becomes free.
struct endless : pawl::job<"test.endless", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};

/// Work that is done elsewhere begins although the only worker is busy here.
template <class Make>
void work_elsewhere_waits_for_no_worker(Make make) {
  using all_elsewhere = pipeline<queued_steps, true, true>;
  pawl::testing::manual_clock clock;
  auto store = make(clock);
  using store_type = typename decltype(store)::element_type;
  pawl::service<store_type, endless, all_elsewhere> jobs{std::move(store), endless{},
                                                         all_elsewhere{}};
  auto engine = pawl::testing::stepped_engine(jobs, {.workers = 1, .prefetch = 4});
  REQUIRE(engine->enrol());
  const auto me = jobs.as(ann);
  const auto busy = me.template submit<endless>(1).value();
  REQUIRE(engine->dispatch_once());
  REQUIRE(engine->enter_one());
  const auto waiting = me.template submit<endless>(2).value();
  const auto job = me.template submit<all_elsewhere>(1).value();
  engine->dispatch_once();
  CHECK(me.status(busy)->state == "running");
  CHECK(me.status(job)->state == "first");
  CHECK(me.status(waiting)->state == "pending");
  REQUIRE(me.raise(job.id, "succeed"));
  engine->dispatch_once();
  CHECK(me.status(job)->state == "second");
  REQUIRE(me.raise(job.id, "succeed"));
  CHECK(me.status(job)->state == "done");
}

/// Keeps its worker until the test lets it go.
struct held_up : pawl::job<"test.held_up", pawl::lifecycles::service> {
  struct gates {
    std::latch entered{1};
    std::latch may_end{1};
  };
  std::shared_ptr<gates> at = std::make_shared<gates>();
  outcome<void> operator()(context&, int) const {
    at->entered.count_down();
    at->may_end.wait();
    return {};
  }
};

/// A service whose only worker is busy hears of work that is done elsewhere, whether or not there
/// is other work that has to wait for the worker.
template <class Store>
void all_start_elsewhere_beside_a_busy_worker(std::unique_ptr<Store> store) {
  using all_elsewhere = pipeline<queued_steps, true, true>;
  const held_up busy{};
  pawl::service<Store, held_up, all_elsewhere> jobs{std::move(store), busy, all_elsewhere{}};
  const auto me = jobs.as(ann);
  REQUIRE(jobs.start({.workers = 1, .poll = 1h, .log = pawl::observe::no_log{}}));
  REQUIRE(me.template submit<held_up>(1));
  busy.at->entered.wait();
  // More than one claim lets start.
  std::vector<pawl::job_id> ids;
  for (int i = 0; i < 600; ++i) {
    ids.push_back(me.template submit<all_elsewhere>(i).value());
    if (i % 100 == 0) REQUIRE(me.template submit<held_up>(i));
  }
  std::size_t started = 0;
  const auto until = std::chrono::steady_clock::now() + 60s;
  while (started < ids.size() && std::chrono::steady_clock::now() < until) {
    if (me.status(ids[started])->state == "first")
      ++started;
    else
      std::this_thread::yield();
  }
  CHECK(started == ids.size());
  busy.at->may_end.count_down();
  jobs.stop();
}

}  // namespace runtime_test::elsewhere
