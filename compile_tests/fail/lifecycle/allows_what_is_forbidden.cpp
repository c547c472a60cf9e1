// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: Event = pawl::lifecycles::deck::event::succeed; State = pawl::lifecycles::deck::state::pending; L = pawl::lifecycles::deck\]' evaluated to 'false'
// expect-error[clang]: 'allows<deck, deck::pending, deck::succeed>' evaluated to false
// compiler-speaks-first: the assertion is the user's own, and the compiler says which part of it is false
// sentence: the compiler's own words, naming the lifecycle, the states and the events
// meaning: A statement about a lifecycle does not hold, or a machine is used in a way C++ itself forbids.
// repair: Read the values it names; correct the statement or the lifecycle.
// In the compilers' own words: they must name the values.
#include <pawl/lifecycles/deck.hpp>
#include <pawl/testing/lifecycle.hpp>

using namespace pawl::testing;
using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
static_assert(allows<deck, deck::pending, deck::succeed>);
#else
static_assert(allows<deck, deck::pending, deck::start>);
#endif
