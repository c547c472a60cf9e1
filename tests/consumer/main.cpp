// SPDX-License-Identifier: BSL-1.0
// The smallest program that uses pawl: asks a shipped lifecycle what follows.
#include <pawl/lifecycle.hpp>
#include <pawl/lifecycles/deck.hpp>

int main() {
  using pawl::lifecycles::deck;
  const auto started = pawl::next<deck>(deck::pending, deck::start);
  const auto refused = pawl::next<deck>(deck::pending, deck::succeed);
  return started && started.state() == deck::running && !refused ? 0 : 1;
}
