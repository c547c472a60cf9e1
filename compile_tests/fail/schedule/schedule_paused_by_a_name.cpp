// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a schedule is meant by its number; look at what schedule has answered and give \*number, or find<handler>\(name\)->number
// sentence: pawl: a schedule is meant by its number; look at what schedule has answered and give *number, or find<handler>(name)->number
// meaning: Two job types may have schedules of one name.
// repair: Give the number.
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
  return me.schedules().pause("nightly");
#else
  return me.schedules().pause(1).has_value();
#endif
}
