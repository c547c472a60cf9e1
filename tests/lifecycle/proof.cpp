// SPDX-License-Identifier: BSL-1.0
// What a flawed lifecycle is told stands in compile_tests/fail/lifecycle; here, that the sound ones
// pass and that the flaw found is the right one.
#include <pawl/lifecycle/proof.hpp>

#include <type_traits>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using pawl::detail::defect;
using support::turnstile;

template <class L>
constexpr auto flaw = pawl::detail::program_of<L>.first_flaw;

struct looping : pawl::lifecycle {
  enum class state { a, b, c, done };
  enum class event { go, back, end };
  using enum state;
  using enum event;
  // clang-format off
  static constexpr auto table = transitions(
    kinds(dormant(a, b, c), success(done)),
    a + on(go)   = b,
    b + on(back) = c,
    c + on(back) = b,
    a + on(end)  = done);
  // clang-format on
};

struct forgetful : pawl::lifecycle {
  enum class state { waiting_room, running, done };
  enum class event { start, succeed, fail };
  using enum state;
  using enum event;
  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(waiting_room), active(running), success(done)),
    waiting_room + on(start)   = running,
    running      + on(succeed) = done,
    running      + on(fail)    = done);
  // clang-format on
};

struct in_process : pawl::lifecycle {
  enum class state { pending, running, done };
  enum class event { start, succeed, fail, lose };
  using enum state;
  using enum event;
  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(pending), active(running), success(done)),
    pending + on(start)   = running,
    running + on(succeed) = done,
    running + on(fail)    = done,
    running + never(lose));
  // clang-format on
};

static_assert(pawl::proven<turnstile>);
static_assert(std::is_empty_v<pawl::checked<turnstile>>);
static_assert(pawl::lifecycle_type<turnstile> && !pawl::lifecycle_type<int>);

TEST_CASE("a sound lifecycle has no flaw") { STATIC_REQUIRE(flaw<turnstile>.what == defect::none); }

TEST_CASE("two states that only lead to each other never end") {
  STATIC_REQUIRE(flaw<looping>.what == defect::no_end);
  STATIC_REQUIRE(static_cast<looping::state>(flaw<looping>.state) == looping::b);
}

TEST_CASE("an active state must handle the loss of its worker, or say that it cannot happen") {
  STATIC_REQUIRE(flaw<forgetful>.what == defect::not_handled);
  STATIC_REQUIRE(flaw<forgetful>.of == pawl::role::lose);
  STATIC_REQUIRE(flaw<in_process>.what == defect::none);
  STATIC_REQUIRE(pawl::never_loses<in_process>);
  STATIC_REQUIRE(!pawl::never_loses<turnstile>);
}

}  // namespace
