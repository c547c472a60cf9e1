// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop.buy has a limit, but this storage says that it cannot count; use one that can, or drop the limit
// sentence: pawl: job … has a limit, but this storage says that it cannot count; use one that can, or drop the limit
// meaning: The storage declares `static constexpr bool counts = false`, and a job type of the service declares a limit.
// repair: Use a storage that counts (all that come with pawl do), or take the limit out of the job type.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service,
                       pawl::limits<pawl::active_per<pawl::by::tenant, 1, pawl::at_submit>>> {
  outcome<void> operator()(context&, order) const { return {}; }
};

struct store : pawl::testing::memory_store<> {
#ifdef COMPILE_FAIL
  static constexpr bool counts = false;
#else
  static constexpr bool counts = true;
#endif
};

void run(std::unique_ptr<store> given) {
  pawl::service jobs{std::move(given), buy{}};
  static_cast<void>(jobs.start());
}
