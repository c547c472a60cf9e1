// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle.hpp>

namespace pawl::lifecycles {

/// From an uploaded video to an edited, exported instruction. Every `…_READY` state is a
/// checkpoint: `run` goes on from there. `abort` fails the job from outside, in any state that is
/// not terminal.
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

    CREATED          + on(upload)              = UPLOADING,
    CREATED          + on(confirm_upload)      = UPLOADED,
    UPLOADING        + on(confirm_upload)      = UPLOADED,

    UPLOADED         + on(run)                 = AUDIO_EXTRACTING,
    AUDIO_EXTRACTING + on(succeed)             = AUDIO_READY,
    AUDIO_EXTRACTING + on(fail)[may_retry]     = AUDIO_EXTRACTING,
    AUDIO_EXTRACTING + on(fail)                = FAILED,
    AUDIO_EXTRACTING + on(lose)[attempts_left] = AUDIO_EXTRACTING,
    AUDIO_EXTRACTING + on(lose)                = FAILED,

    AUDIO_READY      + on(start)               = TRANSCRIBING,
    AUDIO_READY      + on(run)                 = TRANSCRIBING,
    TRANSCRIBING     + on(succeed)             = TRANSCRIPT_READY,
    TRANSCRIBING     + on(fail)[may_retry]     = TRANSCRIBING,
    TRANSCRIBING     + on(fail)                = FAILED,
    TRANSCRIBING     + on(lose)[attempts_left] = TRANSCRIBING,
    TRANSCRIBING     + on(lose)                = FAILED,

    TRANSCRIPT_READY + on(start)               = GENERATING,
    TRANSCRIPT_READY + on(run)                 = GENERATING,
    GENERATING       + on(succeed)             = DRAFT_READY,
    GENERATING       + on(fail)[may_retry]     = GENERATING,
    GENERATING       + on(fail)                = FAILED,
    GENERATING       + on(lose)[attempts_left] = GENERATING,
    GENERATING       + on(lose)                = FAILED,

    DRAFT_READY      + on(edit)                = EDITING,
    DRAFT_READY      + on(run)                 = EDITING,
    EDITING          + on(regenerate)          = REGENERATING,
    REGENERATING     + on(succeed)             = EDITING,
    REGENERATING     + on(fail)                = EDITING,
    REGENERATING     + on(lose)                = EDITING,
    EDITING          + on(publish)             = EXPORTING,
    EXPORTING        + on(succeed)             = DONE,
    EXPORTING        + on(fail)                = EDITING,
    EXPORTING        + on(lose)                = EDITING,

    live             + on(cancel)              = CANCELLED,
    live             + on(abort)               = FAILED);
  // clang-format on
};

}  // namespace pawl::lifecycles
