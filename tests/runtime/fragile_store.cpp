// SPDX-License-Identifier: BSL-1.0
// What may go wrong between an engine, its store and its handlers: a store that fails or is slow at
// the worst moment, work that waits for room, a service that stops meanwhile.
#include <condition_variable>
#include <functional>
#include <latch>
#include <semaphore>

#include <pawl/observe/prometheus.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/testing/stepped_engine.hpp>

#include "../../examples/jobs/service.hpp"
#include "../support/catch.hpp"

namespace {

using namespace std::chrono_literals;
using service_jobs::report_input;
using service_jobs::report_output;
namespace storage = pawl::storage;

/// A store in memory that does what a test tells it before and after each batch.
template <class Clock>
class fragile : public pawl::testing::memory_store<Clock> {
  using base = pawl::testing::memory_store<Clock>;

 public:
  using base::base;
  using batch_type = std::span<const storage::operation_ptr>;

  std::atomic<bool> fails{false};
  std::function<bool(batch_type)> fails_for{};
  std::function<void(batch_type)> before{};
  std::function<void(batch_type)> after{};
  std::function<void(const storage::operation_ptr&)> change{};
  std::atomic<int> looks{0};   ///< at the clock
  std::atomic<int> reaped{0};  ///< how often lost jobs were looked for

  using storage::store::apply;
  void apply(batch_type batch) override {
    if (before) before(batch);
    if (fails || (fails_for && fails_for(batch))) {
      for (const storage::operation_ptr& op : batch)
        op.answer().refuse({storage::errc::full, "no space is left", {}, {}});
      return;
    }
    base::apply(batch);
    if (batch.front().template as<storage::reap>() != nullptr) {
      ++reaped;
      reaped.notify_all();
    }
    if (after) after(batch);
    if (change)
      for (const storage::operation_ptr& op : batch) change(op);
  }
  [[nodiscard]] std::chrono::milliseconds elapsed() override {
    ++looks;
    return base::elapsed();
  }
};
using steady = fragile<pawl::testing::manual_clock>;
using living = fragile<pawl::system_clock>;

struct report : service_jobs::report_job {
  using act_type = std::function<outcome<report_output>(context&, report_input)>;
  std::shared_ptr<act_type> act = std::make_shared<act_type>();
  outcome<report_output> operator()(context& ctx, report_input in) const {
    return (*act)(ctx, std::move(in));
  }
};

const pawl::principal ann{.tenant = "acme", .user = "ann", .organisation = {}};
const report_input alfki{"ALFKI", 2026};

/// A service on a store whose time stands still, with an engine that the test drives.
struct bench {
  pawl::testing::manual_clock clock;
  report handler{};
  pawl::service<steady, report> jobs{std::make_unique<steady>(storage::memory_options{}, clock),
                                     handler};
  std::vector<pawl::escalation> escalated{};
  std::unique_ptr<pawl::runtime::engine> engine = pawl::testing::stepped_engine(
      jobs,
      {.workers = 2, .prefetch = 2, .escalate = [this](const auto& e) { escalated.push_back(e); }});
  pawl::session<steady, report> me = jobs.as(ann);

  bench() { REQUIRE(engine->enrol()); }
  pawl::job_ref<report> submit(const pawl::submit_options& options = {}) {
    return *me.submit<report>(alfki, options);
  }
};

/// The value of a metric's sample; empty if there is none.
std::string sample(const pawl::observe::metrics& of, const std::string& name) {
  const std::string all = to_prometheus(of);
  const auto at = all.find('\n' + name + ' ');
  if (at == std::string::npos) return {};
  const auto from = at + name.size() + 2;
  return all.substr(from, all.find('\n', from) - from);
}

}  // namespace

TEST_CASE("a job whose worker could not reach the store for a while is not cancelled by that") {
  bench b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    if (ctx.attempt() == 1 && ctx.fence() == 1) {
      b.jobs.store().fails = true;
      b.clock.advance(45s);
      b.engine->keep_once();
      b.jobs.store().fails = false;
      ctx.stop_here();
    }
    return report_output{"done"};
  };
  const auto job = b.submit();
  b.engine->run_until_idle();
  CHECK(b.me.status(job)->state == "succeeded");
  CHECK(b.me.status(job)->attempt == 1);
}

TEST_CASE("what a handler has found is kept when its end is stored at the second try") {
  bench b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    ctx.artifact("deck", "s3://deck");
    b.jobs.store().fails = true;
    return report_output{"done"};
  };
  const auto job = b.submit();
  while (b.engine->dispatch_once() || b.engine->run_one()) {
    if (b.jobs.store().fails) {
      b.engine->dispatch_once();
      b.jobs.store().fails = false;
    }
  }
  const auto record = b.me.status(job);
  CHECK(record->state == "succeeded");
  REQUIRE(record->artifacts.size() == 1);
  CHECK(record->artifacts[0].value == "s3://deck");
}

