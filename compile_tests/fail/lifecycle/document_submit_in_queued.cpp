// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state QUEUED does not accept event submit; it accepts only start, cancel, abort"
// sentence: a job in state … does not accept event …; it accepts only …
// [DOC-02] A queued job is not submitted again.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/document.hpp>

using pawl::lifecycles::document;

auto next(pawl::machine<document, document::QUEUED> job) {
#ifdef COMPILE_FAIL
  return std::move(job).on<document::submit>();
#else
  return std::move(job).on<document::start>();
#endif
}
