// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: job web.only is unique, so that another job could stand in its place in a workflow; submit it by itself, and let the workflow depend on that job"
// sentence: pawl: job … is unique, so that another job could stand in its place in a workflow; submit it by itself, and let the workflow depend on that job
// meaning: Those who wait for it could not say for which.
// repair: Submit it by itself.
#include <string>
#include <vector>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/workflow.hpp>

struct address {
  std::string url;
};
struct page {
  std::string body;
};
struct fetch : pawl::job<"web.fetch", pawl::lifecycles::service> {
  outcome<page> operator()(context&, address in) const { return page{in.url}; }
};
struct page_to_parse {
  pawl::output_of<fetch> page;
};
struct parse : pawl::job<"web.parse", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, page_to_parse in) const { return in.page->body; }
};

using store = pawl::testing::memory_store<>;

struct only : pawl::job<"web.only", pawl::lifecycles::service, pawl::unique<pawl::whole_payload>> {
  outcome<int> operator()(context&, int in) const { return in; }
};
void build(pawl::session<store, fetch, only> acme) {
  pawl::workflow flow{acme};
#ifdef COMPILE_FAIL
  flow.add<only>(7);
#else
  flow.add<fetch>({"tea"});
#endif
}
