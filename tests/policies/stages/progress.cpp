// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/stages/progress.hpp>

#include <pawl/policies/stages.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;

using progress = progress_of<convert_stages>;
static_assert(sizeof(progress) == 2 && sizeof(progress_of<no_stages>) == 2);

template <class P, fixed_string Name>
concept enters = requires(P p) { p.template enter<Name>(); };

// [DECK-16] A stage that is not declared is no member of the overload set.
static_assert(enters<progress, "extracting"> && !enters<progress, "baking">);

constexpr int after_extracting(int report) {
  progress p;
  p.enter<"extracting">();
  p.report(report);
  return p.percent();
}
static_assert(after_extracting(0) == 15 && after_extracting(50) == 35 &&
              after_extracting(100) == 55);
static_assert(after_extracting(-7) == 15 && after_extracting(700) == 55);

TEST_CASE("entering a stage lifts progress to its minimum", "[DECK-16]") {
  progress p;
  CHECK(p.percent() == 0);
  CHECK(p.stage() == "");
  CHECK(p.stage_index() == convert_stages::count);
  p.enter<"extracting">();
  CHECK(p.percent() == 15);
  CHECK(p.stage() == "extracting");
  CHECK(p.stage_index() == 2);
}

TEST_CASE("a report moves inside the stage, and never back", "[DECK-16]") {
  progress p;
  p.enter<"extracting">();
  p.report(75);
  CHECK(p.percent() == 45);
  p.report(10);
  CHECK(p.percent() == 45);
  p.report(100);
  CHECK(p.percent() == 55);
}

TEST_CASE("an earlier stage entered again is shown, and lowers nothing", "[DECK-16]") {
  progress p;
  p.enter<"normalizing">();
  p.report(40);
  const int reached = p.percent();
  p.enter<"fetching_source">();
  CHECK(p.stage() == "fetching_source");
  CHECK(p.percent() == reached);
  p.report(100);
  CHECK(p.percent() == reached);
  p.enter<"normalizing">();
  p.report(60);
  CHECK(p.percent() == 70);
}

TEST_CASE("success is 100; what ends otherwise keeps its last value", "[DECK-17]") {
  progress failed;
  failed.enter<"extracting">();
  failed.report(50);
  CHECK(failed.percent() == 35);
  progress succeeded = failed;
  succeeded.succeed();
  CHECK(succeeded.percent() == 100);
  succeeded.enter<"fetching_source">();
  succeeded.report(0);
  CHECK(succeeded.percent() == 100);
}

TEST_CASE("a report before the first stage enters it") {
  progress p;
  p.report(100);
  CHECK(p.stage() == "validating_input");
  CHECK(p.percent() == 5);
}

TEST_CASE("without stages a report is the job's percentage") {
  progress_of<no_stages> p;
  p.report(30);
  p.report(20);
  CHECK(p.percent() == 30);
  CHECK(p.stage() == "");
  p.report(1000);
  CHECK(p.percent() == 100);
}

TEST_CASE("progress goes on from what was stored") {
  progress p(35, "extracting");
  CHECK(p.percent() == 35);
  CHECK(p.stage() == "extracting");
  p.report(60);
  CHECK(p.percent() == 39);
  CHECK(progress(120, "baking").percent() == 100);
  CHECK(progress(-1, "baking").stage() == "");
  CHECK(progress(0, "normalizing").percent() == 55);
}

}  // namespace
