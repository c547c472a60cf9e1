// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: member page does not hold what step text comes to; make it a pawl::output_of<parse>, or a std::vector of them for several steps"
// sentence: pawl: member … does not hold what step … comes to; make it a pawl::output_of<…>, or a std::vector of them for several steps
// meaning: The output of that step has another type than the member.
// repair: Name another step, or give the member the type of its output.
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
using reading =
    pawl::flow_of<pawl::step<"page", fetch>,
                  pawl::step<"text", parse, pawl::needs<&page_to_parse::page, "page">>,
                  pawl::step<"again", parse, pawl::needs<&page_to_parse::page, "text">>>;
#else
using reading =
    pawl::flow_of<pawl::step<"page", fetch>,
                  pawl::step<"text", parse, pawl::needs<&page_to_parse::page, "page">>,
                  pawl::step<"again", parse, pawl::needs<&page_to_parse::page, "page">>>;
#endif
static_assert(sizeof(reading) == 1);
