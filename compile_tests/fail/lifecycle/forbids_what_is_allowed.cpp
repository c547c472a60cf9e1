// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: Event = pawl::lifecycles::deck::event::fail; State = pawl::lifecycles::deck::state::running; L = pawl::lifecycles::deck\]' evaluated to 'false'
// expect-error[clang]: 'forbids<deck, deck::running, deck::fail>' evaluated to false
// compiler-speaks-first: the assertion is the user's own, and the compiler says which part of it is false
// sentence: the compiler's own words, naming the lifecycle, the states and the events
// In the compilers' own words: they must name the values.
#include <pawl/lifecycles/deck.hpp>
#include <pawl/testing/lifecycle.hpp>

using namespace pawl::testing;
using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
static_assert(forbids<deck, deck::running, deck::fail>);
#else
static_assert(forbids<deck, deck::pending, deck::fail>);
#endif
