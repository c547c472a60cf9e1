// SPDX-License-Identifier: BSL-1.0
// Workflows that are declared as types.
#include "../support/catch.hpp"

#include <pawl/workflow/flow_of.hpp>

#include "../support/flow_jobs.hpp"

using namespace flow_jobs;

namespace {

using reading =
    pawl::flow_of<pawl::step<"all", merge, pawl::needs<&parts_to_merge::parts, "left", "right">,
                             pawl::needs<&parts_to_merge::cover, "cover">>,
                  pawl::step<"left", parse, pawl::needs<&page_to_parse::page, "cover">>,
                  pawl::step<"right", parse, pawl::needs<&page_to_parse::page, "page">>,
                  pawl::step<"cover", fetch>, pawl::step<"page", fetch, pawl::after<"cover">>>;

}  // namespace

TEST_CASE("a workflow that is declared is added step by step", "[workflow]") {
  pawl::testing::workbench jobs{fetch{}, parse{}, merge{}};
  auto acme = jobs.session();
  pawl::workflow flow{acme};
  auto made = reading::add_to(flow, parts_to_merge{}, page_to_parse{.page = {}, .copies = 2},
                              page_to_parse{}, address{"a"}, address{"b"});
  CHECK(flow.size() == 5);
  REQUIRE(flow.submit());
  CHECK(acme.status(made.get<"page">())->phase == pawl::phase::blocked);
  CHECK(jobs.run_to_end());
  CHECK(acme.result(made.get<"all">()).value() == "<a>:<a><a><b>");
}
