// SPDX-License-Identifier: BSL-1.0
#include "runtime/bench.hpp"

using namespace runtime_test;

TEMPLATE_TEST_CASE("a checkpoint is given to the attempt after the one that saved it",
                   "[SVC-16][DECK-29]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  std::vector<int> seen;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    const int done = ctx.checkpoint<int>().value_or(0);
    seen.push_back(done);
    CHECK(ctx.save(done + 1));
    if (done < 2) return report::fail<pawl::error::network_timeout>("again");
    return report_output{"done"};
  };
  const auto job = b.submit(alfki);
  b.live_on();
  CHECK(seen == std::vector<int>{0, 1, 2});
  CHECK(b.record(job).state == "succeeded");
}
