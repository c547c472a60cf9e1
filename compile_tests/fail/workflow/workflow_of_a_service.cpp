// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a workflow is made of a session, in the name of a principal; write workflow flow\{jobs.as\(\{.tenant = ...\}\)\}
// sentence: pawl: a workflow is made of a session, in the name of a principal; write workflow flow{jobs.as({.tenant = ...})}
// meaning: Its jobs belong to a tenant.
// repair: Give it a session.
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
#ifdef COMPILE_FAIL
  pawl::workflow flow{jobs};
#else
  pawl::workflow flow{jobs.as({.tenant = "acme"})};
#endif
  static_cast<void>(flow);
}
