// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a subscription is a header of its own; include <pawl/runtime/subscription.hpp>
// sentence: pawl: a subscription is a header of its own; include <pawl/runtime/subscription.hpp>
// meaning: Programs that follow no events do not pay for it.
// repair: Include the header.
#ifndef COMPILE_FAIL
#include <pawl/runtime/subscription.hpp>
#endif
#include <string>

#include <pawl/runtime/session.hpp>
#include <pawl/testing/storage/archetype.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};
using session = pawl::session<pawl::testing::storage_archetype, buy>;

bool use(const session& me, const pawl::job_ref<buy>& job) {
#ifdef COMPILE_FAIL
  me.subscribe(job);
  return true;
#else
  return me.subscribe(job).next(std::chrono::milliseconds{0}).has_value();
#endif
}
