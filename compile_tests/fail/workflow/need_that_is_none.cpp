// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: a step says what it needs by pawl::needs<&input::member, step> or pawl::after<step>; write one of them"
// sentence: pawl: a step says what it needs by pawl::needs<&input::member, step> or pawl::after<step>; write one of them
// meaning: Something stands where a need belongs.
// repair: Write a need.
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
using reading = pawl::flow_of<pawl::step<"page", fetch>, pawl::step<"text", parse, fetch>>;
#else
using reading = pawl::flow_of<pawl::step<"page", fetch>,
                              pawl::step<"text", parse, pawl::needs<&page_to_parse::page, "page">>>;
#endif
static_assert(sizeof(reading) == 1);