TEST_CASE("what a handler says is written down when the store takes it at the second try") {
  bench b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    ctx.progress(40, "half of it");
    b.jobs.store().fails = true;
    b.engine->dispatch_once();
    b.jobs.store().fails = false;
    b.clock.advance(1s);
    b.engine->dispatch_once();
    CHECK(b.me.status(*pawl::parse_job_id(ctx.job_id()))->progress == 40);
    return report_output{"done"};
  };
  const auto job = b.submit();
  b.engine->run_until_idle();
  bool said = false;
  const auto events = b.me.events(job.id);
  for (const auto& event : *events) said |= event.message == "half of it";
  CHECK(said);
}

TEST_CASE("an attempt that ran out of time is counted under its error class") {
  bench b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    for (int minute = 0; minute < 6; ++minute) {
      b.clock.advance(59s);
      b.engine->keep_once();
    }
    ctx.stop_here();
    return report_output{};
  };
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  const auto job = b.submit(once);
  b.engine->run_until_idle();
  REQUIRE(b.me.status(job)->error->code == "timeout");
  CHECK(sample(b.jobs.metrics(),
               R"(job_failure_total{job_type="acme.report.v1",error_class="timeout"})") == "1");
}

TEST_CASE("a handler that says settled and has committed nothing is an internal bug, aloud") {
  bench b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return pawl::settled;
  };
  const auto job = b.submit();
  b.engine->run_until_idle();
  CHECK(b.me.status(job)->error->code == "internal_bug");
  CHECK(b.escalated.size() == 1);
}

TEST_CASE("a session that is older than the service's start counts where the service counts") {
  report handler;
  *handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{};
  };
  auto counted = std::make_shared<pawl::observe::metrics>();
  pawl::service jobs{std::make_unique<living>(), handler};
  const auto me = jobs.as(ann);
  REQUIRE(jobs.start({.workers = 1, .metrics = counted}));
  const auto job = me.submit<report>(alfki);
  CHECK(me.wait(*job, 60s)->state == "succeeded");
  CHECK(sample(*counted, R"(job_enqueue_total{job_type="acme.report.v1"})") == "1");
}

namespace {

template <class Operation>
bool has(std::span<const storage::operation_ptr> batch) {
  return std::any_of(batch.begin(), batch.end(), [](const storage::operation_ptr& each) {
    return each.kind() == Operation::kind;
  });
}

/// Waits on a worker until it is asked to stop.
void until_stopped(std::stop_token token) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait(lock, std::move(token), [] { return false; });
}

}  // namespace

