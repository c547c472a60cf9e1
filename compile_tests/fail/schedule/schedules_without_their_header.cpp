// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: schedules are a header of their own; include <pawl/schedules.hpp>
// sentence: pawl: schedules are a header of their own; include <pawl/schedules.hpp>
// meaning: Programs without schedules do not pay for them.
// repair: Include the header.
#include <string>

#include <pawl/runtime/session.hpp>
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
  return me.schedules();
#else
  return me.who().user.empty();
#endif
}
