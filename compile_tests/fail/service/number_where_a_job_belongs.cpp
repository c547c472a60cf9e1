// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a job is asked for by what submit has returned, or by its job_id, not by int
// sentence: pawl: a job is asked for by what submit has returned, or by its job_id, not by …
// meaning: Jobs are not numbered.
// repair: Keep what `submit` returned.
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
  static_cast<void>(job);
#ifdef COMPILE_FAIL
  return me.events(7).has_value();
#else
  return me.events(job).has_value();
#endif
}