TEST_CASE("a job that is claimed while its service stops goes back, uncharged") {
  const bool at_once = GENERATE(true, false);
  std::latch claimed{1};
  std::binary_semaphore go_on{0};
  report handler;
  std::atomic<int> runs{0};
  *handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    ++runs;
    until_stopped(ctx.stop_token());
    return pawl::cancelled;
  };
  auto store = std::make_unique<living>();
  living& fragile_store = *store;
  pawl::service jobs{std::move(store), handler};
  const auto me = jobs.as(ann);
  std::vector<pawl::job_ref<report>> submitted;
  for (int i = 0; i < 3; ++i) submitted.push_back(*me.submit<report>(alfki));
  // The claim is committed; its answer comes when the service has begun to stop.
  std::atomic<bool> first{true};
  fragile_store.after = [&](auto batch) {
    if (!has<storage::claim>(batch) || !first.exchange(false)) return;
    claimed.count_down();
    go_on.acquire();
  };
  REQUIRE(jobs.start({.workers = 1, .prefetch = 2}));
  claimed.wait();
  std::jthread stopping([&] { jobs.stop(at_once ? 0ms : 60'000ms); });
  while (jobs.health().running) std::this_thread::yield();
  go_on.release();
  stopping.join();
  CHECK(runs == 0);
  for (const auto& job : submitted) {
    CHECK(me.status(job)->state == "pending");
    CHECK(me.status(job)->attempt == 0);
    CHECK(me.status(job)->phase == pawl::phase::ready);
  }
  CHECK(sample(jobs.metrics(), R"(job_in_progress{job_type="acme.report.v1"})") == "0");
}

namespace {

/// A coroutine handler that waits until it is resumed: by the test, or by being asked to stop.
struct patient : pawl::job<"test.patient", pawl::lifecycles::service> {
  std::shared_ptr<std::counting_semaphore<>> begun = std::make_shared<std::counting_semaphore<>>(0);
  std::shared_ptr<std::atomic<int>> runs = std::make_shared<std::atomic<int>>(0);
  bool waits = true;

  struct until_asked {
    std::stop_token token;
    std::counting_semaphore<>* begun;
    std::atomic<bool> resumed{false};
    std::optional<std::stop_callback<std::function<void()>>> asked{};

    [[nodiscard]] bool await_ready() const { return token.stop_requested(); }
    void await_suspend(std::coroutine_handle<> me) {
      asked.emplace(token, [this, me] {
        if (!resumed.exchange(true)) me.resume();
      });
      begun->release();
    }
    void await_resume() const {}
  };
  pawl::task<outcome<void>> operator()(context& ctx, report_input) const {
    ++*runs;
    if (waits) {
      until_asked asked{ctx.stop_token(), begun.get()};
      co_await asked;
      co_return pawl::cancelled;
    }
    co_return outcome<void>{};
  }
};

/// One that lives in memory.
struct fleeting
    : pawl::job<"test.fleeting", pawl::lifecycles::service, pawl::ephemeral<pawl::capacity<10>>> {
  outcome<void> operator()(context&, report_input) const { return {}; }
};

}  // namespace

TEST_CASE("a coroutine that goes on inside the request to stop ends like any other") {
  patient handler;
  pawl::service jobs{std::make_unique<living>(), handler};
  REQUIRE(jobs.start({.workers = 1}));
  const auto me = jobs.as(ann);
  const auto job = me.submit<patient>(alfki);
  handler.begun->acquire();
  jobs.stop(60s);
  CHECK(me.status(*job)->state == "pending");
  CHECK(me.status(*job)->attempt == 0);
}

TEST_CASE("the health of a service may be asked for while it stops") {
  report handler;
  *handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{};
  };
  pawl::service jobs{std::make_unique<living>(), handler};
  for (int i = 0; i < 10; ++i) {
    std::atomic<bool> over{false};
    std::jthread asking([&] {
      while (!over) static_cast<void>(jobs.health());
    });
    std::jthread submitting([&] {
      while (!over) static_cast<void>(jobs.as(ann).submit<report>(alfki));
    });
    REQUIRE(jobs.start({.workers = 1, .grace = 1s, .high_watermark = 100 + i}));
    jobs.stop();
    over = true;
  }
}

TEST_CASE("work that found no room is asked for when there is some, whatever else has room") {
  report plain;
  *plain.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{};
  };
  patient coroutine;
  coroutine.waits = false;
  pawl::service jobs{std::make_unique<living>(), plain, coroutine};
  const auto me = jobs.as(ann);
  std::vector<pawl::job_id> all;
  for (int i = 0; i < 20; ++i) all.push_back(me.submit<report>(alfki)->id);
  for (int i = 0; i < 20; ++i) all.push_back(me.submit<patient>(alfki)->id);
  REQUIRE(jobs.start({.workers = 1, .coroutines = 1, .prefetch = 1, .poll = 10min}));
  const auto until = std::chrono::steady_clock::now() + 20s;
  for (const pawl::job_id& id : all) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    REQUIRE(me.wait(id, left)->state == "succeeded");
  }
}

TEST_CASE("a type that runs less than it could goes on as soon as one of it has ended") {
  report failing;
  std::atomic<int> runs{0};
  *failing.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    ++runs;
    return report::fail<pawl::error::network_timeout>("no answer");
  };
  patient other;
  pawl::service jobs{std::make_unique<living>(), failing, other};
  const auto me = jobs.as(ann);
  std::vector<pawl::job_id> all;
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  for (int i = 0; i < 100; ++i) all.push_back(me.submit<report>(alfki, once)->id);
  REQUIRE(jobs.start({.workers = 4, .prefetch = 1, .poll = 10min}));
  const auto until = std::chrono::steady_clock::now() + 20s;
  for (const pawl::job_id& id : all) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    REQUIRE(me.wait(id, left)->state == "dead_lettered");
  }
}

namespace {

/// How often the clock of a store is looked at while its engine maintains it twenty times. The
/// first ten are not counted: the engine may still be busy.
int looks_during_rounds(living& watched) {
  const auto wait_for_rounds = [&](int rounds) {
    for (int until = watched.reaped + rounds; watched.reaped < until;)
      watched.reaped.wait(watched.reaped);
  };
  wait_for_rounds(10);
  const int before = watched.looks;
  wait_for_rounds(20);
  return watched.looks - before;
}

}  // namespace

