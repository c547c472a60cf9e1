// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/backoff.hpp>
#include <pawl/policies/backoff/plan.hpp>

#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using pawl::backoff_plan;
using pawl::factor;

template <backoff_plan Plan>
struct takes_a_plan {
  static constexpr backoff_plan plan = Plan;
};

TEST_CASE("a plan is a value: a template argument, copied byte by byte, compared") {
  constexpr backoff_plan plan{
      .model = pawl::backoff_model::exponential, .initial = 1_s, .cap = 30_s, .multiplier = 1.5};
  STATIC_REQUIRE(takes_a_plan<plan>::plan == plan);
  STATIC_REQUIRE(std::is_trivially_copyable_v<backoff_plan>);
  STATIC_REQUIRE(plan != backoff_plan{});
  STATIC_REQUIRE(plan.with({.low = 0}).jitter.low == 0);
  STATIC_REQUIRE(plan.with({.low = 0}).with({}) == plan);
}

TEST_CASE("a model is called by its name") {
  STATIC_REQUIRE(name_of(pawl::backoff_model::exponential) == "exponential");
  STATIC_REQUIRE(name_of(pawl::no_delay::plan.model) == "none");
}

std::string written(factor f) {
  std::ostringstream out;
  pawl::write_factor(out, f);
  return out.str();
}

TEST_CASE("a factor is written without needless zeros") {
  CHECK(written(2) == "2");
  CHECK(written(1.5) == "1.5");
  CHECK(written(1.25) == "1.25");
  CHECK(written(1.001) == "1.001");
  CHECK(written(1.05) == "1.05");
  CHECK(written(0.5) == "0.5");
}

TEST_CASE("a factor has three decimals") {
  STATIC_REQUIRE(factor(2).permille == 2000);
  STATIC_REQUIRE(factor(1.5).permille == 1500);
  STATIC_REQUIRE(factor(1.0004).permille == 1000);
  STATIC_REQUIRE(factor(1.0005).permille == 1001);
  STATIC_REQUIRE(factor() == factor(1));
  STATIC_REQUIRE(factor(1.5) < factor(2));
}

TEST_CASE("a factor from anywhere stays within its range") {
  CHECK(factor(-1).permille == 0);
  CHECK(factor(0).permille == 0);
  CHECK(factor(std::nan("")).permille == 0);
  CHECK(factor(-std::numeric_limits<double>::infinity()).permille == 0);
  CHECK(factor(std::numeric_limits<double>::infinity()).permille == factor::most);
  CHECK(factor(1e300).permille == factor::most);
}

}  // namespace
