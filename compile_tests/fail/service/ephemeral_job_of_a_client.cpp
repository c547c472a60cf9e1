// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an ephemeral job runs in the process that submits it; give its handler to a service
// sentence: pawl: an ephemeral job runs in the process that submits it; give its handler to a service
// meaning: A client, which runs nothing, is given an ephemeral job type.
// repair: Use a service, or make the job durable.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  std::string item;
};
#ifdef COMPILE_FAIL
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::ephemeral<>> {
#else
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
#endif
  outcome<void> operator()(context&, order) const;
};

void submit(std::unique_ptr<pawl::testing::memory_store<>> store) {
  pawl::client jobs{std::move(store), pawl::jobs<buy>{}};
  static_cast<void>(jobs.as({.tenant = "acme", .user = "ann", .organisation = {}}));
}