TEST_CASE("a service whose workers are all busy does not look at its clock all the time") {
  std::counting_semaphore<> begun{0};
  report handler;
  *handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    begun.release();
    until_stopped(ctx.stop_token());
    return pawl::cancelled;
  };
  auto store = std::make_unique<living>();
  living& watched = *store;
  pawl::service jobs{std::move(store), handler};
  const auto me = jobs.as(ann);
  for (int i = 0; i < 4; ++i) REQUIRE(me.submit<report>(alfki));
  REQUIRE(jobs.start({.workers = 1, .prefetch = 1, .poll = 100ms, .maintenance = 100ms}));
  begun.acquire();
  const int looks = looks_during_rounds(watched);
  CAPTURE(looks);
  CHECK(looks < 600);
}

TEST_CASE("a service that has only ephemeral jobs is idle when there are none") {
  auto store = std::make_unique<living>();
  living& watched = *store;
  pawl::service jobs{std::move(store), fleeting{}};
  REQUIRE(jobs.start({.workers = 1, .maintenance = 100ms}));
  const auto job = jobs.as(ann).submit<fleeting>(alfki);
  CHECK(jobs.as(ann).wait(*job, 60s)->state == "succeeded");
  const int looks = looks_during_rounds(watched);
  CAPTURE(looks);
  CHECK(looks < 600);
}

TEST_CASE("a job that is due and that nobody here can take does not keep an engine busy") {
  auto store = std::make_unique<living>();
  living& watched = *store;
  // What a store answers while it holds a job in a state that only a newer process knows.
  watched.change = [&](const storage::operation_ptr& op) {
    if (auto* claim = op.as<storage::claim>(); claim != nullptr && claim->answer)
      claim->answer->next_due = watched.now() - 1s;
  };
  pawl::service jobs{std::move(store), report{}};
  REQUIRE(jobs.start({.workers = 1, .poll = 100ms, .maintenance = 100ms}));
  const int looks = looks_during_rounds(watched);
  CAPTURE(looks);
  CHECK(looks < 600);
}

TEST_CASE("a result that cannot be stored is one end of one attempt") {
  bench b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{std::string(64U << 20U, 'x')};
  };
  const auto job = b.submit();
  b.engine->run_until_idle();
  CHECK(b.me.status(job)->state == "dead_lettered");
  CHECK(b.engine->health().settled == 1);
}

namespace {

/// A coroutine that does not wait, but blocks its thread until the test lets it go.
struct blocking
    : pawl::job<"test.blocking", pawl::lifecycles::service, pawl::timeout<pawl::duration_ms{50}>> {
  std::shared_ptr<std::counting_semaphore<>> begun = std::make_shared<std::counting_semaphore<>>(0);
  std::shared_ptr<std::latch> go_on = std::make_shared<std::latch>(1);
  pawl::task<outcome<void>> operator()(context&, report_input) const {
    begun->release();
    go_on->wait();
    co_return outcome<void>{};
  }
};

struct telling : pawl::job<"test.telling", pawl::lifecycles::service> {
  std::shared_ptr<std::function<void()>> told = std::make_shared<std::function<void()>>();
  outcome<void> operator()(context&, report_input) const { return {}; }
  void on_success(const report_input&) const { (*told)(); }
};

}  // namespace

TEST_CASE("a coroutine that blocks a worker loses its job, and another worker takes its place") {
  blocking stuck;
  report plain;
  *plain.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{};
  };
  pawl::service jobs{std::make_unique<living>(), stuck, plain};
  REQUIRE(jobs.start({.workers = 1, .lease_check_interval = 20ms, .stop_grace = 20ms}));
  const auto me = jobs.as(ann);
  REQUIRE(me.submit<blocking>(alfki));
  stuck.begun->acquire();
  CHECK(me.wait(*me.submit<report>(alfki), 20s)->state == "succeeded");
  stuck.go_on->count_down();
}

TEST_CASE("a service that stops does not tell handlers of all that has ended before") {
  telling handler;
  pawl::service jobs{std::make_unique<living>(), handler};
  const auto me = jobs.as(ann);
  for (int i = 0; i < 200; ++i) REQUIRE(me.submit<telling>(alfki));
  {
    const auto engine = pawl::testing::stepped_engine(jobs);
    REQUIRE(engine->enrol());
    engine->run_until_idle();
  }
  std::atomic<int> told{0};
  std::latch first{1};
  std::latch started{1};
  *handler.told = [&] {
    if (told++ == 0) first.count_down();
    started.wait();
    while (jobs.health().running) std::this_thread::yield();
  };
  std::jthread stopping([&] {
    first.wait();
    started.wait();
    jobs.stop();
  });
  REQUIRE(jobs.start({.workers = 1}));
  started.count_down();
  stopping.join();
  CHECK(told < 200);
}
