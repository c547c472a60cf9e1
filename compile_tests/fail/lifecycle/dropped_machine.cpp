// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an event uses up the machine it happens to; keep the one it returns
// sentence: pawl: an event uses up the machine it happens to; keep the one it returns
// meaning: The machine of the next state is dropped, and with it the job.
// repair: auto next = std::move(m).on<event>();
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
