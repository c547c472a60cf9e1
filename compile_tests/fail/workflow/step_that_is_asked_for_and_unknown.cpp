// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the workflow has no such step; name one of its steps
// sentence: pawl: the workflow has no such step; name one of its steps
// meaning: A node is found by the name of its step.
// repair: Name one of the steps.
#include <string>
#include <vector>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>
#include <pawl/workflow/flow_of.hpp>

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

using reading = pawl::flow_of<pawl::step<"page", fetch>>;
void build(pawl::session<store, fetch> acme) {
  pawl::workflow flow{acme};
  auto made = reading::add_to(flow, address{"tea"});
#ifdef COMPILE_FAIL
  static_cast<void>(made.get<"site">());
#else
  static_cast<void>(made.get<"page">());
#endif
}
