// SPDX-License-Identifier: BSL-1.0
#include "runtime/bench.hpp"

using namespace runtime_test;

TEMPLATE_TEST_CASE("an override of the retries holds for its job, within what the type allows",
                   "[SVC-04]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  int runs = 0;
  *b.handler.act = [&](report::context&, report_input) -> report::outcome<report_output> {
    ++runs;
    return report::fail<pawl::error::network_timeout>("no");
  };
  pawl::submit_options twice;
  twice.retry.max_attempts = 2;
  b.submit(alfki, twice);
  b.live_on();
  CHECK(runs == 2);
  pawl::submit_options too_often;
  too_often.retry.max_attempts = 1'000'000;
  CHECK(b.me.template submit<report>(alfki, too_often).error().code ==
        pawl::storage::errc::invalid);
}
