// SPDX-License-Identifier: BSL-1.0
// What a store does when the code of its user throws, or another program has written nonsense.
#include <stdexcept>

#include <pawl/storage/sqlite/connection.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "storage/backends.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using storage::errc;

/// A lifecycle with a guard that throws.
struct touchy : lifecycle {
  static constexpr text name = "touchy";
  enum class state { waiting, running, done, failed };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;
  static constexpr guard is_calm{"is_calm", [](const facts& f) {
                                   if (f.error == "boom") throw std::runtime_error("no guard");
                                   return false;
                                 }};
  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(waiting), active(running), success(done), failure(failed)),
    waiting + on(start)         = running,
    running + on(succeed)       = done,
    running + on(fail)[is_calm] = running,
    running + on(fail)          = failed,
    running + on(lose)          = failed);
  // clang-format on
};
using touchy_job = job<"test.touchy", touchy>;

TEMPLATE_TEST_CASE("a guard that throws refuses its own operation, and no other", "",
                   PAWL_TEST_BACKENDS) {
  testing::manual_clock clock;
  auto made = TestType::make(clock);
  testing::storage_bench on{*made, clock};
  const job_descriptor* types[] = {&type_of<touchy_job>};
  REQUIRE(on.store.learn(types));
  const auto owner = on.worker();
  const auto job = on.running(owner, type_of<touchy_job>);
  storage::settle failed = on.failure(job);
  failed.error.code = "boom";
  storage::submit beside = on.request(type_of<touchy_job>);
  on.store.apply({&failed, &beside});
  REQUIRE_FALSE(failed.answer);
  CHECK(failed.answer.error().code == errc::failed);
  CHECK(failed.answer.error().message.find("no guard") != std::string::npos);
  CHECK(beside.answer);
  CHECK(on.get(beside.id).state == "waiting");
  CHECK(on.get(job.id).state == "running");
  on.succeed(job);
  CHECK(on.get(job.id).state == "done");
}

TEST_CASE("a number that makes no sense neither keeps maintenance busy nor becomes another's") {
  testing::manual_clock clock;
  auto made = support::sqlite_backend::make(clock);
  testing::storage_bench on{*made, clock};
  const auto owner = on.worker();
  const auto job = on.running(owner, testing::law_jobs::fleeting);
  on.succeed(job);
  const auto other = on.running(owner, testing::law_jobs::fleeting);
  on.succeed(other);
  on.submit(testing::law_jobs::plain);  // the newest job is never pruned
  auto foreign = storage::detail::connect(made->path(), SQLITE_OPEN_READWRITE,
                                          std::chrono::milliseconds{5000});
  const auto run = [&](const std::string& sql) { storage::detail::execute(foreign.get(), sql); };
  run("UPDATE pawl_outcomes SET handler = handler + 4294967296 WHERE key = " +
      std::to_string(job.lease.key));
  on.pass(std::chrono::hours{3});
  CHECK(on.done(storage::prune{}).jobs == 1);
  run("UPDATE pawl_outcomes SET kind = 99 WHERE key = " + std::to_string(job.lease.key));
  CHECK(on.store.result_of(on.mine(), job.id).error().code == errc::corrupt);
  // The operation that reads it is refused, those beside it are done.
  storage::settle again = on.success(job);
  storage::submit beside = on.request(testing::law_jobs::plain);
  on.store.apply({&again, &beside});
  CHECK(again.answer.error().code == errc::corrupt);
  CHECK(beside.answer);
}

}  // namespace
