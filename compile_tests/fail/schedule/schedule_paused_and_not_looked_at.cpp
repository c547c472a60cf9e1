// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a schedule stays as it was if this is refused; look at the answer
// sentence: pawl: a schedule stays as it was if this is refused; look at the answer
// meaning: Nothing else tells that it was refused.
// repair: Look at the answer; if it does not matter, say `static_cast<void>`.
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

void use(const session& me) {
#ifdef COMPILE_FAIL
  me.schedules().pause(1);
#else
  static_cast<void>(me.schedules().pause(1));
#endif
}
