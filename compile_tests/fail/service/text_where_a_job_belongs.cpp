// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a text is no job_id; write pawl::parse_job_id\(text\), and look whether it is one
// sentence: pawl: a text is no job_id; write pawl::parse_job_id(text), and look whether it is one
// meaning: A text may spell no id at all.
// repair: Parse it once, where it comes in.
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
  return me.cancel("018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21").has_value();
#else
  const auto id = pawl::parse_job_id("018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21");
  return id && me.cancel(*id).has_value();
#endif
}
