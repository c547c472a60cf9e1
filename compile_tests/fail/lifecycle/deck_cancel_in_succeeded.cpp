// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state succeeded does not accept event cancel; it is finished and accepts none"
// sentence: a job in state … does not accept event …; it is finished and accepts none
// meaning: Nothing leaves a terminal state.
// repair: Submit a new job; a finished one stays as it is.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
auto next(pawl::machine<deck, deck::succeeded> job) {
#else
auto next(pawl::machine<deck, deck::running> job) {
#endif
  return std::move(job).on<deck::cancel>();
}
