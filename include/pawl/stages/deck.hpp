// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/stages/stages.hpp>

namespace pawl {

/// The stages of the slide-deck service: from a source to a deck.
using convert_stages = stages<stage<"validating_input", 0, 5>,      //
                              stage<"fetching_source", 5, 15>,      //
                              stage<"extracting", 15, 55>,          //
                              stage<"normalizing", 55, 80>,         //
                              stage<"generating_preview", 80, 90>,  //
                              stage<"finalizing", 90, 100>>;

/// From a deck to an artifact.
using export_stages = stages<stage<"preparing", 0, 10>,            //
                             stage<"rendering_slides", 10, 70>,    //
                             stage<"packaging", 70, 90>,           //
                             stage<"uploading_artifact", 90, 98>,  //
                             stage<"finalizing", 98, 100>>;

/// A chat or completion of a language model.
using ai_stages = stages<stage<"preparing_context", 0, 10>,    //
                         stage<"sending_prompt", 10, 20>,      //
                         stage<"streaming_response", 20, 95>,  //
                         stage<"finalizing", 95, 100>>;

}  // namespace pawl
