// SPDX-License-Identifier: BSL-1.0
#include <pawl/testing/job_history.hpp>

#include <pawl/job/type.hpp>

#include "../../examples/jobs/service.hpp"
#include "../support/catch.hpp"

namespace {

using namespace pawl::testing;
using names = std::vector<std::string>;

struct report : service_jobs::report_job {
  outcome<void> operator()(context&, service_jobs::report_input) const { return {}; }
};

pawl::job_event step(std::uint64_t number, std::string from, std::string to) {
  pawl::job_event event;
  event.number = number;
  event.from = std::move(from);
  event.to = std::move(to);
  return event;
}

struct life {
  pawl::job_record job{};
  std::vector<pawl::job_event> events = {step(1, "pending", "running"),
                                         step(2, "running", "succeeded")};
  life() {
    job.state = "succeeded";
    job.kind = pawl::kind::success;
    job.has_result = true;
    job.attempt = 1;
    job.max_attempts = 3;
    job.last_event = 2;
  }
  [[nodiscard]] names flaws() const { return flaws_of_ended(pawl::type_of<report>, job, events); }
};

}  // namespace

TEST_CASE("a job that has ended as it should has no flaw") {
  life good;
  CHECK(good.flaws() == names{});
  CHECK(states_in(good.events) == names{"pending", "running", "succeeded"});
}

TEST_CASE("each flaw of a history is named") {
  life bad;
  SECTION("it has not ended") {
    bad.job.state = "running";
    bad.job.kind = pawl::kind::active;
    bad.job.has_result = false;
    bad.events.pop_back();
    bad.job.last_event = 1;
    CHECK(bad.flaws() == names{"the job has not ended, it is running"});
  }
  SECTION("too many attempts") {
    bad.job.attempt = 4;
    CHECK(bad.flaws() == names{"it was started 4 times of 3"});
  }
  SECTION("a success without a result") {
    bad.job.has_result = false;
    CHECK(bad.flaws().size() == 1);
  }
  SECTION("a gap") {
    bad.events[1].number = 3;
    bad.job.last_event = 3;
    CHECK(bad.flaws() == names{"its events are not numbered 1, 2, 3, …"});
  }
  SECTION("an event that the job does not know") {
    bad.job.last_event = 1;
    CHECK(bad.flaws() == names{"it does not know its newest event"});
  }
  SECTION("a jump") {
    bad.events[1].from = "pending";
    CHECK(bad.flaws() == names{"it left pending while it was running"});
  }
  SECTION("two ends") {
    bad.events.push_back(step(3, "succeeded", "succeeded"));
    bad.job.last_event = 3;
    CHECK(bad.flaws() == names{"it ended 2 times"});
  }
  SECTION("another state than the last") {
    bad.job.state = "canceled";
    CHECK(bad.flaws() == names{"its last transition led to succeeded"});
  }
}
