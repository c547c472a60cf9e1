// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: an event uses up the machine it happens to; write std::move\(m\)\.on<event>\(\) and keep the machine it returns"
// sentence: pawl: an event uses up the machine it happens to; write std::move(m).on<event>() and keep the machine it returns
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

auto next(pawl::machine<deck, deck::running> job) {
#ifdef COMPILE_FAIL
  return job.on<deck::fail>(pawl::facts{});
#else
  return std::move(job).on<deck::fail>(pawl::facts{});
#endif
}
