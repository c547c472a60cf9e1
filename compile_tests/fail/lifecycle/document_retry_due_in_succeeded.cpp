// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state SUCCEEDED does not accept event retry_due; it is finished and accepts none"
// sentence: a job in state … does not accept event …; it is finished and accepts none
// [DOC-02] Nothing goes backward: SUCCEEDED to QUEUED.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/document.hpp>

using pawl::lifecycles::document;

#ifdef COMPILE_FAIL
auto next(pawl::machine<document, document::SUCCEEDED> job) {
#else
auto next(pawl::machine<document, document::RETRYING> job) {
#endif
  return std::move(job).on<document::retry_due>();
}
