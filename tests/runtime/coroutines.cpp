// SPDX-License-Identifier: BSL-1.0
// Coroutine handlers without any executor of their own: they begin on a worker, and go on wherever
// they are resumed.
#include <coroutine>
#include <functional>
#include <latch>
#include <semaphore>
#include <thread>

#include "fragile_store.hpp"

namespace {

using namespace runtime_test;

/// Something to wait for, which a test lets happen.
struct door {
  std::mutex mutex;
  std::vector<std::coroutine_handle<>> waiting;

  auto pass() {
    struct awaiter {
      door& at;
      static bool await_ready() { return false; }
      void await_suspend(std::coroutine_handle<> who) {
        const std::scoped_lock lock(at.mutex);
        at.waiting.push_back(who);
      }
      static void await_resume() {}
    };
    return awaiter{*this};
  }
  std::size_t count() {
    const std::scoped_lock lock(mutex);
    return waiting.size();
  }
  void open() {
    std::vector<std::coroutine_handle<>> all;
    {
      const std::scoped_lock lock(mutex);
      all.swap(waiting);
    }
    for (const auto each : all) each.resume();
  }
};

struct fetch
    : pawl::job<"test.fetch", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>,
                pawl::retry<pawl::attempts<2>, pawl::fixed<1_s>, pawl::no_jitter>> {
  std::shared_ptr<door> at = std::make_shared<door>();

  static pawl::task<int> twice(int n) { co_return 2 * n; }
  pawl::task<outcome<report_output>> operator()(context& ctx, report_input in) const {
    ctx.progress(10);
    if (in.year == 0) throw std::runtime_error("no year");
    co_await at->pass();
    if (in.year < 0 && ctx.attempt() == 1) co_return fail<pawl::error::network_timeout>("again");
    const int year = co_await twice(in.year);
    co_return report_output{in.customer + std::to_string(year)};
  }
};

/// A pipeline all of whose states are coroutines.
struct instruct_async : video_jobs::instruct_job {
  using input = video_jobs::video_input;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::REGENERATING>;
  std::shared_ptr<names> did = std::make_shared<names>();

  pawl::task<outcome<void>> run(pawl::at<state::AUDIO_EXTRACTING>, context& ctx, input) const {
    did->push_back("extract");
    ctx.artifact("audio_uri", "s3://audio");
    co_return {};
  }
  pawl::task<outcome<void>> run(pawl::at<state::TRANSCRIBING>, context&, input) const {
    did->push_back("transcribe");
    co_return {};
  }
  pawl::task<outcome<void>> run(pawl::at<state::GENERATING>, context&, input) const {
    did->push_back("generate");
    co_return {};
  }
  pawl::task<outcome<void>> run(pawl::at<state::EXPORTING>, context&, input) const {
    did->push_back("export");
    co_return {};
  }
};

}  // namespace

TEMPLATE_TEST_CASE("a coroutine handler waits without a worker, and ends where it is resumed",
                   "[SVC-03]", PAWL_RUNTIME_STORES) {
  bench<fetch, TestType> b({}, {.workers = 1, .prefetch = 0});
  const auto first = b.submit(report_input{"a", 1});
  const auto second = b.submit(report_input{"b", 2});
  b.engine->run_until_idle();
  CHECK(b.handler.at->count() == 2);
  CHECK(b.record(first).state == "running");
  CHECK(b.engine->health().busy == 2);
  b.handler.at->open();
  b.engine->run_until_idle();
  CHECK(b.me.result(first)->url == "a2");
  CHECK(b.me.result(second)->url == "b4");
  CHECK(b.engine->health().busy == 0);
}

TEMPLATE_TEST_CASE("a coroutine handler fails, throws and is retried like any other", "",
                   PAWL_RUNTIME_STORES) {
  bench<fetch, TestType> b;
  const auto retried = b.submit(report_input{"a", -1});
  const auto thrown = b.submit(report_input{"b", 0});
  b.engine->run_until_idle();
  CHECK(b.record(thrown).error->detail == "no year");
  b.handler.at->open();
  b.engine->run_until_idle();
  CHECK(b.record(retried).state == "failed");
  b.clock.advance(1s);
  b.engine->run_until_idle();
  b.handler.at->open();
  b.engine->run_until_idle();
  CHECK(b.me.result(retried)->url == "a-2");
}

TEST_CASE("as many coroutines run at once as the options say") {
  bench<fetch> b({}, {.workers = 1, .coroutines = 3});
  for (int i = 1; i <= 5; ++i) b.submit(report_input{"a", i});
  b.engine->run_until_idle();
  CHECK(b.handler.at->count() == 3);
  b.handler.at->open();
  b.engine->run_until_idle();
  CHECK(b.handler.at->count() == 2);
  b.handler.at->open();
  b.engine->run_until_idle();
}

TEST_CASE("a coroutine that does not stop is taken for stuck, and its late end is of no account",
          "[SVC-13]") {
  bench<fetch> b;
  const auto job = b.submit(report_input{"a", 1});
  b.engine->run_until_idle();
  CHECK(b.me.cancel(job.id) == false);
  b.engine->keep_once();
  b.clock.advance(11s);
  b.engine->keep_once();
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "canceled");
  CHECK(b.engine->health().stuck == 1);
  CHECK(b.engine->health().busy == 0);
  b.handler.at->open();
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "canceled");
}

TEST_CASE("a pipeline of coroutines runs state by state, and keeps what each has made",
          "[VID-15][VID-17]") {
  bench<instruct_async> b;
  const auto job = b.submit(video_jobs::video_input{"s3://v"});
  REQUIRE(b.me.raise(job.id, "confirm_upload"));
  REQUIRE(b.me.raise(job.id, "run"));
  b.live_on();
  CHECK(b.record(job).state == "DRAFT_READY");
  CHECK(*b.handler.did == names{"extract", "transcribe", "generate"});
  REQUIRE(b.record(job).artifacts.size() == 1);
  CHECK(b.record(job).artifacts[0] == pawl::artifact{"audio_uri", 1, "s3://audio"});
}

TEST_CASE("a coroutine may outlive its service, and then finds nobody") {
  const auto at = std::make_shared<door>();
  {
    fetch handler;
    handler.at = at;
    pawl::service jobs{std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(),
                       handler};
    REQUIRE(jobs.start({.workers = 1}));
    const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
    const auto job = me.submit<fetch>({"a", 1});
    while (at->count() != 1) std::this_thread::yield();
    jobs.stop(0ms);
    CHECK(me.status(*job)->state == "pending");
  }
  at->open();
}

namespace {

/// A coroutine handler that waits until it is resumed: by being asked to stop.
struct patient : pawl::job<"test.patient", pawl::lifecycles::service> {
  std::shared_ptr<std::counting_semaphore<>> begun = std::make_shared<std::counting_semaphore<>>(0);

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
    until_asked asked{ctx.stop_token(), begun.get()};
    co_await asked;
    co_return pawl::cancelled;
  }
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
