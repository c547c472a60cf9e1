// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: wait takes a job and how long to wait for it at most, as in wait\(job, 10s\)
// sentence: pawl: wait takes a job and how long to wait for it at most, as in wait(job, 10s)
// meaning: A job may never end.
// repair: Say how long to wait.
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
#ifdef COMPILE_FAIL
  return me.wait(pawl::job_id{}).has_value();
#else
  return me.wait(pawl::job_id{}, std::chrono::seconds{10}).has_value();
#endif
}
