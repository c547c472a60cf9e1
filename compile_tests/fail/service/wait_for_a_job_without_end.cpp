// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: wait takes a job and how long to wait for it at most, as in wait\(job, 10s\)
// sentence: pawl: wait takes a job and how long to wait for it at most, as in wait(job, 10s)
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
struct sell : pawl::job<"shop.sell", pawl::lifecycles::service> {
  outcome<int> operator()(context&, order in) const { return in.count; }
};
using session = pawl::session<pawl::testing::storage_archetype, buy>;

bool use(const session& me, const pawl::job_ref<buy>& job) {
  static_cast<void>(job);
#ifdef COMPILE_FAIL
  return me.wait(job);
#else
  return me.wait(job, std::chrono::seconds{10}).has_value();
#endif
}
