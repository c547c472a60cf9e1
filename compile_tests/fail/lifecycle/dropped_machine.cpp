// SPDX-License-Identifier: BSL-1.0
// expect-error: ignoring return
// sentence: the compiler's own words, naming the lifecycle, the states and the events
// The machine of the next state is the job; to drop it is to lose the job.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

void begin(pawl::machine<deck> job) {
#ifdef COMPILE_FAIL
  std::move(job).on<deck::start>();
#else
  auto running = std::move(job).on<deck::start>();
  static_cast<void>(running);
#endif
}
