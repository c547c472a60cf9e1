// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an ephemeral job runs in the process that submits it; give its handler to a service
// sentence: pawl: an ephemeral job runs in the process that submits it; give its handler to a service
// meaning: A client submits jobs that other processes run, and no other process would ever see this one.
// repair: Give the handler to a service of this process, or make the job durable.
#include <string>

#include <boost/hana/define_struct.hpp>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  BOOST_HANA_DEFINE_STRUCT(order, (std::string, item));
};
#ifdef COMPILE_FAIL
struct look : pawl::job<"shop.look", pawl::lifecycles::service, pawl::ephemeral<>> {
#else
struct look : pawl::job<"shop.look", pawl::lifecycles::service> {
#endif
  outcome<void> operator()(context&, const order&) const { return {}; }
};

void submit(pawl::client<pawl::testing::memory_store<>, look>& jobs) {
  static_cast<void>(jobs.as({.tenant = "shop"}).submit<look>({"tea"}));
}
