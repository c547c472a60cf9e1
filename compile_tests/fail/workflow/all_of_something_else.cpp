// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: all_of takes a std::vector of jobs or of nodes of a workflow, each of one type, not int
// sentence: pawl: all_of takes a std::vector of jobs or of nodes of a workflow, each of one type, not …
// meaning: Outputs are those of jobs.
// repair: Give it the jobs.
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

std::vector<pawl::job_ref<fetch>> jobs;
#ifdef COMPILE_FAIL
auto all = pawl::all_of(7);
#else
auto all = pawl::all_of(jobs);
#endif
