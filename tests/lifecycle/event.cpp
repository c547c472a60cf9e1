// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/event.hpp>

#include "support/catch.hpp"

namespace {

using pawl::kind;
using pawl::raised_in;
using pawl::role;
using pawl::role_of_name;

TEST_CASE("the engine knows its events by their names") {
  STATIC_REQUIRE(role_of_name("submit") == role::submit);
  STATIC_REQUIRE(role_of_name("start") == role::start);
  STATIC_REQUIRE(role_of_name("succeed") == role::succeed);
  STATIC_REQUIRE(role_of_name("fail") == role::fail);
  STATIC_REQUIRE(role_of_name("lose") == role::lose);
  STATIC_REQUIRE(role_of_name("retry_due") == role::retry_due);
  STATIC_REQUIRE(role_of_name("cancel") == role::cancel);
  STATIC_REQUIRE(role_of_name("expire") == role::expire);
}

TEST_CASE("every other name, `outside` itself included, is an event from outside") {
  STATIC_REQUIRE(role_of_name("abort") == role::outside);
  STATIC_REQUIRE(role_of_name("outside") == role::outside);
  STATIC_REQUIRE(role_of_name("Start") == role::outside);
  STATIC_REQUIRE(role_of_name("") == role::outside);
}

TEST_CASE("an engine event is raised in one kind of state, or in every live one") {
  STATIC_REQUIRE(raised_in(role::submit) == kind::dormant);
  STATIC_REQUIRE(raised_in(role::start) == kind::ready);
  STATIC_REQUIRE(raised_in(role::succeed) == kind::active);
  STATIC_REQUIRE(raised_in(role::fail) == kind::active);
  STATIC_REQUIRE(raised_in(role::lose) == kind::active);
  STATIC_REQUIRE(raised_in(role::retry_due) == kind::waiting);
  STATIC_REQUIRE(raised_in(role::cancel) == kind::none);
  STATIC_REQUIRE(raised_in(role::expire) == kind::none);
  STATIC_REQUIRE(raised_in(role::outside) == kind::none);
}

}  // namespace
