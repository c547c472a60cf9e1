// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: schedule takes the handler, then a name, a timetable and the input; write schedule<handler>\(name, pawl::cron_at\(...\), \{...\}\)
// sentence: pawl: schedule takes the handler, then a name, a timetable and the input; write schedule<handler>(name, pawl::cron_at(...), {...})
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
  return me.schedule<tidy>("nightly", pawl::cron_at("0 3 * * *")).has_value();
#else
  return me.schedule<tidy>("nightly", pawl::cron_at("0 3 * * *"), {1}).has_value();
#endif
}
