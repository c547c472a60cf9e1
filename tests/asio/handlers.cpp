// SPDX-License-Identifier: BSL-1.0
// Coroutine handlers on an Asio pool. Nothing sleeps to wait for something: what is waited for
// comes, or the test ends by its time limit.
#include <atomic>
#include <latch>

#include <pawl/asio.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

#include "../support/catch.hpp"

namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

struct number {
  int value{};
};

struct unreachable : pawl::error_class<"unreachable", pawl::retryability::fatal> {};

/// Waits until the gate is open; counts who has come.
struct visit : pawl::job<"test.visit", pawl::lifecycles::service> {
  struct gate {
    std::atomic<int> arrived{0};
    std::atomic<bool> open{false};
  };
  std::shared_ptr<gate> at = std::make_shared<gate>();

  pawl::task<outcome<number>> operator()(context& ctx, number in) const {
    ++at->arrived;
    at->arrived.notify_all();
    while (!at->open) co_await pawl::sleep_for(ctx, 1ms);
    co_return number{in.value + 1};
  }
};

/// Waits for a value of Asio's, for an exception of Asio's, or for ever.
struct ask : pawl::job<"test.ask", pawl::lifecycles::service, pawl::errors<unreachable>> {
  std::shared_ptr<std::latch> begun = std::make_shared<std::latch>(1);

  static asio::awaitable<int> compute(int from) {
    asio::steady_timer timer(co_await asio::this_coro::executor, 1ms);
    co_await timer.async_wait(asio::use_awaitable);
    if (from < 0) throw std::runtime_error("no route to host");
    co_return from * 2;
  }
  pawl::task<outcome<number>> operator()(context& ctx, number in) const {
    if (in.value == 0) {
      begun->count_down();
      co_await pawl::sleep_for(ctx, 24h);
    }
    const int got = co_await pawl::from_asio(ctx, compute(in.value));
    co_return number{got};
  }
  outcome<number> on_exception(const std::exception& thrown) const {
    return fail<unreachable>("the host does not answer", thrown.what());
  }
};

template <class H>
using service = pawl::service<pawl::testing::memory_store<pawl::system_clock>, H>;
auto memory() { return std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(); }
const pawl::principal ann{.tenant = "acme", .user = "ann", .organisation = {}};

}  // namespace

TEST_CASE("a hundred coroutine handlers wait on one thread", "[SVC-03]") {
  visit handler;
  service<visit> jobs{memory(), handler};
  REQUIRE(jobs.start(
      {.workers = 1, .coroutines = 100, .coroutines_on = std::make_shared<pawl::asio_pool>(1)}));
  const auto me = jobs.as(ann);
  std::vector<pawl::job_ref<visit>> submitted;
  for (int i = 0; i < 100; ++i) submitted.push_back(*me.submit<visit>({i}));
  for (int seen = 0; (seen = handler.at->arrived) != 100;) handler.at->arrived.wait(seen);
  CHECK(jobs.health().busy == 100);
  handler.at->open = true;
  for (int i = 0; i < 100; ++i)
    CHECK(me.result(submitted[static_cast<std::size_t>(i)], 60s)->value == i + 1);
}

TEST_CASE("what an awaitable of Asio's gives or throws reaches the handler") {
  ask handler;
  service<ask> jobs{memory(), handler};
  REQUIRE(jobs.start({.coroutines_on = std::make_shared<pawl::asio_pool>(2)}));
  const auto me = jobs.as(ann);
  CHECK(me.result(*me.submit<ask>({21}), 60s)->value == 42);
  const auto failed = me.result(*me.submit<ask>({-1}), 60s);
  CHECK(failed.error().failure.code == "unreachable");
  CHECK(failed.error().failure.detail == "no route to host");
}

TEST_CASE("a coroutine that sleeps is woken by a cancellation, and by the end of its service",
          "[SVC-07]") {
  ask handler;
  service<ask> jobs{memory(), handler};
  const auto me = jobs.as(ann);
  REQUIRE(jobs.start(
      {.lease_check_interval = 10ms, .coroutines_on = std::make_shared<pawl::asio_pool>(1)}));
  const auto gone = *me.submit<ask>({0});
  handler.begun->wait();
  // The store hears of the start a moment after the handler was entered.
  while (me.status(gone)->state != "running") std::this_thread::yield();
  CHECK(me.cancel(gone.id) == false);
  CHECK(me.wait(gone, 60s)->state == "canceled");

  const auto stopped = *me.submit<ask>({0});
  while (me.status(stopped)->state != "running") std::this_thread::yield();
  jobs.stop(60s);
  CHECK(me.status(stopped)->state == "pending");
  CHECK(me.status(stopped)->attempt == 0);
}

TEST_CASE("a coroutine that wants Asio without a pool fails with the reason") {
  ask handler;
  service<ask> jobs{memory(), handler};
  REQUIRE(jobs.start());
  const auto me = jobs.as(ann);
  const auto failed = me.result(*me.submit<ask>({1}), 60s);
  CHECK(failed.error().failure.detail.find("coroutines_on") != std::string::npos);
}
