// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a machine is one job and cannot be copied; write std::move\(m\)
// sentence: pawl: a machine is one job and cannot be copied; write std::move(m)
// meaning: Two machines would be two beliefs about the state of one job.
// repair: Move the machine, or pass it by reference.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

void keep(pawl::machine<deck> job) {
#ifdef COMPILE_FAIL
  pawl::machine<deck> copy = job;
#else
  pawl::machine<deck> copy = std::move(job);
#endif
  static_cast<void>(copy);
}
