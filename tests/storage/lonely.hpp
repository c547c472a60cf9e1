// SPDX-License-Identifier: BSL-1.0
// A job whose worker died, while no living process has its handler.
#pragma once

#include <pawl/testing/storage/bench.hpp>

#include "support/catch.hpp"

namespace support {

namespace lonely {

using namespace pawl::literals;
using quick = pawl::retry<pawl::attempts<3>, pawl::fixed<1_s>, pawl::no_jitter>;
using served = pawl::job<"lonely.served", pawl::lifecycles::service, quick>;
using filed = pawl::job<"lonely.filed", pawl::lifecycles::document, quick>;

}  // namespace lonely

/// Any process takes it back, by the definition that the store holds; so its record says that it
/// waits, not that it runs. `open(clock)` gives another process's store on the same jobs.
template <class Open>
void check_that_lonely_jobs_are_taken_back(Open open) {
  using namespace pawl;
  using std::chrono::milliseconds;
  const struct {
    const job_descriptor& type;
    const char* state;  ///< after it was lost
  } kinds[] = {{type_of<lonely::served>, "pending"}, {type_of<lonely::filed>, "RETRYING"}};
  for (const auto& [type, state] : kinds) {
    CAPTURE(state);
    const testing::manual_clock clock;
    job_id runs;
    job_id waits;
    {
      const auto gone = open(clock);
      testing::storage_bench on(*gone, clock);
      const job_descriptor* const own[] = {&type};
      REQUIRE(gone->learn(own));
      const auto lost = on.worker();
      runs = on.running(lost, type).id;
      waits = on.held(lost, type).id;
    }
    const auto other = open(clock);
    testing::storage_bench on(*other, clock);  // which has not heard of the type
    on.pass(type.lease);
    on.pass(milliseconds{1});
    CHECK(on.done(storage::reap{}).jobs.size() == 2);
    const job_record record = on.get(runs);
    CHECK(record.state == state);
    CHECK(record.phase == phase::scheduled);
    CHECK(record.attempt == 1);
    CHECK(record.error->code == "worker_lost");
    for (const job_id& each : {runs, waits})
      CHECK(on.get(each).due_at == on.store.now() + milliseconds{1000});
    CHECK(on.get(waits).attempt == 0);
    CHECK(on.done(storage::reap{}).jobs.empty());

    // A process that has the handler goes on with both.
    on.pass(milliseconds{1000});
    const auto again = open(clock);
    testing::storage_bench with(*again, clock);
    const job_descriptor* const own[] = {&type};
    REQUIRE(again->learn(own));
    storage::claim both{.owner = with.worker(), .types = {&type}, .start = 2, .suspects = 2};
    const auto claimed = with.done(both).jobs;
    CHECK(claimed.size() == 2);
    for (const storage::claimed& each : claimed) CHECK(with.succeed(each).kind == kind::success);
  }
}

}  // namespace support
