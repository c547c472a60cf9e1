// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a period has a unit; write repeat_every\(15min\), or std::chrono::minutes\{15\}
// sentence: pawl: a period has a unit; write repeat_every(15min), or std::chrono::minutes{15}
// meaning: Nothing says whether minutes are meant, or milliseconds.
// repair: Write a std::chrono duration.
#include <string>

#include <pawl/runtime/session.hpp>
#include <pawl/schedules.hpp>
#include <pawl/testing/storage/archetype.hpp>

struct window {
  int from = 0;
};
struct tidy : pawl::job<"shop.tidy", pawl::lifecycles::service, pawl::schedulable> {
  outcome<void> operator()(context&, window) const { return {}; }
};
using session = pawl::session<pawl::testing::storage_archetype, tidy>;

bool use(const session& me) {
#ifdef COMPILE_FAIL
  return me.schedule<tidy>("nightly", pawl::repeat_every(15), {1}).has_value();
#else
  return me.schedule<tidy>("nightly", pawl::repeat_every(std::chrono::minutes{15}), {1})
      .has_value();
#endif
}
