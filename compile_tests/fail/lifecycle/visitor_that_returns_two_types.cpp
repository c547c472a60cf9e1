// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the visitor returns different types for different states of deck; make all its overloads return one type"
// sentence: pawl: the visitor returns different types for different states of …; make all its overloads return one type
// meaning: The state is known only at run time, so the result must have one type.
// repair: Give all overloads the same return type.
#include <pawl/lifecycle/visit.hpp>
#include <pawl/lifecycles/deck.hpp>

using pawl::lifecycles::deck;

struct progress {
  int operator()(pawl::at<deck::pending>) const { return 0; }
  int operator()(pawl::at<deck::running>) const { return 50; }
  int operator()(pawl::at<deck::succeeded>) const { return 100; }
  int operator()(pawl::at<deck::failed>) const { return 100; }
#ifdef COMPILE_FAIL
  long operator()(pawl::at<deck::canceled>) const { return 100; }
#else
  int operator()(pawl::at<deck::canceled>) const { return 100; }
#endif
};

int show(deck::state s) { return pawl::visit_state<deck>(s, progress{}); }
