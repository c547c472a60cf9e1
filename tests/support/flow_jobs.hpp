// SPDX-License-Identifier: BSL-1.0
// The jobs of a small workflow, for every store: pages are fetched, parsed and merged.
#pragma once

#include <pawl/testing/workbench.hpp>
#include <pawl/workflow.hpp>

namespace flow_jobs {

using namespace pawl::literals;

struct address {
  std::string url;
};
struct page {
  std::string body;
};
struct bad_page : pawl::error_class<"bad_page", pawl::fatal> {};

struct fetch : pawl::job<"test.fetch", pawl::lifecycles::service, pawl::errors<bad_page>,
                         pawl::idempotency<pawl::ttl<30_min>>,
                         pawl::retention<pawl::keep_results<2_h>, pawl::keep_output<1_h>>> {
  outcome<page> operator()(context&, address in) const {
    if (in.url.empty()) return fail<bad_page>("there is no address");
    return page{"<" + in.url + ">"};
  }
};

struct page_to_parse {
  pawl::output_of<fetch> page;
  int copies = 1;
};
struct words {
  std::string text;
  int count = 0;
};
struct parse : pawl::job<"test.parse", pawl::lifecycles::service> {
  outcome<words> operator()(context&, page_to_parse in) const {
    words out;
    for (int i = 0; i < in.copies; ++i) out.text += in.page->body;
    out.count = in.copies;
    return out;
  }
};

struct parts_to_merge {
  std::vector<pawl::output_of<parse>> parts;
  std::optional<pawl::output_of<fetch>> cover{};
};
struct merge : pawl::job<"test.merge", pawl::lifecycles::service,
                         pawl::dependencies<pawl::depends_on_at_most<10'000>>> {
  outcome<std::string> operator()(context&, parts_to_merge in) const {
    std::string all;
    if (in.cover) all += (*in.cover)->body + ':';
    for (const auto& each : in.parts) all += each->text;
    return all;
  }
};

/// Runs however its page came out.
struct note
    : pawl::job<"test.note_page", pawl::lifecycles::service,
                pawl::dependencies<pawl::on_failed_dependency<pawl::dependents::run_anyway>>> {
  outcome<std::string> operator()(context&, page_to_parse in) const {
    if (in.page) return in.page->body;
    return std::string(pawl::name_of(in.page.missing())) + ' ' + in.page.failure().code;
  }
};

/// Gathers what jobs of its own type have come to.
struct sum;
struct sum_input {
  int own = 0;
  std::vector<pawl::output_of<sum>> of{};
};
struct sum : pawl::job<"test.sum", pawl::lifecycles::service,
                       pawl::dependencies<pawl::depends_on_at_most<10'000>>> {
  std::shared_ptr<int> runs = std::make_shared<int>();
  outcome<int> operator()(context&, sum_input in) const {
    ++*runs;
    int all = in.own;
    for (const auto& each : in.of) all += *each;
    return all;
  }
};

template <class Store>
using bench = pawl::testing::workbench<Store, fetch, parse, merge, note, sum>;

template <class Store>
void a_workflow_is_submitted_whole(bench<Store>& jobs) {
  auto acme = jobs.session();
  pawl::workflow flow{acme};
  auto cover = flow.template add<fetch>({"cover"});
  std::vector<decltype(flow.template add<parse>({}))> texts;
  for (const char* url : {"a", "b", "c"}) {
    auto got = flow.template add<fetch>({url});
    texts.push_back(flow.template add<parse>({.page = got, .copies = 2}));
  }
  auto all = flow.template add<merge>({.parts = pawl::all_of(texts), .cover = cover});
  CHECK(!acme.status(all));
  const auto made = flow.submit();
  REQUIRE(made);
  CHECK(made->size() == 8);
  CHECK(made->back() == all.id);
  CHECK(acme.status(all)->phase == pawl::phase::blocked);
  CHECK(jobs.run_to_end());
  CHECK(acme.result(all).value() == "<cover>:<a><a><b><b><c><c>");
  CHECK(jobs.template runs<fetch>() == 4);
  // The same again is the same jobs.
  REQUIRE(flow.submit());
  jobs.run();
  CHECK(jobs.template runs<merge>() == 1);
}

template <class Store>
void an_input_waits_for_the_outputs_that_it_holds(bench<Store>& jobs) {
  auto acme = jobs.session();
  const auto got = jobs.template submit<fetch>({"a"});
  const auto text = jobs.template submit<parse>({.page = got});
  CHECK(acme.status(text)->phase == pawl::phase::blocked);
  CHECK(jobs.run_to_end());
  CHECK(acme.result(text).value().text == "<a>");
  // One that has ended before is read as well.
  const auto late = jobs.template submit<parse>({.page = got, .copies = 3});
  jobs.run();
  CHECK(acme.result(late).value().text == "<a><a><a>");
}

template <class Store>
void a_failed_dependency_cancels_or_is_told(bench<Store>& jobs) {
  auto acme = jobs.session();
  pawl::workflow flow{acme};
  auto bad = flow.template add<fetch>({""});
  auto text = flow.template add<parse>({.page = bad});
  auto told = flow.template add<note>({.page = bad});
  REQUIRE(flow.submit());
  CHECK(jobs.run_to_end());
  CHECK(acme.status(text)->cancel_reason == "dependency_failed");
  CHECK(acme.result(told).value() == "failed bad_page");
}

template <class Store>
void a_pruned_output_is_an_error_of_its_own(bench<Store>& jobs) {
  auto acme = jobs.session();
  const auto got = jobs.template submit<fetch>({"a"});
  CHECK(jobs.run_to_end());
  // The newest job of all stays as it is.
  jobs.template submit<sum>({});
  CHECK(jobs.run_to_end());
  jobs.advance(std::chrono::minutes{90});
  pawl::storage::prune old;
  jobs.store().apply_one(old);
  REQUIRE(old.answer);
  const auto text = jobs.template submit<parse>({.page = got});
  const auto told = jobs.template submit<note>({.page = got});
  CHECK(jobs.run_to_end());
  const auto none = acme.result(text);
  REQUIRE(!none);
  CHECK(none.error().why == pawl::no_output::reason::failed);
  CHECK(none.error().failure.code == "output_unavailable");
  CHECK(none.error().failure.message.find("keep it for longer") != std::string::npos);
  CHECK(jobs.template runs<parse>() == 1);
  CHECK(acme.result(told).value() == "not_kept ");
}

template <class Store>
void a_join_of_a_thousand(bench<Store>& jobs) {
  auto acme = jobs.session();
  pawl::workflow flow{acme};
  std::vector<decltype(flow.template add<sum>({}))> parts;
  for (int i = 1; i <= 1000; ++i) parts.push_back(flow.template add<sum>({.own = i}));
  auto all = flow.template add<sum>({.own = 7, .of = pawl::all_of(parts)});
  REQUIRE(flow.submit());
  CHECK(jobs.run_to_end());
  CHECK(acme.result(all).value() == 500'507);
  CHECK(jobs.template runs<sum>() == 1001);
}

}  // namespace flow_jobs
