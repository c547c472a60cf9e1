// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a text is no job_id; write pawl::parse_job_id\(text\), and look whether it is one
// sentence: pawl: a text is no job_id; write pawl::parse_job_id(text), and look whether it is one
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
  return me.dead_letter("019").has_value();
#else
  return me.dead_letter(pawl::parse_job_id("019").value()).has_value();
#endif
}
