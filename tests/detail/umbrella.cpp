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

TEST_CASE("one include is enough to declare a job type and live it") {
  using enum pawl::lifecycles::service::event;
  STATIC_REQUIRE(pawl::simulate<noop>(start, succeed).progress == 100);
  STATIC_REQUIRE(pawl::jobs<noop>::count == 1);
}

}  // namespace
