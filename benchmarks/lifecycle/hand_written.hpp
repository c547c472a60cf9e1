// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The video lifecycle as a careful engineer would write it without a library: a nested switch, and
/// a table of bytes. Both take the enums from pawl and nothing else.

#include <cstdint>

#include <pawl/lifecycles/video.hpp>

namespace bench {

using pawl::facts;
using pawl::lifecycles::video;

/// A constant, because a temporary would be filled anew for every event.
inline constexpr facts nothing_known{};

struct hand_switch {
  using enum video::state;
  using enum video::event;

  struct machine {
    unsigned char at = 0;
  };

  static bool on(machine& m, video::event e, const facts& known = nothing_known) {
    const auto go = [&m](video::state to) {
      m.at = static_cast<unsigned char>(to);
      return true;
    };
    const auto processing = [&](video::state self, video::state done) {
      switch (e) {
        case succeed:
          return go(done);
        case fail:
          return go(known.retryable && known.attempt < known.max_attempts ? self : FAILED);
        case lose:
          return go(known.attempt < known.max_attempts ? self : FAILED);
        case cancel:
          return go(CANCELLED);
        case abort:
          return go(FAILED);
        default:
          return false;
      }
    };
    switch (static_cast<video::state>(m.at)) {
      case CREATED:
        switch (e) {
          case upload:
            return go(UPLOADING);
          case confirm_upload:
            return go(UPLOADED);
          case cancel:
            return go(CANCELLED);
          case abort:
            return go(FAILED);
          default:
            return false;
        }
      case UPLOADING:
        switch (e) {
          case confirm_upload:
            return go(UPLOADED);
          case cancel:
            return go(CANCELLED);
          case abort:
            return go(FAILED);
          default:
            return false;
        }
      case UPLOADED:
        switch (e) {
          case run:
            return go(AUDIO_EXTRACTING);
          case cancel:
            return go(CANCELLED);
          case abort:
            return go(FAILED);
          default:
            return false;
        }
      case AUDIO_EXTRACTING:
        return processing(AUDIO_EXTRACTING, AUDIO_READY);
      case AUDIO_READY:
        switch (e) {
          case start:
          case run:
            return go(TRANSCRIBING);
          case cancel:
            return go(CANCELLED);
          case abort:
            return go(FAILED);
          default:
            return false;
        }
      case TRANSCRIBING:
        return processing(TRANSCRIBING, TRANSCRIPT_READY);
      case TRANSCRIPT_READY:
        switch (e) {
          case start:
          case run:
            return go(GENERATING);
          case cancel:
            return go(CANCELLED);
          case abort:
            return go(FAILED);
          default:
            return false;
        }
      case GENERATING:
        return processing(GENERATING, DRAFT_READY);
      case DRAFT_READY:
        switch (e) {
          case edit:
          case run:
            return go(EDITING);
          case cancel:
            return go(CANCELLED);
          case abort:
            return go(FAILED);
          default:
            return false;
        }
      case EDITING:
        switch (e) {
          case regenerate:
            return go(REGENERATING);
          case publish:
            return go(EXPORTING);
          case cancel:
            return go(CANCELLED);
          case abort:
            return go(FAILED);
          default:
            return false;
        }
      case REGENERATING:
        switch (e) {
          case succeed:
          case fail:
          case lose:
            return go(EDITING);
          case cancel:
            return go(CANCELLED);
          case abort:
            return go(FAILED);
          default:
            return false;
        }
      case EXPORTING:
        switch (e) {
          case succeed:
            return go(DONE);
          case fail:
          case lose:
            return go(EDITING);
          case cancel:
            return go(CANCELLED);
          case abort:
            return go(FAILED);
          default:
            return false;
        }
      case DONE:
      case FAILED:
      case CANCELLED:
        break;
    }
    return false;
  }
};

/// It knows no guards: a guarded row is refused, as `pawl::next` refuses it. Nor does it look
/// whether the values it is given are states and events.
struct hand_table {
  struct machine {
    std::uint8_t at = 0;
  };

  static constexpr std::uint8_t no = 0xff;
  // clang-format off
  static constexpr std::uint8_t next[15][12] = {
      // upload, confirm, run, start, succeed, fail, lose, edit, regenerate, publish, cancel, abort
      { 1,  2, no, no, no, no, no, no, no, no, 14, 13},  //  0 CREATED
      {no,  2, no, no, no, no, no, no, no, no, 14, 13},  //  1 UPLOADING
      {no, no,  3, no, no, no, no, no, no, no, 14, 13},  //  2 UPLOADED
      {no, no, no, no,  4, no, no, no, no, no, 14, 13},  //  3 AUDIO_EXTRACTING
      {no, no,  5,  5, no, no, no, no, no, no, 14, 13},  //  4 AUDIO_READY
      {no, no, no, no,  6, no, no, no, no, no, 14, 13},  //  5 TRANSCRIBING
      {no, no,  7,  7, no, no, no, no, no, no, 14, 13},  //  6 TRANSCRIPT_READY
      {no, no, no, no,  8, no, no, no, no, no, 14, 13},  //  7 GENERATING
      {no, no,  9, no, no, no, no,  9, no, no, 14, 13},  //  8 DRAFT_READY
      {no, no, no, no, no, no, no, no, 10, 11, 14, 13},  //  9 EDITING
      {no, no, no, no,  9,  9,  9, no, no, no, 14, 13},  // 10 REGENERATING
      {no, no, no, no, 12,  9,  9, no, no, no, 14, 13},  // 11 EXPORTING
      {no, no, no, no, no, no, no, no, no, no, no, no},  // 12 DONE
      {no, no, no, no, no, no, no, no, no, no, no, no},  // 13 FAILED
      {no, no, no, no, no, no, no, no, no, no, no, no},  // 14 CANCELLED
  };
  // clang-format on

  static bool on(machine& m, video::event e) {
    const std::uint8_t to = next[m.at][static_cast<unsigned>(e)];
    if (to == no) return false;
    m.at = to;
    return true;
  }
};

}  // namespace bench
