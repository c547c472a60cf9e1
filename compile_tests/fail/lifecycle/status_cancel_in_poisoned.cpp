// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state Poisoned does not accept event cancel; it is finished and accepts none"
// sentence: a job in state … does not accept event …; it is finished and accepts none
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/status.hpp>

using pawl::lifecycles::status;

#ifdef COMPILE_FAIL
auto next(pawl::machine<status, status::Poisoned> job) {
#else
auto next(pawl::machine<status, status::Running> job) {
#endif
  return std::move(job).on<status::cancel>();
}
