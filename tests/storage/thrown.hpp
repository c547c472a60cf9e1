// SPDX-License-Identifier: BSL-1.0
// What a store does when the code of its user throws, or another program has written nonsense: the
// same on every backend.
#pragma once

#include <stdexcept>

#include <pawl/testing/storage/bench.hpp>

#include "support/catch.hpp"

namespace support {

namespace thrown {

using namespace pawl;

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

}  // namespace thrown

inline void check_that_a_guard_that_throws_refuses_its_own_operation(
    pawl::storage::store& store, const pawl::testing::manual_clock& clock) {
  using namespace pawl;
  const job_descriptor& touchy = type_of<thrown::touchy_job>;
  testing::storage_bench on{store, clock};
  const job_descriptor* types[] = {&touchy};
  REQUIRE(on.store.learn(types));
  const auto owner = on.worker();
  const auto job = on.running(owner, touchy);
  storage::settle failed = on.failure(job);
  failed.error.code = "boom";
  storage::submit beside = on.request(touchy);
  on.store.apply({&failed, &beside});
  REQUIRE_FALSE(failed.answer);
  CHECK(failed.answer.error().code == storage::errc::failed);
  CHECK(failed.answer.error().message.find("no guard") != std::string::npos);
  CHECK(beside.answer);
  CHECK(on.get(beside.id).state == "waiting");
  CHECK(on.get(job.id).state == "running");
  on.succeed(job);
  CHECK(on.get(job.id).state == "done");
}

/// `run(sql)` does what another program does to the store's tables.
template <class Run>
void check_that_a_number_without_sense_is_nobody_elses(pawl::storage::store& store,
                                                       const pawl::testing::manual_clock& clock,
                                                       Run run) {
  using namespace pawl;
  testing::storage_bench on{store, clock};
  const auto owner = on.worker();
  const auto job = on.running(owner, testing::law_jobs::fleeting);
  on.succeed(job);
  const auto other = on.running(owner, testing::law_jobs::fleeting);
  on.succeed(other);
  on.submit(testing::law_jobs::plain);  // the newest job is never pruned
  const std::string of_job = " WHERE key = " + std::to_string(job.lease.key);
  run("UPDATE pawl_outcomes SET handler = handler + 4294967296" + of_job);
  on.pass(std::chrono::hours{3});
  CHECK(on.done(storage::prune{}).jobs == 1);
  run("UPDATE pawl_outcomes SET kind = 99" + of_job);
  const auto read = on.store.result_of(on.mine(), job.id);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == storage::errc::corrupt);
  // The operation that reads it is refused, those beside it are done.
  storage::settle again = on.success(job);
  storage::submit beside = on.request(testing::law_jobs::plain);
  on.store.apply({&again, &beside});
  REQUIRE_FALSE(again.answer);
  CHECK(again.answer.error().code == storage::errc::corrupt);
  CHECK(beside.answer);
}

}  // namespace support
