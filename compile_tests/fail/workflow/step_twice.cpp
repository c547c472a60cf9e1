// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: two steps of the workflow are called page; give each a name of its own"
// sentence: pawl: two steps of the workflow are called …; give each a name of its own
// meaning: A step is found by its name.
// repair: Rename one of them.
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

#ifdef COMPILE_FAIL
using reading = pawl::flow_of<pawl::step<"page", fetch>, pawl::step<"page", fetch>>;
#else
using reading = pawl::flow_of<pawl::step<"page", fetch>, pawl::step<"other", fetch>>;
#endif
static_assert(sizeof(reading) == 1);
