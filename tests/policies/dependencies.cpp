// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/dependencies.hpp>

#include <pawl/testing/dependencies_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using pawl::testing::broken_dependencies_law;

TEST_CASE("a failed dependency cancels its dependents unless the policy says otherwise") {
  STATIC_REQUIRE(default_dependencies::on_failed == dependents::cancel);
  STATIC_REQUIRE(default_dependencies::at_most == 64);
  using lenient = dependencies<depends_on_at_most<8>, on_failed_dependency<dependents::run_anyway>>;
  STATIC_REQUIRE(lenient::on_failed == dependents::run_anyway);
  STATIC_REQUIRE(lenient::at_most == 8);
  CHECK(name_of(lenient::on_failed) == "run_anyway");
}

struct lonely : testing::dependencies_archetype {
  static constexpr int at_most = 0;
};
struct unanswered : testing::dependencies_archetype {
  static constexpr auto on_failed = static_cast<dependents>(7);
};

TEST_CASE("dependencies keep their laws, and the laws see what breaks them") {
  CHECK(broken_dependencies_law<default_dependencies>() == "");
  CHECK(broken_dependencies_law<testing::dependencies_archetype>() == "");
  CHECK(broken_dependencies_law<lonely>() == "a job may depend on another");
  CHECK(broken_dependencies_law<unanswered>() == "a failed dependency is answered for");
}

}  // namespace
