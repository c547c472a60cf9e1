// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/guard.hpp>

#include "support/catch.hpp"

namespace {

using pawl::facts;
using namespace pawl::guards;

TEST_CASE("the standard guards follow from the attempts and the class of the error") {
  constexpr facts first{.attempt = 1, .max_attempts = 2, .retryable = true};
  constexpr facts last{.attempt = 2, .max_attempts = 2, .retryable = true};
  constexpr facts fatal{.attempt = 1, .max_attempts = 2, .retryable = false};
  STATIC_REQUIRE(may_retry.holds(first) && !may_retry.holds(last) && !may_retry.holds(fatal));
  STATIC_REQUIRE(attempts_left.holds(first) && !attempts_left.holds(last) &&
                 attempts_left.holds(fatal));
  STATIC_REQUIRE(!exhausted.holds(first) && exhausted.holds(last) && !exhausted.holds(fatal));
}

TEST_CASE("an attempt number beyond the last one counts as exhausted") {
  constexpr facts beyond{.attempt = 4'000'000'000U, .max_attempts = 3, .retryable = true};
  STATIC_REQUIRE(exhausted.holds(beyond) && !may_retry.holds(beyond) &&
                 !attempts_left.holds(beyond));
}

TEST_CASE("guards have the names that diagrams show") {
  STATIC_REQUIRE(may_retry.name == "may_retry");
  STATIC_REQUIRE(attempts_left.name == "attempts_left");
  STATIC_REQUIRE(exhausted.name == "exhausted");
  STATIC_REQUIRE(!pawl::guard{});
}

TEST_CASE("a guard with a predicate has a name in any case") {
  constexpr pawl::guard unnamed{"", [](const facts& f) { return f.attempt == 7; }};
  STATIC_REQUIRE(unnamed);
  STATIC_REQUIRE(unnamed.name == "guard");
  STATIC_REQUIRE(unnamed.holds(facts{.attempt = 7}));
}

template <facts>
struct needs_structural_facts {};
[[maybe_unused]] needs_structural_facts<facts{.attempt = 1}> facts_can_be_a_template_argument;

}  // namespace
