// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: add<fetch> takes a address, or its members in braces: add<fetch>
// sentence: pawl: add<…> takes a …, or its members in braces: add<…>({...})
// meaning: A job has one input.
// repair: Write its members in braces.
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
  flow.add<fetch>("tea");
#else
  flow.add<fetch>({"tea"});
#endif
}
