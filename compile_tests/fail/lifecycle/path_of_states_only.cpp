// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: Steps = {pawl::lifecycles::deck::state::pending, pawl::lifecycles::deck::state::running, pawl::lifecycles::deck::state::succeeded}\]' evaluated to 'false'
// expect-error[clang]: 'path<deck, deck::pending, deck::running, deck::succeeded>' evaluated to false
// compiler-speaks-first: the assertion is the user's own, and the compiler says which part of it is false
// sentence: the compiler's own words, naming the lifecycle, the states and the events
// In the compilers' own words: they must name the values.
#include <pawl/lifecycles/deck.hpp>
#include <pawl/testing/lifecycle.hpp>

using namespace pawl::testing;
using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
static_assert(path<deck, deck::pending, deck::running, deck::succeeded>);
#else
static_assert(path<deck, deck::pending, deck::start, deck::running>);
#endif
