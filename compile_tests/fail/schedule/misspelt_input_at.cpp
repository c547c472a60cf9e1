// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler tidy has a member input_for, which nothing calls or reads; write input_at, or give it quite another name
// sentence: pawl: handler … has a member …, which nothing calls or reads; write …, or give it quite another name
// meaning: A schedule would run with an input that nobody has made.
// repair: Spell it as the sentence says.
#include <string>

#include <pawl/job.hpp>

using namespace pawl::literals;

struct window {
  int from = 0;
};
struct tidy : pawl::job<"shop.tidy", pawl::lifecycles::service, pawl::every<1_h>> {
  outcome<void> operator()(context&, window) const { return {}; }
#ifdef COMPILE_FAIL
  static window input_for(pawl::instant) { return {1}; }
#else
  static window input_at(pawl::instant) { return {1}; }
#endif
};

static_assert(pawl::jobs<tidy>::count == 1);
