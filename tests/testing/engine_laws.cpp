// SPDX-License-Identifier: BSL-1.0
// The laws must see an engine that breaks them.
#include <pawl/testing/engine_laws.hpp>

#include <pawl/lifecycle/engine.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using pawl::facts;
using pawl::engine::table;
using pawl::testing::engine_laws;
using support::turnstile;

struct forgets_its_state : table<turnstile> {
  constexpr forgets_its_state() = default;
  constexpr explicit forgets_its_state(turnstile::state) {}
};
struct begins_elsewhere : table<turnstile> {
  constexpr begins_elsewhere() : table(turnstile::jammed) {}
  constexpr explicit begins_elsewhere(turnstile::state s) : table(s) {}
};
struct ignores_guards : table<turnstile> {
  using table::on;
  using table::table;
  constexpr auto on(turnstile::event e, const facts&) { return table::on(e, {.error = "jam"}); }
};
struct never_moves : table<turnstile> {
  using table::table;
  constexpr auto on(turnstile::event e) { return pawl::next<turnstile>(state(), e); }
  constexpr auto on(turnstile::event e, const facts& f) {
    return pawl::decide<turnstile>(state(), e, f);
  }
};
struct accepts_everything : table<turnstile> {
  using table::on;
  using table::table;
  constexpr auto on(turnstile::event e, const facts& f) {
    const auto answer = table::on(e, f);
    const auto here = static_cast<pawl::detail::cell>(state());
    return answer ? answer : pawl::verdict<turnstile>(state(), e, here);
  }
};
struct guesses_without_facts : table<turnstile> {
  using table::on;
  using table::table;
  constexpr auto on(turnstile::event e) { return table::on(e, {}); }
};

TEST_CASE("an engine that breaks a law is named with the law") {
  CHECK(engine_laws<turnstile, table<turnstile>>().law == "");
  CHECK(engine_laws<turnstile, begins_elsewhere>().law == "a new engine is in the initial state");
  CHECK(engine_laws<turnstile, forgets_its_state>().law ==
        "a restored engine is in the given state");
  CHECK(engine_laws<turnstile, never_moves>().law ==
        "without facts, an engine moves only on an accepted event");
  CHECK(engine_laws<turnstile, accepts_everything>().law ==
        "an event is accepted in a state that has a row for it, and in no other");
  CHECK(engine_laws<turnstile, ignores_guards>().law ==
        "an engine moves to the target of the first row whose guard holds");
  CHECK(engine_laws<turnstile, guesses_without_facts>().law ==
        "without facts, an event is accepted, refused or in need of facts");
}

}  // namespace
