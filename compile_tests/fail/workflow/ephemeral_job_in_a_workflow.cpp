// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: job web.look is ephemeral, and a workflow is stored as a whole; make it durable, or submit it by itself"
// sentence: pawl: job … is ephemeral, and a workflow is stored as a whole; make it durable, or submit it by itself
// meaning: What is not stored cannot be waited for by what is.
// repair: Make it durable, or submit it by itself.
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

struct look : pawl::job<"web.look", pawl::lifecycles::service, pawl::ephemeral<>> {
  outcome<int> operator()(context&, int in) const { return in; }
};
using store = pawl::testing::memory_store<>;

void build(pawl::session<store, fetch, look> acme) {
  pawl::workflow flow{acme};
#ifdef COMPILE_FAIL
  flow.add<look>(7);
#else
  flow.add<fetch>({"tea"});
#endif
}
