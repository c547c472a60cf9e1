// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state CREATED does not accept event start; it accepts only upload, confirm_upload, cancel, abort"
// sentence: a job in state … does not accept event …; it accepts only …
// [VID-04]
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/video.hpp>

using pawl::lifecycles::video;

auto next(pawl::machine<video, video::CREATED> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<video::start>();
#else
  return std::move(job).on<video::upload>();
#endif
}
