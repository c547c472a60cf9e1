// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle.hpp>

namespace pawl::lifecycles {

/// From an uploaded video to an edited, exported instruction. Every `…_READY` state is a
/// checkpoint: `run` goes on from there. `abort` fails the job from outside, in any state that is
/// not terminal. Who may raise what is as the specification's tables say; what it leaves to its
/// orchestrator is the engine's here, where a handler does the work.
struct video : lifecycle {
  static constexpr text name = "video";

  enum class state {
    CREATED,
    UPLOADING,
    UPLOADED,
    AUDIO_EXTRACTING,
    AUDIO_READY,
    TRANSCRIBING,
    TRANSCRIPT_READY,
    GENERATING,
    DRAFT_READY,
    EDITING,
    REGENERATING,
    EXPORTING,
    DONE,
    FAILED,
    CANCELLED
  };
  enum class event {
    upload,
    confirm_upload,
    run,
    start,
    succeed,
    fail,
    lose,
    edit,
    regenerate,
    publish,
    cancel,
    abort
  };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(dormant(CREATED, UPLOADING, UPLOADED, DRAFT_READY, EDITING),
          ready(AUDIO_READY, TRANSCRIPT_READY),
          active(AUDIO_EXTRACTING, TRANSCRIBING, GENERATING, REGENERATING, EXPORTING),
          success(DONE), failure(FAILED), cancelled(CANCELLED)),

    CREATED          + on(upload).by(api)                     = UPLOADING,
    CREATED          + on(confirm_upload).by(api)             = UPLOADED,
    UPLOADING        + on(confirm_upload).by(api)             = UPLOADED,

    UPLOADED         + on(run).by(api | workflow)             = AUDIO_EXTRACTING,
    AUDIO_EXTRACTING + on(succeed).by(workflow)               = AUDIO_READY,
    AUDIO_EXTRACTING + on(fail)[may_retry].by(workflow)       = AUDIO_EXTRACTING,
    AUDIO_EXTRACTING + on(fail).by(api | workflow)            = FAILED,
    AUDIO_EXTRACTING + on(lose)[attempts_left].by(system)     = AUDIO_EXTRACTING,
    AUDIO_EXTRACTING + on(lose).by(system)                    = FAILED,

    AUDIO_READY      + on(start).by(system)                   = TRANSCRIBING,
    AUDIO_READY      + on(run).by(api | workflow)             = TRANSCRIBING,
    TRANSCRIBING     + on(succeed).by(workflow)               = TRANSCRIPT_READY,
    TRANSCRIBING     + on(fail)[may_retry].by(workflow)       = TRANSCRIBING,
    TRANSCRIBING     + on(fail).by(api | workflow)            = FAILED,
    TRANSCRIBING     + on(lose)[attempts_left].by(system)     = TRANSCRIBING,
    TRANSCRIBING     + on(lose).by(system)                    = FAILED,

    TRANSCRIPT_READY + on(start).by(system)                   = GENERATING,
    TRANSCRIPT_READY + on(run).by(api | workflow)             = GENERATING,
    GENERATING       + on(succeed).by(workflow)               = DRAFT_READY,
    GENERATING       + on(fail)[may_retry].by(workflow)       = GENERATING,
    GENERATING       + on(fail).by(api | workflow)            = FAILED,
    GENERATING       + on(lose)[attempts_left].by(system)     = GENERATING,
    GENERATING       + on(lose).by(system)                    = FAILED,

    DRAFT_READY      + on(edit).by(api | user)                = EDITING,
    DRAFT_READY      + on(run).by(api | user)                 = EDITING,
    EDITING          + on(regenerate).by(api | user)          = REGENERATING,
    REGENERATING     + on(succeed).by(api | workflow)         = EDITING,
    REGENERATING     + on(fail).by(api | workflow)            = EDITING,
    REGENERATING     + on(lose).by(system)                    = EDITING,
    EDITING          + on(publish).by(api | user)             = EXPORTING,
    EXPORTING        + on(succeed).by(api | workflow)         = DONE,
    EXPORTING        + on(fail).by(api)                       = EDITING,
    EXPORTING        + on(lose).by(system)                    = EDITING,

    live             + on(cancel).by(api)                     = CANCELLED,
    live             + on(abort).by(api | workflow)           = FAILED);
  // clang-format on
};

}  // namespace pawl::lifecycles
