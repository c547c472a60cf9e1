// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/verdict.hpp>

#include <sstream>
#include <string>
#include <type_traits>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using support::turnstile;
using enum turnstile::state;
using enum turnstile::event;

// Two words, so that it is returned in registers.
static_assert(sizeof(pawl::verdict<turnstile>) <= 2 * sizeof(void*));
static_assert(std::is_trivially_copyable_v<pawl::verdict<turnstile>>);

TEST_CASE("a refusal says what the state would have accepted") {
  constexpr auto answer = pawl::next<turnstile>(idle, succeed);
  STATIC_REQUIRE(answer.forbidden());
  STATIC_REQUIRE(answer.allowed().size() == 2);
  STATIC_REQUIRE(answer.allowed()[0] == start);
  STATIC_REQUIRE(answer.allowed().contains(cancel));
  STATIC_REQUIRE(!answer.allowed().contains(lose));
  STATIC_REQUIRE(
      answer.message().view() ==
      "a job in state idle does not accept event succeed; it accepts only start, cancel");
}

TEST_CASE("a refusal by a terminal state says that the job is finished") {
  STATIC_REQUIRE(
      pawl::next<turnstile>(passed, cancel).message().view() ==
      "a job in state passed does not accept event cancel; it is finished and accepts none");
}

TEST_CASE("an undecided answer says that facts are needed") {
  STATIC_REQUIRE(
      pawl::next<turnstile>(turning, fail).message().view() ==
      "event fail in state turning is guarded; its outcome depends on the facts, so give them");
}

TEST_CASE("an accepted event has no message") {
  STATIC_REQUIRE(pawl::next<turnstile>(idle, start).message().view().empty());
}

TEST_CASE("no message is cut short, whatever the state and the event") {
  for (auto state : pawl::states<turnstile>())
    for (auto event : pawl::events<turnstile>()) {
      const auto answer = pawl::next<turnstile>(state, event);
      if (!answer.forbidden()) continue;
      std::ostringstream whole;
      pawl::detail::write_forbidden<turnstile>(whole, state, event, answer.allowed());
      CHECK(std::string(answer.message().view().data(), answer.message().view().size()) ==
            whole.str());
    }
}

}  // namespace
