// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/trigger.hpp>

#include <pawl/lifecycle.hpp>

#include "support/catch.hpp"

namespace {

using pawl::trigger;
using pawl::triggers;

/// A door that people open, that a schedule closes, and that everybody may lock.
struct door : pawl::lifecycle {
  enum class state { closed, open, locked };
  enum class event { push, shut, lock };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(dormant(closed, open), success(locked)),
    closed + on(push).by(user | api)            = open,
    open   + on(shut)[attempts_left].by(system) = closed,
    open   + on(shut).by(user)                  = locked,
    open   + on(lock).by(api)                   = locked,
    live   + on(lock)                           = locked);
  // clang-format on
};
static_assert(pawl::proven<door>);

constexpr trigger everyone[] = {trigger::api, trigger::workflow, trigger::user, trigger::system};

TEST_CASE("triggers are a set, and nothing said is any of them", "[lifecycle]") {
  for (const trigger each : everyone) {
    CHECK(triggers{}.has(each));
    CHECK(triggers(each).has(each));
    CHECK_FALSE(triggers(each).is_any());
    for (const trigger other : everyone) {
      CHECK(triggers(each).has(other) == (each == other));
      CHECK((each | other).has(each));
      CHECK((each | other) == (other | each));
    }
  }
  STATIC_REQUIRE((trigger::api | trigger::workflow | trigger::user | trigger::system).is_any());
  STATIC_REQUIRE(sizeof(triggers) == 1);
}

TEST_CASE("triggers come back from the number they are stored as; a strange one is any") {
  for (unsigned bits = 1; bits < 16; ++bits) CHECK(triggers::from_bits(bits).bits() == bits);
  CHECK(triggers::from_bits(0).is_any());
  CHECK(triggers::from_bits(16).is_any());
}

TEST_CASE("who may make a step is said by its own row, else by a live one", "[VID-19]") {
  using enum door::state;
  using enum door::event;
  STATIC_REQUIRE(pawl::triggers_of<door>(closed, push, open) == (trigger::api | trigger::user));
  STATIC_REQUIRE(pawl::triggers_of<door>(open, shut, closed) == trigger::system);
  STATIC_REQUIRE(pawl::triggers_of<door>(open, shut, locked) == trigger::user);
  STATIC_REQUIRE(pawl::triggers_of<door>(open, lock, locked) == trigger::api);
  STATIC_REQUIRE(pawl::triggers_of<door>(closed, lock, locked).is_any());
}

}  // namespace
