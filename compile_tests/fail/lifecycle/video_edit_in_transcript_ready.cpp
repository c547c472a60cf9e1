// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state TRANSCRIPT_READY does not accept event edit; it accepts only run, start, cancel, abort"
// sentence: a job in state … does not accept event …; it accepts only …
// [VID-04]
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/video.hpp>

using pawl::lifecycles::video;

auto next(pawl::machine<video, video::TRANSCRIPT_READY> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<video::edit>();
#else
  return std::move(job).on<video::run>();
#endif
}
