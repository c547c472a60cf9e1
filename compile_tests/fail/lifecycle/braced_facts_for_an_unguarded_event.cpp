// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: event succeed in state running has no guard; call it without facts: on<succeed>\(\)"
// sentence: pawl: event … in state … has no guard; call it without facts: on<…>()
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

auto next(pawl::machine<deck, deck::running> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<deck::succeed>({.attempt = 1});
#else
  return std::move(job).on<deck::succeed>();
#endif
}
