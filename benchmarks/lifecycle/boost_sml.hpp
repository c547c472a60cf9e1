// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The video lifecycle written for Boost.SML, as its own documentation would have it.

#include <boost/sml.hpp>

#include "hand_written.hpp"

namespace bench {

struct native_sml {
  // Guards read the facts where they are: copying them into the event would be SML's loss, not its
  // cost.
  struct upload {};
  struct confirm_upload {};
  struct run {};
  struct start {};
  struct succeed {};
  struct fail {
    const facts* known;
  };
  struct lose {
    const facts* known;
  };
  struct edit {};
  struct regenerate {};
  struct publish {};
  struct cancel {};
  struct abort {};

  auto operator()() const {
    using namespace boost::sml;
    const auto may_retry = [](const fail& e) {
      return e.known->retryable && e.known->attempt < e.known->max_attempts;
    };
    const auto left = [](const lose& e) { return e.known->attempt < e.known->max_attempts; };
    // clang-format off
    return make_transition_table(
        *"CREATED"_s         + event<upload>          = "UPLOADING"_s,
        "CREATED"_s          + event<confirm_upload>  = "UPLOADED"_s,
        "CREATED"_s          + event<cancel>          = "CANCELLED"_s,
        "CREATED"_s          + event<abort>           = "FAILED"_s,
        "UPLOADING"_s        + event<confirm_upload>  = "UPLOADED"_s,
        "UPLOADING"_s        + event<cancel>          = "CANCELLED"_s,
        "UPLOADING"_s        + event<abort>           = "FAILED"_s,
        "UPLOADED"_s         + event<run>             = "AUDIO_EXTRACTING"_s,
        "UPLOADED"_s         + event<cancel>          = "CANCELLED"_s,
        "UPLOADED"_s         + event<abort>           = "FAILED"_s,
        "AUDIO_EXTRACTING"_s + event<succeed>         = "AUDIO_READY"_s,
        "AUDIO_EXTRACTING"_s + event<fail>[may_retry] = "AUDIO_EXTRACTING"_s,
        "AUDIO_EXTRACTING"_s + event<fail>            = "FAILED"_s,
        "AUDIO_EXTRACTING"_s + event<lose>[left]      = "AUDIO_EXTRACTING"_s,
        "AUDIO_EXTRACTING"_s + event<lose>            = "FAILED"_s,
        "AUDIO_EXTRACTING"_s + event<cancel>          = "CANCELLED"_s,
        "AUDIO_EXTRACTING"_s + event<abort>           = "FAILED"_s,
        "AUDIO_READY"_s      + event<start>           = "TRANSCRIBING"_s,
        "AUDIO_READY"_s      + event<run>             = "TRANSCRIBING"_s,
        "AUDIO_READY"_s      + event<cancel>          = "CANCELLED"_s,
        "AUDIO_READY"_s      + event<abort>           = "FAILED"_s,
        "TRANSCRIBING"_s     + event<succeed>         = "TRANSCRIPT_READY"_s,
        "TRANSCRIBING"_s     + event<fail>[may_retry] = "TRANSCRIBING"_s,
        "TRANSCRIBING"_s     + event<fail>            = "FAILED"_s,
        "TRANSCRIBING"_s     + event<lose>[left]      = "TRANSCRIBING"_s,
        "TRANSCRIBING"_s     + event<lose>            = "FAILED"_s,
        "TRANSCRIBING"_s     + event<cancel>          = "CANCELLED"_s,
        "TRANSCRIBING"_s     + event<abort>           = "FAILED"_s,
        "TRANSCRIPT_READY"_s + event<start>           = "GENERATING"_s,
        "TRANSCRIPT_READY"_s + event<run>             = "GENERATING"_s,
        "TRANSCRIPT_READY"_s + event<cancel>          = "CANCELLED"_s,
        "TRANSCRIPT_READY"_s + event<abort>           = "FAILED"_s,
        "GENERATING"_s       + event<succeed>         = "DRAFT_READY"_s,
        "GENERATING"_s       + event<fail>[may_retry] = "GENERATING"_s,
        "GENERATING"_s       + event<fail>            = "FAILED"_s,
        "GENERATING"_s       + event<lose>[left]      = "GENERATING"_s,
        "GENERATING"_s       + event<lose>            = "FAILED"_s,
        "GENERATING"_s       + event<cancel>          = "CANCELLED"_s,
        "GENERATING"_s       + event<abort>           = "FAILED"_s,
        "DRAFT_READY"_s      + event<edit>            = "EDITING"_s,
        "DRAFT_READY"_s      + event<run>             = "EDITING"_s,
        "DRAFT_READY"_s      + event<cancel>          = "CANCELLED"_s,
        "DRAFT_READY"_s      + event<abort>           = "FAILED"_s,
        "EDITING"_s          + event<regenerate>      = "REGENERATING"_s,
        "EDITING"_s          + event<publish>         = "EXPORTING"_s,
        "EDITING"_s          + event<cancel>          = "CANCELLED"_s,
        "EDITING"_s          + event<abort>           = "FAILED"_s,
        "REGENERATING"_s     + event<succeed>         = "EDITING"_s,
        "REGENERATING"_s     + event<fail>            = "EDITING"_s,
        "REGENERATING"_s     + event<lose>            = "EDITING"_s,
        "REGENERATING"_s     + event<cancel>          = "CANCELLED"_s,
        "REGENERATING"_s     + event<abort>           = "FAILED"_s,
        "EXPORTING"_s        + event<succeed>         = "DONE"_s,
        "EXPORTING"_s        + event<fail>            = "EDITING"_s,
        "EXPORTING"_s        + event<lose>            = "EDITING"_s,
        "EXPORTING"_s        + event<cancel>          = "CANCELLED"_s,
        "EXPORTING"_s        + event<abort>           = "FAILED"_s);
    // clang-format on
  }
};

/// With the policies given: none for SML's defaults.
template <class... Policies>
struct boost_sml {
  using machine = boost::sml::sm<native_sml, Policies...>;

  /// What a program that reads events from a queue has to do: from a value to a type.
  static bool on(machine& m, video::event e, const facts& known = nothing_known) {
    using enum video::event;
    switch (e) {
      case upload:
        return m.process_event(native_sml::upload{});
      case confirm_upload:
        return m.process_event(native_sml::confirm_upload{});
      case run:
        return m.process_event(native_sml::run{});
      case start:
        return m.process_event(native_sml::start{});
      case succeed:
        return m.process_event(native_sml::succeed{});
      case fail:
        return m.process_event(native_sml::fail{&known});
      case lose:
        return m.process_event(native_sml::lose{&known});
      case edit:
        return m.process_event(native_sml::edit{});
      case regenerate:
        return m.process_event(native_sml::regenerate{});
      case publish:
        return m.process_event(native_sml::publish{});
      case cancel:
        return m.process_event(native_sml::cancel{});
      case abort:
        return m.process_event(native_sml::abort{});
    }
    return false;
  }
};

/// The fastest of its ways to dispatch, with g++; by default it takes a switch.
using boost_sml_fold = boost_sml<boost::sml::dispatch<boost::sml::back::policies::fold_expr>>;

}  // namespace bench
