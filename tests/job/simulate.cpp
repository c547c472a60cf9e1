// SPDX-License-Identifier: BSL-1.0
// Whole jobs in static_asserts that read like the specifications.
#include <pawl/job/simulate.hpp>

#include "../examples/jobs/deck.hpp"
#include "../examples/jobs/document.hpp"
#include "../examples/jobs/service.hpp"
#include "../examples/jobs/status.hpp"
#include "../examples/jobs/video.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;

namespace of_decks {

using convert = deck_jobs::convert_job;
using export_deck = deck_jobs::export_job;
using ai = deck_jobs::ai_job;
using enum lifecycles::deck::state;
using enum lifecycles::deck::event;

TEST_CASE("a conversion that fails transiently waits in running and succeeds on its second attempt",
          "[DECK-05]") {
  constexpr auto job = simulate<convert>(start, failing<error::network_timeout>, resume, succeed);
  STATIC_REQUIRE(job.state == succeeded);
  STATIC_REQUIRE(job.starts == 2 && job.retries == 1);
  STATIC_REQUIRE(job.passed(pending, running, running, succeeded));
  STATIC_REQUIRE(job.progress == 100);
}

TEST_CASE("convert and export wait up to 2 s, then up to 4 s, and fail at the third attempt",
          "[DECK-05]") {
  constexpr auto job =
      simulate<convert>(start, failing<error::transient_storage>, resume,
                        failing<error::ai_rate_limit>, resume, failing<error::network_timeout>);
  STATIC_REQUIRE(job.state == failed && job.starts == 3 && job.dead_letter);
  STATIC_REQUIRE(job.wait_count == 2);
  STATIC_REQUIRE(job.waits[0] == wait_bounds{1_ms, 2_s});
  STATIC_REQUIRE(job.waits[1] == wait_bounds{1_ms, 4_s});
  constexpr auto other = simulate<export_deck>(start, failing<error::transient_storage>, resume,
                                               failing<error::network_timeout>, resume,
                                               failing<error::network_timeout>);
  STATIC_REQUIRE(other.state == failed && other.starts == 3);
  STATIC_REQUIRE(other.waits[1] == wait_bounds{1_ms, 4_s});
}

TEST_CASE("an ai job has two attempts, between 1 s and 3 s apart", "[DECK-05]") {
  constexpr auto job = simulate<ai>(start, failing<error::model_overloaded>, resume,
                                    failing<error::network_timeout>);
  STATIC_REQUIRE(job.state == failed && job.starts == 2);
  STATIC_REQUIRE(job.waits[0] == wait_bounds{1_s, 3_s});
}

TEST_CASE("a class that may not be retried fails the job at once; internal_bug escalates too",
          "[DECK-06]") {
  constexpr auto invalid = simulate<convert>(start, failing<error::validation_error>);
  STATIC_REQUIRE(invalid.state == failed && invalid.starts == 1 && !invalid.dead_letter &&
                 !invalid.escalated);
  STATIC_REQUIRE(simulate<convert>(start, failing<error::unsupported_format>).state == failed);
  STATIC_REQUIRE(simulate<convert>(start, failing<error::quota_exceeded>).state == failed);
  STATIC_REQUIRE(simulate<convert>(start, failing<error::corruption_detected>).state == failed);
  constexpr auto bug = simulate<convert>(start, failing<error::internal_bug>);
  STATIC_REQUIRE(bug.state == failed && bug.escalated);
}

TEST_CASE("stages lift progress, nothing lowers it, and success is 100", "[DECK-16][DECK-17]") {
  constexpr auto job =
      simulate<convert>(start, entering<"extracting">, reporting<50>,
                        failing<error::network_timeout>, resume, entering<"validating_input">);
  STATIC_REQUIRE(job.progress == 35);  // half of 15 to 55
  STATIC_REQUIRE(job.stage == "validating_input");
  constexpr auto gone = simulate<convert>(start, entering<"normalizing">, cancel);
  STATIC_REQUIRE(gone.state == canceled && gone.progress == 55);
  STATIC_REQUIRE(simulate<convert>(start, entering<"fetching_source">, succeed).progress == 100);
}

TEST_CASE("a job that lost its worker is pending again with its attempt counted, or fails") {
  constexpr auto job = simulate<convert>(start, lose, start, lose, start, lose);
  STATIC_REQUIRE(job.state == failed && job.starts == 3 && job.error == "worker_lost" &&
                 job.dead_letter);
  STATIC_REQUIRE(simulate<convert>(start, lose).state == pending);
}

TEST_CASE("a simulation stops at what cannot happen") {
  constexpr auto job = try_simulate<convert>(succeed, start);
  STATIC_REQUIRE(!job && job.taken == 0 && job.state == pending);
  STATIC_REQUIRE(try_simulate<convert>(start, resume).taken == 1);
  STATIC_REQUIRE(try_simulate<convert>(entering<"extracting">).taken == 0);
  STATIC_REQUIRE(try_simulate<convert>(start, succeed, cancel).taken == 2);
}

}  // namespace of_decks

