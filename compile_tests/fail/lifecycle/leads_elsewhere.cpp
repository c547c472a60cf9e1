// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: To = pawl::lifecycles::deck::state::canceled; Event = pawl::lifecycles::deck::event::fail; From = pawl::lifecycles::deck::state::running; L = pawl::lifecycles::deck\]' evaluated to 'false'
// expect-error[clang]: 'leads_to<deck, deck::running, deck::fail, deck::canceled>' evaluated to false
// compiler-speaks-first: the assertion is the user's own, and the compiler says which part of it is false
// sentence: the compiler's own words, naming the lifecycle, the states and the events
// In the compilers' own words: they must name the values.
#include <pawl/lifecycles/deck.hpp>
#include <pawl/testing/lifecycle.hpp>

using namespace pawl::testing;
using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
static_assert(leads_to<deck, deck::running, deck::fail, deck::canceled>);
#else
static_assert(leads_to<deck, deck::running, deck::fail, deck::failed>);
#endif
