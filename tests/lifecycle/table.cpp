// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/table.hpp>

#include <pawl/lifecycle.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using support::turnstile;

/// States called like kinds, and a plain function as a guard.
struct plain_words : pawl::lifecycle {
  enum class state { ready, active, dead };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;

  static constexpr bool first_try(const pawl::facts& f) { return f.attempt == 1; }

  // clang-format off
  static constexpr auto table = transitions(
    kinds(pawl::ready(ready), pawl::active(active), pawl::dead(dead)),
    ready  + on(start)              = active,
    active + on(succeed)            = dead,
    active + on(fail)[&first_try]   = ready,
    active + on(fail)               = dead,
    active + on(lose)               = dead);
  // clang-format on
};

TEST_CASE("a table keeps its rows in the order of their declaration") {
  STATIC_REQUIRE(turnstile::table.rows[0].from == turnstile::idle);
  STATIC_REQUIRE(turnstile::table.rows[0].on == turnstile::start);
  STATIC_REQUIRE(turnstile::table.rows[0].to == turnstile::turning);
  STATIC_REQUIRE(turnstile::table.rows[2].guard.name == "is_jam");
  STATIC_REQUIRE(turnstile::table.rows[9].where == decltype(turnstile::table.rows[9].where)::live);
  STATIC_REQUIRE(turnstile::table.states == 6);
  STATIC_REQUIRE(turnstile::table.events == 7);
}

TEST_CASE("a state may be called like a kind, and a guard may be a plain function") {
  STATIC_REQUIRE(pawl::proven<plain_words>);
  STATIC_REQUIRE(plain_words::table.rows[2].guard.name == "guard");
  STATIC_REQUIRE(
      pawl::decide<plain_words>(plain_words::active, plain_words::fail, {.attempt = 1}).state() ==
      plain_words::ready);
  STATIC_REQUIRE(
      pawl::decide<plain_words>(plain_words::active, plain_words::fail, {.attempt = 2}).state() ==
      plain_words::dead);
}

}  // namespace