namespace of_documents {

using process = document_jobs::process_job;
using enum lifecycles::document::state;
using enum lifecycles::document::event;

TEST_CASE("successful processing: CREATED, QUEUED, RUNNING, SUCCEEDED", "[DOC-12]") {
  constexpr auto job = simulate<process>(submit, start, succeed);
  STATIC_REQUIRE(job.passed(CREATED, QUEUED, RUNNING, SUCCEEDED));
  STATIC_REQUIRE(job.retries == 0 && job.error.empty());
}

TEST_CASE("failure with successful retry, one second later", "[DOC-12][DOC-03]") {
  constexpr auto job =
      simulate<process>(submit, start, failing<error::deadline_exceeded>, resume, start, succeed);
  STATIC_REQUIRE(job.passed(CREATED, QUEUED, RUNNING, RETRYING, QUEUED, RUNNING, SUCCEEDED));
  STATIC_REQUIRE(job.retries == 1);
  STATIC_REQUIRE(job.wait_count == 1 && job.waits[0] == wait_bounds{1_s, 1_s});
}

TEST_CASE("failure exhausting retries: the fourth transient failure is FAILED",
          "[DOC-12][DOC-03]") {
  constexpr auto& transient = failing<error::resource_unavailable>;
  constexpr auto job = simulate<process>(submit, start, transient, resume, start, transient, resume,
                                         start, transient, resume, start, transient);
  STATIC_REQUIRE(job.passed(CREATED, QUEUED, RUNNING, RETRYING, QUEUED, RUNNING, RETRYING, QUEUED,
                            RUNNING, RETRYING, QUEUED, RUNNING, FAILED));
  STATIC_REQUIRE(job.retries == 3 && job.starts == 4 && job.dead_letter);
  STATIC_REQUIRE(job.wait_count == 3 && job.waits[2] == wait_bounds{1_s, 1_s});
}

TEST_CASE("non-retryable failure: straight to FAILED", "[DOC-12][DOC-05]") {
  constexpr auto job = simulate<process>(submit, start, failing<error::invalid_document>);
  STATIC_REQUIRE(job.passed(CREATED, QUEUED, RUNNING, FAILED));
  STATIC_REQUIRE(job.retries == 0 && job.wait_count == 0);
}

}  // namespace of_documents

namespace of_services {

using report = service_jobs::report_job;
using enum lifecycles::service::state;
using enum lifecycles::service::event;

TEST_CASE("a report fails, is retried and is dead-lettered after its third attempt") {
  constexpr auto& transient = failing<error::network_timeout>;
  constexpr auto job =
      simulate<report>(start, transient, resume, start, transient, resume, start, transient);
  STATIC_REQUIRE(job.state == dead_lettered && job.dead_letter && job.starts == 3);
  STATIC_REQUIRE(job.passed(pending, running, failed, pending, running, failed, pending, running,
                            failed, dead_lettered));
  STATIC_REQUIRE(job.waits[0] == wait_bounds{1_ms, 1_s} && job.waits[1] == wait_bounds{1_ms, 2_s});
  STATIC_REQUIRE(simulate<report>(start, failing<service_jobs::bad_input>).state == dead_lettered);
}

}  // namespace of_services

namespace of_statuses {

using index = status_jobs::index_job;
using enum lifecycles::status::state;
using enum lifecycles::status::event;

TEST_CASE("an exhausted job is Poisoned, a fatal error is Failed") {
  constexpr auto& transient = failing<error::network_timeout>;
  STATIC_REQUIRE(simulate<index>(start, transient, resume, transient, resume, transient).state ==
                 Poisoned);
  STATIC_REQUIRE(simulate<index>(start, failing<error::validation_error>).state == Failed);
  STATIC_REQUIRE(simulate<index>(cancel).state == Cancelled);
}

}  // namespace of_statuses

