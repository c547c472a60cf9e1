// SPDX-License-Identifier: BSL-1.0
// expect-error: "event fail in state running is guarded; its outcome depends on the facts, so give them: on<fail>\(facts\)"
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
