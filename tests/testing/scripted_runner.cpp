// SPDX-License-Identifier: BSL-1.0
#include <pawl/testing/scripted_runner.hpp>

#include <pawl/testing/recorded_attempt.hpp>

#include "../../examples/jobs/service.hpp"
#include "../support/catch.hpp"

namespace {

using service_jobs::report_input;

struct plain : service_jobs::report_job {
  outcome<int> operator()(context&, report_input in) const { return in.year; }
};
struct awaiting : pawl::job<"test.awaiting", pawl::lifecycles::service> {
  pawl::task<outcome<int>> operator()(context&, report_input in) const { co_return in.year; }
};

pawl::storage::claimed job_in(const pawl::job_descriptor& type) {
  pawl::storage::claimed job{.type = &type};
  job.state = *type.restore("running");
  job.payload = R"({"customer":"ALFKI","year":2026})";
  return job;
}

}  // namespace

TEMPLATE_TEST_CASE("what a test has planned comes first, then the handler", "", plain, awaiting) {
  const TestType handler{};
  pawl::testing::scripted_runner scripted(pawl::runtime::runner_of(handler));
  const pawl::runtime::runner runner = scripted.runner();
  pawl::testing::recorded_attempt attempt;
  const auto job = job_in(scripted.type());
  const auto run = [&] {
    pawl::storage::settle end;
    if (runner.is_coroutine())
      static_cast<void>(runner.begin(runner.handler, attempt, job, end).run());
    else
      runner.run(runner.handler, attempt, job, end);
    return end;
  };
  scripted.instead.push_back({.code = "network_timeout"});
  const pawl::storage::settle planned = run();
  CHECK(planned.end == pawl::storage::attempt_end::failed);
  CHECK(planned.error.code == "network_timeout");
  CHECK(scripted.runs == 0);
  const pawl::storage::settle ran = run();
  CHECK(ran.end == pawl::storage::attempt_end::succeeded);
  CHECK(ran.result == "2026");
  CHECK(scripted.runs == 1);
}
