// SPDX-License-Identifier: BSL-1.0
// The forward declarations agree with the definitions, and one header brings everything.
#include <pawl/fwd.hpp>

template <class Job>
pawl::outcome<int, Job>* passes_an_outcome_on(pawl::context<Job>&, pawl::task<int>*,
                                              pawl::job_error*);

#include <pawl/pawl.hpp>

#include "support/catch.hpp"

namespace {

struct noop : pawl::job<"noop", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};

struct next : pawl::job<"next", pawl::lifecycles::service, pawl::ephemeral<>> {
  outcome<int> operator()(context&, int number) const { return number + 1; }
};

TEST_CASE("one include is enough to run a job in memory") {
  pawl::service jobs{std::make_unique<pawl::storage::memory<>>(), next{}};
  REQUIRE(jobs.start({.workers = 1}));
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  CHECK(me.result(*me.submit<next>(41), std::chrono::seconds{60}).value() == 42);
}

TEST_CASE("one include is enough to declare a job type and live it") {
  using enum pawl::lifecycles::service::event;
  STATIC_REQUIRE(pawl::simulate<noop>(start, succeed).progress == 100);
  STATIC_REQUIRE(pawl::jobs<noop>::count == 1);
}

}  // namespace
