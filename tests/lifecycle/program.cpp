// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/program.hpp>

#include <pawl/lifecycles/video.hpp>

#include "lifecycle/turnstile.hpp"
#include "support/catch.hpp"

namespace {

using pawl::detail::program_of;
using pawl::lifecycles::video;
using support::turnstile;

TEST_CASE("the look-up square is as wide as the next power of two") {
  STATIC_REQUIRE(program_of<turnstile>.side == 8);
  STATIC_REQUIRE(program_of<video>.side == 16);
  STATIC_REQUIRE(sizeof(program_of<video>.cells) == 16 * 16 * 2);
  STATIC_REQUIRE(pawl::detail::power_of_two_above(1) == 1);
  STATIC_REQUIRE(pawl::detail::power_of_two_above(17) == 32);
}

TEST_CASE("the padding of the square accepts nothing") {
  for (std::size_t s = 0; s < program_of<video>.side; ++s)
    for (std::size_t e = 0; e < program_of<video>.side; ++e)
      if (s >= pawl::states<video>().size() || e >= pawl::events<video>().size())
        CHECK(program_of<video>.at(s, e) == pawl::detail::no_cell);
}

TEST_CASE("a chain of guarded rows ends in one without a guard") {
  for (std::size_t s = 0; s < pawl::states<turnstile>().size(); ++s)
    for (std::size_t e = 0; e < pawl::events<turnstile>().size(); ++e) {
      auto cell = program_of<turnstile>.at(s, e);
      if (cell == pawl::detail::no_cell || cell < pawl::detail::first_chain) continue;
      std::size_t row = cell - pawl::detail::first_chain;
      while (turnstile::table.rows[row].guard) row = program_of<turnstile>.next_row[row];
      CHECK(row < std::size(turnstile::table.rows));
    }
}

}  // namespace
