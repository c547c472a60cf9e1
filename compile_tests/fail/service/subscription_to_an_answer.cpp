// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the answer of a submission may be a refusal; look at it, and give the job in it, \*job or job\.value\(\)
// sentence: pawl: the answer of a submission may be a refusal; look at it, and give the job in it, *job or job.value()
// meaning: Only an accepted submission has made a job.
// repair: Ask whether it has a value, and give that.
#include <pawl/runtime/subscription.hpp>
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

bool use(const session& me) {
  const auto job = me.submit<buy>({"tea", 1});
#ifdef COMPILE_FAIL
  me.subscribe(job);
  return true;
#else
  return me.subscribe(*job).next(std::chrono::milliseconds{0}).has_value();
#endif
}
