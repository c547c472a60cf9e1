// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/service.hpp>

namespace pawl {

struct runtime::service_access {
  template <class Service>
  static service_core& core(Service& of) {
    return of.core_;
  }
};

namespace testing {

/// An engine of a service's jobs that does nothing by itself: a test takes its steps one by one.
template <class Service>
[[nodiscard]] std::unique_ptr<runtime::engine> stepped_engine(Service& of,
                                                              const service_options& options = {}) {
  runtime::service_core& core = runtime::service_access::core(of);
  core.sessions().high_watermark = options.high_watermark;
  return core.make_engine(false, options);
}
/// The same for its ephemeral jobs.
template <class Service>
[[nodiscard]] std::unique_ptr<runtime::engine> stepped_ephemeral_engine(
    Service& of, const service_options& options = {}) {
  return runtime::service_access::core(of).make_engine(true, options);
}

}  // namespace testing
}  // namespace pawl
