// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a workbench asks in the name of a principal; write jobs\.session\(\) and ask that
// sentence: pawl: a workbench asks in the name of a principal; write jobs.session() and ask that
// meaning: What users can do they do in a principal's name, also in a test.
// repair: Ask a session of the workbench.
#include <pawl/testing/workbench.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<int> operator()(context&, int items) const { return items; }
};

void use(pawl::testing::workbench<pawl::testing::memory_store<>, buy>& jobs) {
#ifdef COMPILE_FAIL
  static_cast<void>(jobs.cancel(pawl::job_id{}));
#else
  static_cast<void>(jobs.session().cancel(pawl::job_id{}));
#endif
}
