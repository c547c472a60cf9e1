// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state FAILED does not accept event start; it is finished and accepts none"
// sentence: a job in state … does not accept event …; it is finished and accepts none
// [DOC-02] Nothing leaves a terminal state.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/document.hpp>

using pawl::lifecycles::document;

#ifdef COMPILE_FAIL
auto next(pawl::machine<document, document::FAILED> job) {
#else
auto next(pawl::machine<document, document::QUEUED> job) {
#endif
  return std::move(job).on<document::start>();
}
