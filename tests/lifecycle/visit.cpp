// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/visit.hpp>

#include <string>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using pawl::at;
using support::turnstile;
using enum turnstile::state;

struct to_sign {
  constexpr char operator()(at<idle>) const { return 'i'; }
  constexpr char operator()(at<turning>) const { return 't'; }
  constexpr char operator()(at<jammed>) const { return 'j'; }
  template <auto Terminal>
  constexpr char operator()(at<Terminal>) const {
    return '.';
  }
};

TEST_CASE("a run-time state reaches the overload for it") {
  STATIC_REQUIRE(pawl::visit_state<turnstile>(jammed, to_sign{}) == 'j');
  std::string signs;
  for (auto state : pawl::states<turnstile>())
    signs += pawl::visit_state<turnstile>(state, to_sign{});
  CHECK(signs == "itj...");
}

struct counter {
  int seen = 0;
  void operator()(auto) { ++seen; }
};

TEST_CASE("a visitor may return nothing, or a reference, or change itself") {
  int visits = 0;
  pawl::visit_state<turnstile>(idle, [&](auto) { ++visits; });
  pawl::visit_state<turnstile>(idle, [&](auto) -> int& { return visits; }) += 10;
  CHECK(visits == 11);

  counter mine;
  pawl::visit_state<turnstile>(closed, mine);
  CHECK(mine.seen == 1);
}

}  // namespace
