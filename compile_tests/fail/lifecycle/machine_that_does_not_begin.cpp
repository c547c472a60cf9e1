// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a machine of deck begins in state pending; to go on in state running, construct it from at<running>"
// sentence: pawl: a machine of … begins in state …; to go on in state …, construct it from at<…>
// meaning: A new job is in the first state of its lifecycle.
// repair: Begin there and let events happen, or construct it from at<…>, as visit_state hands it over.
#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

#ifdef COMPILE_FAIL
pawl::machine<deck, deck::running> job;
#else
pawl::machine<deck, deck::running> job{pawl::at<deck::running>{}};
#endif
