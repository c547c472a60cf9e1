// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/decide.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using support::turnstile;
using enum turnstile::state;
using enum turnstile::event;

constexpr auto no_state = static_cast<turnstile::state>(99);
constexpr auto no_event = static_cast<turnstile::event>(99);

TEST_CASE("next answers an unguarded event with the next state") {
  constexpr auto answer = pawl::next<turnstile>(idle, start);
  STATIC_REQUIRE(static_cast<bool>(answer));
  STATIC_REQUIRE(answer.state() == turning);
  STATIC_REQUIRE(answer.from() == idle);
  STATIC_REQUIRE(answer.event() == start);
}

TEST_CASE("next answers a guarded event with the need for facts") {
  constexpr auto answer = pawl::next<turnstile>(turning, fail);
  STATIC_REQUIRE(!answer);
  STATIC_REQUIRE(answer.needs_facts());
  STATIC_REQUIRE(!answer.forbidden());
  STATIC_REQUIRE(answer.state() == turning);
}

TEST_CASE("decide tries guarded rows in the order of their declaration") {
  constexpr auto after = [](pawl::facts known) {
    return pawl::decide<turnstile>(turning, fail, known).state();
  };
  STATIC_REQUIRE(after({.attempt = 1, .max_attempts = 3, .retryable = true, .error = "jam"}) ==
                 jammed);
  STATIC_REQUIRE(after({.attempt = 1, .max_attempts = 3, .retryable = true}) == turning);
  STATIC_REQUIRE(after({.attempt = 3, .max_attempts = 3, .retryable = true}) == broken);
}

TEST_CASE("decide gives the same answer as next to an unguarded event, whatever the facts") {
  for (auto state : pawl::states<turnstile>())
    for (auto event : pawl::events<turnstile>()) {
      const auto plain = pawl::next<turnstile>(state, event);
      if (plain.needs_facts()) continue;
      CHECK(static_cast<bool>(pawl::decide<turnstile>(state, event, {.retryable = true})) ==
            static_cast<bool>(plain));
      CHECK(pawl::decide<turnstile>(state, event, {}).state() == plain.state());
    }
}

TEST_CASE("a live row is the last fallback behind a state's own rows") {
  STATIC_REQUIRE(pawl::next<turnstile>(idle, cancel).state() == closed);
  STATIC_REQUIRE(pawl::next<turnstile>(turning, cancel).state() == closed);
  // jammed has rows of its own: a guarded one, behind which the live row stands.
  STATIC_REQUIRE(
      pawl::decide<turnstile>(jammed, cancel, {.attempt = 1, .max_attempts = 2}).state() == broken);
  STATIC_REQUIRE(
      pawl::decide<turnstile>(jammed, cancel, {.attempt = 2, .max_attempts = 2}).state() == closed);
  STATIC_REQUIRE(pawl::next<turnstile>(broken, cancel).forbidden());
}

TEST_CASE("a value that is no state or no event is refused, at compile time and at run time") {
  STATIC_REQUIRE(pawl::next<turnstile>(no_state, start).forbidden());
  STATIC_REQUIRE(pawl::next<turnstile>(idle, no_event).forbidden());
  STATIC_REQUIRE(pawl::next<turnstile>(static_cast<turnstile::state>(-1), start).forbidden());
  STATIC_REQUIRE(pawl::decide<turnstile>(no_state, no_event, {}).forbidden());
  STATIC_REQUIRE(!pawl::accepts<turnstile>(no_state, start));
  STATIC_REQUIRE(pawl::allowed_events<turnstile>(no_state).empty());
  STATIC_REQUIRE(pawl::kind_of<turnstile>(no_state) == pawl::kind::none);
  // Just outside the enumerators, but inside the padded square of the look-up.
  for (int s = 0; s < 300; ++s)
    for (int e = 0; e < 300; ++e) {
      const bool known =
          s < int(pawl::states<turnstile>().size()) && e < int(pawl::events<turnstile>().size());
      if (known) continue;
      if (!pawl::next<turnstile>(static_cast<turnstile::state>(s), static_cast<turnstile::event>(e))
               .forbidden())
        FAIL("state " << s << " accepted event " << e);
    }
}

TEST_CASE("the first state is the initial one and every state has its kind") {
  STATIC_REQUIRE(pawl::initial<turnstile> == idle);
  STATIC_REQUIRE(pawl::kind_of<turnstile>(idle) == pawl::kind::ready);
  STATIC_REQUIRE(pawl::kind_of<turnstile>(closed) == pawl::kind::cancelled);
  STATIC_REQUIRE(pawl::is_terminal<turnstile>(closed));
  STATIC_REQUIRE(!pawl::is_terminal<turnstile>(jammed));
}

}  // namespace
