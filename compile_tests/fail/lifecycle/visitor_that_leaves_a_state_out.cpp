// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the visitor does not handle state canceled of deck; add an overload for at<canceled>"
// sentence: pawl: the visitor does not handle state … of …; add an overload for at<…>
// meaning: A job in that state would reach nobody.
// repair: Add the overload, or a template that takes every at<state>.
#include <pawl/lifecycle/visit.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

struct progress {
  int operator()(pawl::at<deck::pending>) const { return 0; }
  int operator()(pawl::at<deck::running>) const { return 50; }
  int operator()(pawl::at<deck::succeeded>) const { return 100; }
  int operator()(pawl::at<deck::failed>) const { return 100; }
#ifndef COMPILE_FAIL
  int operator()(pawl::at<deck::canceled>) const { return 100; }
#endif
};

int show(deck::state s) { return pawl::visit_state<deck>(s, progress{}); }
