// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop.buy is durable, but this storage does not survive its process; use one that does, make the job ephemeral, or, in a test, use pawl::testing::memory_store
// sentence: pawl: job … is durable, but this storage does not survive its process; use one that does, make the job ephemeral, or, in a test, use pawl::testing::memory_store
// meaning: A service over a store in memory is given a job type that promises to survive a restart.
// repair: Use `storage::sqlite`, or add `pawl::ephemeral<>` to the job type; in a test use `pawl::testing::memory_store`, which stands in for a durable one.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};

#ifdef COMPILE_FAIL
using store = pawl::storage::memory<>;
#else
using store = pawl::testing::memory_store<>;
#endif

void run(std::unique_ptr<store> given) {
  pawl::service jobs{std::move(given), buy{}};
  static_cast<void>(jobs.start());
}
