// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the schedule of handler tidy has no input: input_at does not fit; give the handler public static window input_at\(pawl::instant slot\)
// sentence: pawl: the schedule of handler … has no input: input_at does not fit; give the handler public static … input_at(pawl::instant slot)
// meaning: It is found and cannot be called with a slot: private, not static, a template, or of another type.
// repair: Write it as the sentence says.
#include <string>

#include <pawl/job.hpp>

using namespace pawl::literals;

struct window {
  int from = 0;
};
struct tidy : pawl::job<"shop.tidy", pawl::lifecycles::service, pawl::every<1_h>> {
  outcome<void> operator()(context&, window) const { return {}; }
#ifdef COMPILE_FAIL
 private:
#else
 public:
#endif
  static window input_at(pawl::instant) { return {1}; }
};

static_assert(pawl::jobs<tidy>::count == 1);
