// SPDX-License-Identifier: BSL-1.0
// A coroutine handler that follows another job's events without a thread.
#include <pawl/asio.hpp>
#include <pawl/asio/events.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

#include "../support/catch.hpp"

namespace {

using namespace std::chrono_literals;
using store_type = pawl::testing::memory_store<pawl::system_clock>;

struct task_job : pawl::job<"events.task", pawl::lifecycles::service> {
  outcome<int> operator()(context& ctx, int in) const {
    ctx.log("done");
    return in;
  }
};

/// Waits for the end of another job.
struct follower : pawl::job<"events.follower", pawl::lifecycles::service> {
  std::shared_ptr<std::function<pawl::subscription(const std::string&)>> subscribe =
      std::make_shared<std::function<pawl::subscription(const std::string&)>>();
  std::shared_ptr<std::atomic<bool>> begun = std::make_shared<std::atomic<bool>>(false);

  pawl::task<outcome<std::string>> operator()(context& ctx, std::string in) const {
    pawl::subscription events = (*subscribe)(in);
    *begun = true;
    begun->notify_all();
    std::string out;
    while (true) {
      const auto told = co_await pawl::next_event(ctx, events, 1min);
      if (!told) break;
      if (!told->event.to.empty()) out += told->event.to + ' ';
    }
    co_return out;
  }
};

}  // namespace

TEST_CASE("a coroutine awaits events, and is let go when it is asked to stop") {
  follower handler;
  pawl::service jobs{std::make_unique<store_type>(), task_job{}, handler};
  auto acme = jobs.as({.tenant = "acme", .user = "ann"});
  *handler.subscribe = [&](const std::string& id) {
    return acme.subscribe(pawl::parse_job_id(id).value());
  };
  const auto later = acme.submit<task_job>(1, {.delay = 24h}).value();
  REQUIRE(jobs.start({.workers = 1, .coroutines_on = std::make_shared<pawl::asio_pool>(1)}));
  const auto done = acme.submit<task_job>(1).value();
  REQUIRE(acme.result(done, 60s));
  const auto follows = acme.submit<follower>(to_string(done.id)).value();
  CHECK(acme.result(follows, 60s).value() == "running succeeded ");
  // One that waits for what does not come.
  *handler.begun = false;
  const auto waits = acme.submit<follower>(to_string(later.id)).value();
  handler.begun->wait(false);
  REQUIRE(acme.cancel(waits));
  CHECK(acme.wait(waits, 60s)->state == "canceled");
}
