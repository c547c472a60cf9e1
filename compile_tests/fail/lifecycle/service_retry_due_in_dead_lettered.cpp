// SPDX-License-Identifier: BSL-1.0
// expect-error: "a job in state dead_lettered does not accept event retry_due; it is finished and accepts none"
// sentence: a job in state … does not accept event …; it is finished and accepts none
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/service.hpp>

using pawl::lifecycles::service;

#ifdef COMPILE_FAIL
auto next(pawl::machine<service, service::dead_lettered> job) {
#else
auto next(pawl::machine<service, service::running> job) {
#endif
#ifdef COMPILE_FAIL
  return std::move(job).on<service::retry_due>();
#else
  return std::move(job).on<service::cancel>();
#endif
}
