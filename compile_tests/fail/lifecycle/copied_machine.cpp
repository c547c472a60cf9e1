// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: use of deleted function 'pawl::machine<L, State>::machine\(const pawl::machine<L, State>&\)
// expect-error[clang]: call to deleted constructor of 'pawl::machine<deck>'
// sentence: the compiler's own words, naming the lifecycle, the states and the events
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
