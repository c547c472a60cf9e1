// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state CREATED does not accept event start; it accepts only submit"
// sentence: a job in state … does not accept event …; it accepts only …
// [DOC-02] Nothing skips the queue: CREATED to RUNNING.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/document.hpp>

using pawl::lifecycles::document;

auto next(pawl::machine<document, document::CREATED> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<document::start>();
#else
  return std::move(job).on<document::submit>();
#endif
}
