// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: this member holds the output of fetch, and is given a job of parse; give it a job of fetch, or make the member a pawl::output_of<parse>"
// sentence: pawl: this member holds the output of …, and is given a job of …; give it a job of …, or make the member a pawl::output_of<…>
// meaning: The output of that job has another type than the handler reads.
// repair: Give it a job of the type that the member names.
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

pawl::job_ref<fetch> got;
pawl::job_ref<parse> text;
#ifdef COMPILE_FAIL
page_to_parse input{text};
#else
page_to_parse input{got};
#endif