namespace of_videos {

using instruct = video_jobs::instruct_job;
using enum lifecycles::video::state;
using enum lifecycles::video::event;

TEST_CASE("a checkpoint is where a run goes on: what is done is not done again", "[VID-08]") {
  // From AUDIO_READY, extraction is skipped.
  constexpr auto audio = simulate<instruct>(confirm_upload, run, start, succeed, run);
  STATIC_REQUIRE(audio.passed(CREATED, UPLOADED, AUDIO_EXTRACTING, AUDIO_READY, TRANSCRIBING));
  // From TRANSCRIPT_READY, speech-to-text is skipped.
  constexpr auto transcript =
      simulate<instruct>(confirm_upload, run, start, succeed, start, succeed, run);
  STATIC_REQUIRE(transcript.passed(CREATED, UPLOADED, AUDIO_EXTRACTING, AUDIO_READY, TRANSCRIBING,
                                   TRANSCRIPT_READY, GENERATING));
  // From DRAFT_READY, generation is skipped.
  constexpr auto draft =
      simulate<instruct>(confirm_upload, run, start, succeed, start, succeed, start, succeed, run);
  STATIC_REQUIRE(draft.state == EDITING);
  STATIC_REQUIRE(draft.starts == 3);
}

TEST_CASE("a retryable error stays in its state while the budget lasts, then the job fails",
          "[VID-11]") {
  constexpr auto& transient = failing<error::rate_limited>;
  constexpr auto once = simulate<instruct>(confirm_upload, run, start, transient, resume, succeed);
  STATIC_REQUIRE(once.passed(CREATED, UPLOADED, AUDIO_EXTRACTING, AUDIO_EXTRACTING, AUDIO_READY));
  STATIC_REQUIRE(once.retries == 1);
  constexpr auto spent = simulate<instruct>(confirm_upload, run, start, transient, resume,
                                            transient, resume, transient);
  STATIC_REQUIRE(spent.state == FAILED && spent.starts == 3);
  constexpr auto fatal =
      simulate<instruct>(confirm_upload, run, start, failing<error::unsupported_codec>);
  STATIC_REQUIRE(fatal.state == FAILED && fatal.starts == 1 && fatal.error == "unsupported_codec");
}

TEST_CASE("each processing state has a retry budget of its own") {
  constexpr auto& transient = failing<error::rate_limited>;
  constexpr auto job =
      simulate<instruct>(confirm_upload, run, start, transient, resume, transient, resume, succeed,
                         start, transient, resume, transient, resume, succeed);
  STATIC_REQUIRE(job.state == TRANSCRIPT_READY && job.starts == 6);
}

struct generated_elsewhere : instruct {
  using remote = remote_states<GENERATING>;
};

TEST_CASE("work that is done elsewhere has the same budget, and needs no start", "[VID-11]") {
  constexpr auto& transient = failing<error::rate_limited>;
  constexpr auto once = simulate<generated_elsewhere>(confirm_upload, run, start, succeed, start,
                                                      succeed, run, transient, resume, succeed);
  STATIC_REQUIRE(once.state == DRAFT_READY && once.retries == 1 && once.starts == 3);
  constexpr auto spent =
      simulate<generated_elsewhere>(confirm_upload, run, start, succeed, start, succeed, run,
                                    transient, resume, transient, resume, transient);
  STATIC_REQUIRE(spent.state == FAILED && spent.attempts == 3 && spent.dead_letter);
  STATIC_REQUIRE(spent.wait_count == 2);
  // Nobody claims it, and nobody who holds it can be lost.
  STATIC_REQUIRE(try_simulate<generated_elsewhere>(confirm_upload, run, start, succeed, start,
                                                   succeed, run, start)
                     .taken == 7);
  STATIC_REQUIRE(try_simulate<generated_elsewhere>(confirm_upload, run, start, succeed, start,
                                                   succeed, run, lose)
                     .taken == 7);
}

TEST_CASE("a failed export leaves the job editable") {
  constexpr auto job =
      simulate<instruct>(confirm_upload, run, start, succeed, start, succeed, start, succeed, edit,
                         publish, start, failing<error::rate_limited>, publish, start, succeed);
  STATIC_REQUIRE(job.state == DONE && !job.dead_letter);
}

}  // namespace of_videos
namespace of_work_elsewhere {

/// Nothing of it is done here.
struct render
    : job<"test.render", lifecycles::service, errors<error::network_timeout>, retry<attempts<2>>> {
  using input = int;
  using remote = remote_states<lifecycles::service::running>;
};
using enum lifecycles::service::state;
using enum lifecycles::service::event;

TEST_CASE("a start into a remote state is no attempt, and each failure there is one") {
  constexpr auto job =
      simulate<render>(start, failing<error::network_timeout>, resume, start, succeed);
  STATIC_REQUIRE(job.passed(pending, running, failed, pending, running, succeeded));
  STATIC_REQUIRE(job.starts == 1 && job.retries == 1);
  STATIC_REQUIRE(simulate<render>(start).attempts == 0);
  STATIC_REQUIRE(simulate<render>(start, failing<error::network_timeout>, resume, start,
                                  failing<error::network_timeout>)
                     .state == dead_lettered);
  STATIC_REQUIRE_FALSE(try_simulate<render>(start, lose));
}

}  // namespace of_work_elsewhere

}  // namespace
