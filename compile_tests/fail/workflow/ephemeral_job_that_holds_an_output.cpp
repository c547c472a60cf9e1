// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: job web.look is ephemeral, and its input holds the output of another job, which is read from a store; make the job durable"
// sentence: pawl: job … is ephemeral, and its input holds the output of another job, which is read from a store; make the job durable
// meaning: What lives in memory waits for nothing that is stored.
// repair: Make the job durable.
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

#ifdef COMPILE_FAIL
using how_it_is_kept = pawl::ephemeral<>;
#else
using how_it_is_kept = pawl::durable;
#endif
struct look : pawl::job<"web.look", pawl::lifecycles::service, how_it_is_kept> {
  outcome<int> operator()(context&, page_to_parse) const { return 1; }
};
static_assert(pawl::jobs<look>::count == 1);
