// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state FAILED does not accept event cancel; it is finished and accepts none"
// sentence: a job in state … does not accept event …; it is finished and accepts none
// [VID-04]
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/video.hpp>

using pawl::lifecycles::video;

#ifdef COMPILE_FAIL
auto next(pawl::machine<video, video::FAILED> job) {
#else
auto next(pawl::machine<video, video::EDITING> job) {
#endif
  return std::move(job).on<video::cancel>();
}
