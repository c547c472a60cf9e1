// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/pace.hpp>

#include <atomic>

#include "../support/catch.hpp"
#include "bench.hpp"

namespace {

using namespace runtime_test;
using pawl::runtime::pace;

void settle_in(pace& tempo, std::chrono::microseconds run, std::chrono::microseconds commit) {
  for (int i = 0; i < 500; ++i) {
    tempo.note_run(run);
    tempo.note_commit(commit);
  }
}

}  // namespace

TEST_CASE("nothing is begun ahead before anything is known, nor of long jobs") {
  pace tempo;
  CHECK(tempo.ahead(4, 100) == 0);
  settle_in(tempo, 10ms, 300us);
  CHECK(tempo.ahead(4, 100) == 0);
}

TEST_CASE(
    "of short jobs as many are begun ahead as run during a commit, and no more than allowed") {
  pace tempo;
  settle_in(tempo, 100us, 300us);
  const std::size_t some = tempo.ahead(4, 100);
  CHECK(some >= 12);
  CHECK(some <= 20);
  CHECK(tempo.ahead(4, 5) == 5);
  CHECK(tempo.ahead(4, 0) == 0);
  settle_in(tempo, 0us, 300us);
  CHECK(tempo.ahead(4, 100) == 100);
  // And it forgets.
  settle_in(tempo, 1s, 300us);
  CHECK(tempo.ahead(4, 100) == 0);
}

TEST_CASE("jobs that are begun ahead all run, each once, and are settled when the service stops") {
  struct tiny : pawl::job<"test.tiny", pawl::lifecycles::service> {
    std::shared_ptr<std::atomic<int>> left = std::make_shared<std::atomic<int>>(0);
    outcome<void> operator()(context&, report_input) const {
      if (--*left == 0) left->notify_all();
      return {};
    }
  };
  const tiny handler;
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(), handler};
  constexpr int count = 4000;
  *handler.left = count;
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const std::vector<report_input> inputs(count, alfki);
  for (const auto& each : me.submit_all<tiny>(inputs)) REQUIRE(each);
  REQUIRE(jobs.start({.workers = 2, .prefetch = 64}));
  for (int now = 0; (now = *handler.left) > 0;) handler.left->wait(now);
  jobs.stop();
  CHECK(jobs.store().count(pawl::storage::scope::every_tenant())->in(pawl::phase::terminal) ==
        count);
}
