// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycles/video.hpp>

#include <string>
#include <string_view>

#include <pawl/testing/lifecycle.hpp>

#include "support/catch.hpp"
#include "support/specification.hpp"

namespace {

using pawl::facts;
using pawl::lifecycles::video;
using namespace pawl::testing;
using enum video::state;
using enum video::event;

// [VID-01] Section 4.1, upload and start.
static_assert(pawl::initial<video> == CREATED);
static_assert(leads_to<video, CREATED, upload, UPLOADING>);
static_assert(leads_to<video, CREATED, confirm_upload, UPLOADED>);
static_assert(leads_to<video, UPLOADING, confirm_upload, UPLOADED>);
static_assert(leads_to<video, CREATED, cancel, CANCELLED>);
static_assert(leads_to<video, UPLOADING, cancel, CANCELLED>);
static_assert(leads_to<video, UPLOADED, cancel, CANCELLED>);
// [VID-01] Section 4.2, the processing pipeline.
static_assert(leads_to<video, UPLOADED, run, AUDIO_EXTRACTING>);
static_assert(leads_to<video, AUDIO_EXTRACTING, succeed, AUDIO_READY>);
static_assert(leads_to<video, AUDIO_EXTRACTING, fail, FAILED>);
static_assert(leads_to<video, AUDIO_EXTRACTING, fail, AUDIO_EXTRACTING>);
static_assert(leads_to<video, AUDIO_READY, start, TRANSCRIBING>);
static_assert(leads_to<video, TRANSCRIBING, succeed, TRANSCRIPT_READY>);
static_assert(leads_to<video, TRANSCRIBING, fail, FAILED>);
static_assert(leads_to<video, TRANSCRIBING, fail, TRANSCRIBING>);
static_assert(leads_to<video, TRANSCRIPT_READY, start, GENERATING>);
static_assert(leads_to<video, GENERATING, succeed, DRAFT_READY>);
static_assert(leads_to<video, GENERATING, fail, FAILED>);
static_assert(leads_to<video, GENERATING, fail, GENERATING>);
static_assert(leads_to<video, DRAFT_READY, edit, EDITING>);
// [VID-01] Section 4.3, editing, regeneration, export.
static_assert(leads_to<video, EDITING, regenerate, REGENERATING>);
static_assert(leads_to<video, REGENERATING, succeed, EDITING>);
static_assert(leads_to<video, REGENERATING, fail, EDITING>);
static_assert(leads_to<video, EDITING, publish, EXPORTING>);
static_assert(leads_to<video, EXPORTING, succeed, DONE>);
static_assert(leads_to<video, EXPORTING, fail, EDITING>);
static_assert(leads_to<video, EDITING, cancel, CANCELLED>);

TEST_CASE("a video job connects exactly the states of the specification's tables", "[VID-01]") {
  STATIC_REQUIRE(support::connects_exactly<video>({
      {CREATED, UPLOADING},
      {CREATED, UPLOADED},
      {UPLOADING, UPLOADED},
      {UPLOADED, AUDIO_EXTRACTING},
      {AUDIO_EXTRACTING, AUDIO_READY},
      {AUDIO_EXTRACTING, AUDIO_EXTRACTING},
      {AUDIO_READY, TRANSCRIBING},
      {TRANSCRIBING, TRANSCRIPT_READY},
      {TRANSCRIBING, TRANSCRIBING},
      {TRANSCRIPT_READY, GENERATING},
      {GENERATING, DRAFT_READY},
      {GENERATING, GENERATING},
      {DRAFT_READY, EDITING},
      {EDITING, REGENERATING},
      {REGENERATING, EDITING},
      {EDITING, EXPORTING},
      {EXPORTING, DONE},
      {EXPORTING, EDITING},
      // Section 4.4: any state that is not terminal.
      {CREATED, CANCELLED},
      {UPLOADING, CANCELLED},
      {UPLOADED, CANCELLED},
      {AUDIO_EXTRACTING, CANCELLED},
      {AUDIO_READY, CANCELLED},
      {TRANSCRIBING, CANCELLED},
      {TRANSCRIPT_READY, CANCELLED},
      {GENERATING, CANCELLED},
      {DRAFT_READY, CANCELLED},
      {EDITING, CANCELLED},
      {REGENERATING, CANCELLED},
      {EXPORTING, CANCELLED},
      {CREATED, FAILED},
      {UPLOADING, FAILED},
      {UPLOADED, FAILED},
      {AUDIO_EXTRACTING, FAILED},
      {AUDIO_READY, FAILED},
      {TRANSCRIBING, FAILED},
      {TRANSCRIPT_READY, FAILED},
      {GENERATING, FAILED},
      {DRAFT_READY, FAILED},
      {EDITING, FAILED},
      {REGENERATING, FAILED},
      {EXPORTING, FAILED},
  }));
}

TEST_CASE("in every state of a video job, every event leads where it should or is refused",
          "[VID-01][VID-04]") {
  STATIC_REQUIRE(support::allows_exactly<video>({
      {CREATED, upload, UPLOADING},
      {CREATED, confirm_upload, UPLOADED},
      {UPLOADING, confirm_upload, UPLOADED},
      {UPLOADED, run, AUDIO_EXTRACTING},
      {AUDIO_EXTRACTING, succeed, AUDIO_READY},
      {AUDIO_EXTRACTING, fail, AUDIO_EXTRACTING},
      {AUDIO_EXTRACTING, fail, FAILED},
      {AUDIO_EXTRACTING, lose, AUDIO_EXTRACTING},
      {AUDIO_EXTRACTING, lose, FAILED},
      {AUDIO_READY, start, TRANSCRIBING},
      {AUDIO_READY, run, TRANSCRIBING},
      {TRANSCRIBING, succeed, TRANSCRIPT_READY},
      {TRANSCRIBING, fail, TRANSCRIBING},
      {TRANSCRIBING, fail, FAILED},
      {TRANSCRIBING, lose, TRANSCRIBING},
      {TRANSCRIBING, lose, FAILED},
      {TRANSCRIPT_READY, start, GENERATING},
      {TRANSCRIPT_READY, run, GENERATING},
      {GENERATING, succeed, DRAFT_READY},
      {GENERATING, fail, GENERATING},
      {GENERATING, fail, FAILED},
      {GENERATING, lose, GENERATING},
      {GENERATING, lose, FAILED},
      {DRAFT_READY, edit, EDITING},
      {DRAFT_READY, run, EDITING},
      {EDITING, regenerate, REGENERATING},
      {REGENERATING, succeed, EDITING},
      {REGENERATING, fail, EDITING},
      {REGENERATING, lose, EDITING},
      {EDITING, publish, EXPORTING},
      {EXPORTING, succeed, DONE},
      {EXPORTING, fail, EDITING},
      {EXPORTING, lose, EDITING},
      {CREATED, cancel, CANCELLED},
      {UPLOADING, cancel, CANCELLED},
      {UPLOADED, cancel, CANCELLED},
      {AUDIO_EXTRACTING, cancel, CANCELLED},
      {AUDIO_READY, cancel, CANCELLED},
      {TRANSCRIBING, cancel, CANCELLED},
      {TRANSCRIPT_READY, cancel, CANCELLED},
      {GENERATING, cancel, CANCELLED},
      {DRAFT_READY, cancel, CANCELLED},
      {EDITING, cancel, CANCELLED},
      {REGENERATING, cancel, CANCELLED},
      {EXPORTING, cancel, CANCELLED},
      {CREATED, abort, FAILED},
      {UPLOADING, abort, FAILED},
      {UPLOADED, abort, FAILED},
      {AUDIO_EXTRACTING, abort, FAILED},
      {AUDIO_READY, abort, FAILED},
      {TRANSCRIBING, abort, FAILED},
      {TRANSCRIPT_READY, abort, FAILED},
      {GENERATING, abort, FAILED},
      {DRAFT_READY, abort, FAILED},
      {EDITING, abort, FAILED},
      {REGENERATING, abort, FAILED},
      {EXPORTING, abort, FAILED},
  }));
  STATIC_REQUIRE(support::refuses_the_rest_at_run_time<video>());
}

TEST_CASE("every video job that is not finished can be cancelled and can be failed from outside",
          "[VID-02]") {
  for (auto state : pawl::states<video>()) {
    const bool finished = pawl::is_terminal<video>(state);
    CHECK(pawl::accepts<video>(state, cancel) == !finished);
    CHECK(pawl::accepts<video>(state, abort) == !finished);
    if (finished) continue;
    CHECK(pawl::next<video>(state, cancel).state() == CANCELLED);
    CHECK(pawl::next<video>(state, abort).state() == FAILED);
  }
}

TEST_CASE("DONE, FAILED and CANCELLED are the terminal states of a video job", "[VID-03]") {
  STATIC_REQUIRE(terminal<video, DONE> && terminal<video, FAILED> && terminal<video, CANCELLED>);
  int finished = 0;
  for (auto state : pawl::states<video>()) finished += pawl::is_terminal<video>(state) ? 1 : 0;
  CHECK(finished == 3);
}

TEST_CASE("a forbidden move of a video job is refused with what would have been allowed",
          "[VID-04]") {
  CHECK(pawl::next<video>(UPLOADING, run).message().view() ==
        "a job in state UPLOADING does not accept event run; it accepts only confirm_upload, "
        "cancel, abort");
  CHECK(pawl::next<video>(DONE, run).message().view() ==
        "a job in state DONE does not accept event run; it is finished and accepts none");
}

TEST_CASE("who may trigger each transition of a video job is as the specification's tables say",
          "[VID-19]") {
  using pawl::triggers;
  using enum pawl::trigger;
  struct named {
    video::state from;
    video::event on;
    video::state to;
    triggers by;
  };
  constexpr named specified[] = {
      // Section 4.1
      {CREATED, upload, UPLOADING, api},
      {CREATED, confirm_upload, UPLOADED, api},
      {UPLOADING, confirm_upload, UPLOADED, api},
      // Section 4.2; `run` is the API's word for what its orchestrator may do as well.
      {UPLOADED, run, AUDIO_EXTRACTING, api | workflow},
      {AUDIO_EXTRACTING, succeed, AUDIO_READY, workflow},
      {AUDIO_EXTRACTING, fail, FAILED, workflow | api},
      {AUDIO_EXTRACTING, fail, AUDIO_EXTRACTING, workflow},
      {AUDIO_READY, run, TRANSCRIBING, api | workflow},
      {TRANSCRIBING, succeed, TRANSCRIPT_READY, workflow},
      {TRANSCRIBING, fail, FAILED, workflow | api},
      {TRANSCRIBING, fail, TRANSCRIBING, workflow},
      {TRANSCRIPT_READY, run, GENERATING, api | workflow},
      {GENERATING, succeed, DRAFT_READY, workflow},
      {GENERATING, fail, FAILED, workflow | api},
      {GENERATING, fail, GENERATING, workflow},
      {DRAFT_READY, edit, EDITING, api | user},
      {DRAFT_READY, run, EDITING, api | user},
      // Section 4.3
      {EDITING, regenerate, REGENERATING, api | user},
      {REGENERATING, succeed, EDITING, api | workflow},
      {REGENERATING, fail, EDITING, api | workflow},
      {EDITING, publish, EXPORTING, api | user},
      {EXPORTING, succeed, DONE, workflow | api},
      {EXPORTING, fail, EDITING, api},
  };
  for (const named& each : specified) {
    CAPTURE(std::string(std::string_view(pawl::name_of(each.from))),
            std::string(std::string_view(pawl::name_of(each.on))));
    CHECK(pawl::triggers_of<video>(each.from, each.on, each.to) == each.by);
  }
  // Section 4.4; and what the engine raises is the system's.
  std::size_t steps = std::size(specified);
  for (const auto state : pawl::states<video>()) {
    if (pawl::is_terminal<video>(state)) continue;
    CHECK(pawl::triggers_of<video>(state, cancel, CANCELLED) == api);
    CHECK(pawl::triggers_of<video>(state, abort, FAILED) == (api | workflow));
    for (const auto to : pawl::states<video>())
      for (const auto on : {start, lose})
        if (pawl::detail::may_lead_to<video>(state, on, to)) {
          CHECK(pawl::triggers_of<video>(state, on, to) == pawl::trigger::system);
          ++steps;
        }
  }
  // None is left out: the rows of the table that are not live.
  CHECK(steps + 2 == std::size(video::table.rows));
}

TEST_CASE("a processing state is re-entered while the retry budget lasts") {
  const facts left{.attempt = 1, .max_attempts = 3, .retryable = true};
  const facts spent{.attempt = 3, .max_attempts = 3, .retryable = true};
  const facts fatal{.attempt = 1, .max_attempts = 3, .retryable = false};
  for (auto state : {AUDIO_EXTRACTING, TRANSCRIBING, GENERATING}) {
    CHECK(pawl::decide<video>(state, fail, left).state() == state);
    CHECK(pawl::decide<video>(state, fail, spent).state() == FAILED);
    CHECK(pawl::decide<video>(state, fail, fatal).state() == FAILED);
    CHECK(pawl::decide<video>(state, lose, left).state() == state);
    CHECK(pawl::decide<video>(state, lose, spent).state() == FAILED);
  }
  CHECK(pawl::decide<video>(EXPORTING, fail, fatal).state() == EDITING);
}

}  // namespace
