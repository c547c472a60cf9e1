// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: add does not see from an input which job is meant; write add<handler>\(...\)
// sentence: pawl: add does not see from an input which job is meant; write add<handler>(...)
// meaning: Two job types may take the same input.
// repair: Write the handler in angle brackets.
#include <string>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/workflow.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, order) const { return 1; }
};

void use(pawl::service<pawl::storage::sqlite<>, buy>& jobs) {
  pawl::workflow flow{jobs.as({.tenant = "acme"})};
#ifdef COMPILE_FAIL
  flow.add(order{"tea"});
#else
  static_cast<void>(flow.add<buy>({"tea"}));
#endif
}
