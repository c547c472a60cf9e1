// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: event fail in state running is guarded; its outcome depends on the facts, so give them: on<fail>\(facts\)"
// sentence: pawl: event … in state … is guarded; its outcome depends on the facts, so give them: on<…>(facts)
// meaning: Which row is taken depends on guards, and guards read the facts of the attempt.
// repair: Call on<event>(facts) for a variant of machines, or on<event, facts{...}>() for the one machine.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

auto next(pawl::machine<deck, deck::running> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<deck::fail>();
#else
  return std::move(job).on<deck::fail>(pawl::facts{});
#endif
}
