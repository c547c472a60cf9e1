// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: there is no output of quiet to be read; it returns none, so name it in depends_on"
// sentence: pawl: there is no output of … to be read; …
// meaning: The job leaves nothing behind that could be read.
// repair: Do as the sentence says; a job that is only waited for is named in depends_on.
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

struct quiet : pawl::job<"web.quiet", pawl::lifecycles::service> {
  outcome<void> operator()(context&, address) const { return {}; }
};
#ifdef COMPILE_FAIL
bool look(const pawl::output_of<quiet>& of) {
  const auto& found = *of;
  return &found != nullptr;
}
#else
bool look(const pawl::output_of<fetch>& of) { return of->body.empty(); }
#endif
