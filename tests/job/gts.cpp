// SPDX-License-Identifier: BSL-1.0
#include <pawl/job.hpp>
#include <pawl/job/gts.hpp>

#include "../support/catch.hpp"

namespace {

using namespace pawl;

struct render : job<"gts.acme.reports.pdf.render.v1~", lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};

TEST_CASE("an id may be a GTS identifier, which the compiler checks", "[SVC-36]") {
  STATIC_REQUIRE(is_gts_id(render::id));
  STATIC_REQUIRE(is_gts_id("gts.acme.reports._.render_all.v2.10~"));
  STATIC_REQUIRE(is_gts_id("gts.acme.reports.pdf.render.v1~acme.reports.pdf.poster.v1~"));

  STATIC_REQUIRE_FALSE(is_gts_id("acme.reports.pdf.render.v1~"));
  STATIC_REQUIRE_FALSE(is_gts_id("gts.acme.reports.pdf.render.v1"));
  STATIC_REQUIRE_FALSE(is_gts_id("gts.acme.reports.render.v1~"));
  STATIC_REQUIRE_FALSE(is_gts_id("gts.acme.reports.pdf.render.1~"));
  STATIC_REQUIRE_FALSE(is_gts_id("gts.acme.reports.pdf.render.v01~"));
  STATIC_REQUIRE_FALSE(is_gts_id("gts.acme.reports.pdf.render.v1.~"));
  STATIC_REQUIRE_FALSE(is_gts_id("gts.acme.reports.pdf.2render.v1~"));
  STATIC_REQUIRE_FALSE(is_gts_id("gts.acme.reports.pdf.render.v1~poster"));
  STATIC_REQUIRE_FALSE(is_gts_id("gts."));
  STATIC_REQUIRE_FALSE(is_gts_id(""));
}

TEST_CASE("the registry lists a GTS identifier as one", "[SVC-36]") {
  STATIC_REQUIRE(type_of<render>.has_gts_id());
  struct plain : job<"acme.render", lifecycles::service> {
    outcome<void> operator()(context&, int) const { return {}; }
  };
  STATIC_REQUIRE_FALSE(type_of<plain>.has_gts_id());
  STATIC_REQUIRE(public_code<"gts.acme.reports.pdf.render.v1~", error::network_timeout>() ==
                 text("ACME_REPORTS_PDF_RENDER_V1_NETWORK_TIMEOUT"));
}

}  // namespace
