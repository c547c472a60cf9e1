// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state RUNNING does not accept event retry_due; it accepts only succeed, fail, lose, cancel"
// sentence: a job in state … does not accept event …; it accepts only …
// [DOC-02] Nothing is requeued without a retry: RUNNING to QUEUED.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/document.hpp>

using pawl::lifecycles::document;

auto next(pawl::machine<document, document::RUNNING> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<document::retry_due>();
#else
  return std::move(job).on<document::succeed>();
#endif
}
