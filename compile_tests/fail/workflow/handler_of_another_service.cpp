// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler parse is not registered with this service; give it to the service, or submit to another
// sentence: pawl: handler … is not registered with this service; give it to the service, or submit to another
// meaning: No process that this session belongs to was told of the handler.
// repair: Register it, or use the session of the service that has it.
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

void build(pawl::session<store, fetch> acme) {
  pawl::workflow flow{acme};
#ifdef COMPILE_FAIL
  flow.add<parse>(page_to_parse{});
#else
  flow.add<fetch>({"tea"});
#endif
}
