// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a workflow that was refused is not stored; look at the answer
// sentence: pawl: a workflow that was refused is not stored; look at the answer
// meaning: The store may not have taken it, and nothing else tells so.
// repair: Look at the answer.
#include <string>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/workflow.hpp>

struct address {
  std::string url;
};
struct fetch : pawl::job<"web.fetch", pawl::lifecycles::service> {
  outcome<int> operator()(context&, address in) const { return static_cast<int>(in.url.size()); }
};

bool build(pawl::session<pawl::testing::memory_store<>, fetch> acme) {
  pawl::workflow flow{acme};
  flow.add<fetch>({"tea"});
#ifdef COMPILE_FAIL
  flow.submit();
  return true;
#else
  return flow.submit().has_value();
#endif
}
