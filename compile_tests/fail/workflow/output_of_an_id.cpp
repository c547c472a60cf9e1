// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: an id does not say which type the output of its job has; write pawl::job_ref<fetch>{id}"
// sentence: pawl: an id does not say which type the output of its job has; write pawl::job_ref<…>{id}
// meaning: Only a job of a known type has an output of a known type.
// repair: Say which type it is.
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

pawl::job_id id;
#ifdef COMPILE_FAIL
page_to_parse input{id};
#else
page_to_parse input{pawl::job_ref<fetch>{id}};
#endif
