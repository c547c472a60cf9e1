// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/machine.hpp>

#include <type_traits>
#include <utility>

#include <pawl/lifecycle/visit.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using pawl::at;
using pawl::facts;
using pawl::machine;
using support::turnstile;
using enum turnstile::state;
using enum turnstile::event;

static_assert(std::is_empty_v<machine<turnstile>>);
static_assert(!std::is_copy_constructible_v<machine<turnstile>> &&
              std::is_move_constructible_v<machine<turnstile>>);
static_assert(std::is_default_constructible_v<machine<turnstile, idle>>);
static_assert(!std::is_default_constructible_v<machine<turnstile, turning>>);
static_assert(!std::is_convertible_v<at<turning>, machine<turnstile, turning>>);

TEST_CASE("a machine moves from state to state, and its type says where it is") {
  auto waiting = machine<turnstile>{};
  auto moving = std::move(waiting).on<start>();
  STATIC_REQUIRE(std::is_same_v<decltype(moving), machine<turnstile, turning>>);
  auto done = std::move(moving).on<succeed>();
  STATIC_REQUIRE(done.state == passed);
}

TEST_CASE("a guarded event with facts gives one of the machines it may lead to") {
  const auto fail_with = [](facts known) {
    return machine<turnstile>{}.on<start>().on<fail>(known);
  };
  using outcome = std::variant<machine<turnstile, jammed>, machine<turnstile, turning>,
                               machine<turnstile, broken>>;
  STATIC_REQUIRE(std::is_same_v<decltype(fail_with({})), outcome>);
  CHECK(std::holds_alternative<machine<turnstile, jammed>>(fail_with({.error = "jam"})));
  CHECK(std::holds_alternative<machine<turnstile, turning>>(
      fail_with({.attempt = 1, .max_attempts = 2, .retryable = true})));
  CHECK(std::holds_alternative<machine<turnstile, broken>>(
      fail_with({.attempt = 2, .max_attempts = 2})));
}

TEST_CASE("a guarded event with constant facts gives the one machine it leads to") {
  auto again = machine<turnstile>{}
                   .on<start>()
                   .on<fail, facts{.attempt = 1, .max_attempts = 2, .retryable = true}>();
  STATIC_REQUIRE(again.state == turning);
  auto over =
      std::move(again).on<fail, facts{.attempt = 2, .max_attempts = 2, .retryable = true}>();
  STATIC_REQUIRE(over.state == broken);
}

template <class Machine, auto Event>
concept takes = requires(Machine m) { std::move(m).template on<Event>(); };
template <class Machine, auto Event>
concept takes_with_facts = requires(Machine m, facts f) { std::move(m).template on<Event>(f); };
template <class Machine, auto Event>
concept takes_as_lvalue = requires(Machine m) { m.template on<Event>(); };

TEST_CASE("a forbidden event is invisible to a requires-expression") {
  STATIC_REQUIRE(takes<machine<turnstile>, start>);
  STATIC_REQUIRE(!takes<machine<turnstile>, succeed>);
  STATIC_REQUIRE(!takes_as_lvalue<machine<turnstile>, start>);
  STATIC_REQUIRE(!takes<machine<turnstile, turning>, fail>);
  STATIC_REQUIRE(takes_with_facts<machine<turnstile, turning>, fail>);
  STATIC_REQUIRE(!takes_with_facts<machine<turnstile, turning>, succeed>);
  STATIC_REQUIRE(!takes_with_facts<machine<turnstile, passed>, fail>);
}

TEST_CASE("a stored state becomes a machine again through visit_state") {
  const auto cancelled_from = [](turnstile::state stored) {
    return pawl::visit_state<turnstile>(stored, []<auto State>(at<State> here) {
      if constexpr (takes<machine<turnstile, State>, turnstile::event::cancel>)
        return machine<turnstile, State>(here).template on<turnstile::event::cancel>().state;
      else
        return State;
    });
  };
  CHECK(cancelled_from(idle) == closed);
  CHECK(cancelled_from(turning) == closed);
  CHECK(cancelled_from(passed) == passed);
}

}  // namespace
