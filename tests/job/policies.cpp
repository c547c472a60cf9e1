// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/policies.hpp>

#include <pawl/lifecycles/deck.hpp>
#include <pawl/policies/policy.hpp>

#include <type_traits>

#include "support/catch.hpp"

namespace {

using pawl::axis;
using namespace pawl::detail;

struct patient {
  static constexpr pawl::axis axis = pawl::axis::timeout;
};
struct eager {
  static constexpr pawl::axis axis = pawl::axis::retry;
};
struct stranger {};

TEST_CASE("a policy names its axis, and a lifecycle needs no name for it") {
  STATIC_REQUIRE(pawl::job_policy<patient> && pawl::job_policy<pawl::lifecycles::deck>);
  STATIC_REQUIRE(!pawl::job_policy<stranger> && !pawl::job_policy<int>);
  STATIC_REQUIRE(axis_of<eager>() == axis::retry);
  STATIC_REQUIRE(axis_of<pawl::lifecycles::deck>() == axis::lifecycle);
}

TEST_CASE("a policy is found by its axis wherever it stands, else the default is taken") {
  using list = policy_list<patient, eager>;
  using found = policy_on<list, axis::retry, stranger>;
  using missing = policy_on<list, axis::stages, stranger>;
  STATIC_REQUIRE(std::is_same_v<found, eager>);
  STATIC_REQUIRE(std::is_same_v<missing, stranger>);
  STATIC_REQUIRE(crowded_axis({place_of_policy<patient>(), place_of_policy<eager>(),
                               place_of_policy<patient>()}) == place_of_policy<patient>());
}

TEST_CASE("an id can be stored, shown and typed") {
  STATIC_REQUIRE(is_job_id("acme.report.v1") && is_job_id("a"));
  STATIC_REQUIRE(!is_job_id("") && !is_job_id("1st") && !is_job_id("Report") && !is_job_id("a b"));
}

}  // namespace
