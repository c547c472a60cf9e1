// SPDX-License-Identifier: BSL-1.0
// The sentence stands alone, although the handler's jobs are submitted further down.
// expect-error: pawl: handler buy takes pawl::versions<\.\.\.> as its input; write using payload_versions = pawl::versions<\.\.\.>, and take the newest of them
// sentence: pawl: handler … takes pawl::versions<...> as its input; write using payload_versions = pawl::versions<...>, and take the newest of them
#include <memory>
#include <string>

#include <pawl/service.hpp>
#include <pawl/storage/memory.hpp>

struct order {
  std::string item;
  int count{};
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::ephemeral<>> {
#ifdef COMPILE_FAIL
  outcome<int> operator()(context&, pawl::versions<order>) const { return 1; }
#else
  using payload_versions = pawl::versions<order>;
  outcome<int> operator()(context&, order) const { return 1; }
#endif
};

int bought() {
  pawl::service jobs{std::make_unique<pawl::storage::memory<>>(), buy{}};
  auto shop = jobs.as({.tenant = "shop", .user = "ann"});
  const auto job = shop.submit<buy>({"pen", 2}).value();
  return shop.result(job, std::chrono::seconds{1}).value();
}
