// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a time to wait has a unit; write 10s, or std::chrono::seconds\{10\}
// sentence: pawl: a time to wait has a unit; write 10s, or std::chrono::seconds{10}
// meaning: Nothing says whether seconds are meant, or milliseconds.
// repair: Write a std::chrono duration.
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
  return me.wait(job, 10).has_value();
#else
  return me.wait(job, std::chrono::seconds{10}).has_value();
#endif
}
