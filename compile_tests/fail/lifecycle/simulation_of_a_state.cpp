// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: no matching function for call to 'simulate<pawl::lifecycles::deck>\(pawl::lifecycles::deck::event, pawl::lifecycles::deck::state\)'
// expect-error[clang]: because 'detail::step_of<pawl::lifecycles::deck::state, pawl::lifecycles::deck>' evaluated to false
// sentence: the compiler's own words, naming the lifecycle, the states and the events
#include <pawl/lifecycle/simulate.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
static_assert(pawl::simulate<deck>(deck::start, deck::succeeded));
#else
static_assert(pawl::simulate<deck>(deck::start, deck::succeed));
#endif
