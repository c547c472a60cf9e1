// SPDX-License-Identifier: BSL-1.0
#include <pawl/runtime/engine/typed_calls.hpp>

#include "runtime/bench.hpp"

using namespace runtime_test;

namespace {

/// The same job type in a program that takes its output for something else.
struct misread : service_jobs::report_job {
  outcome<int> operator()(context&, const report_input&) const { return 0; }
};

}  // namespace

TEMPLATE_TEST_CASE("an output that cannot be read is told of, and names its job", "",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{"s3://report"};
  };
  const auto job = b.submit(alfki);
  b.live_on(1);
  REQUIRE(b.me.result(job)->url == "s3://report");
  const auto read = b.me.result(pawl::job_ref<misread>{job.id});
  REQUIRE_FALSE(read);
  CHECK(read.error().why == pawl::no_output::reason::unknown);
  CHECK(read.error().store.code == pawl::storage::errc::corrupt);
  CHECK(read.error().store.job == job.id);
  CHECK(read.error().store.message.find("the stored result cannot be read") == 0);
}
