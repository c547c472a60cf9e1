// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state AUDIO_READY does not accept event succeed; it accepts only run, start, cancel, abort"
// sentence: a job in state … does not accept event …; it accepts only …
// [VID-04]
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/video.hpp>

using pawl::lifecycles::video;

auto next(pawl::machine<video, video::AUDIO_READY> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<video::succeed>();
#else
  return std::move(job).on<video::run>();
#endif
}
