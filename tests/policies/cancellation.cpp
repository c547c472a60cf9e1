// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycles/service.hpp>
#include <pawl/lifecycles/video.hpp>
#include <pawl/policies/cancellation.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using lifecycles::service;
using lifecycles::video;

struct archetype {
  static constexpr pawl::axis axis = pawl::axis::cancellation;
  template <auto>
  static constexpr bool forbids = false;
};
struct without_states {
  static constexpr pawl::axis axis = pawl::axis::cancellation;
};

TEST_CASE("a job may be kept from being cancelled in some of its states", "[VID-24]") {
  using firm = no_cancel_in<video::EXPORTING, video::REGENERATING>;
  STATIC_REQUIRE(firm::forbids<video::EXPORTING> && firm::forbids<video::REGENERATING>);
  STATIC_REQUIRE_FALSE(firm::forbids<video::EDITING>);
  STATIC_REQUIRE_FALSE(default_cancellation::forbids<video::EXPORTING>);
  STATIC_REQUIRE(sizeof(cancellation_rules<video, firm>) == 1);
  STATIC_REQUIRE(sizeof(cancellation_rules<service, default_cancellation>) == 1);
}

TEST_CASE("a policy on cancellation says its axis and its states, and no more") {
  STATIC_REQUIRE(cancellation_policy<archetype>);
  STATIC_REQUIRE(cancellation_policy<cancel_anywhere>);
  STATIC_REQUIRE(cancellation_policy<no_cancel_in<video::EXPORTING>>);
  STATIC_REQUIRE_FALSE(cancellation_policy<without_states>);
  STATIC_REQUIRE(sizeof(no_cancel_in<video::EXPORTING>) == 1);
}

}  // namespace
