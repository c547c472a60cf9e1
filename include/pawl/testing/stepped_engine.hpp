// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/service_access.hpp>
#include <pawl/service.hpp>

namespace pawl::testing {

/// An engine of a service's jobs that does nothing by itself: a test takes its steps one by one.
template <class Service>
[[nodiscard]] std::unique_ptr<runtime::engine> stepped_engine(Service& of,
                                                              const service_options& options = {}) {
  runtime::service_core& core = runtime::service_access::core(of);
  core.sessions().bound_by(options);
  return std::unique_ptr<runtime::engine>(core.make_engine(false, options).release());
}
/// The same for its ephemeral jobs.
template <class Service>
[[nodiscard]] std::unique_ptr<runtime::engine> stepped_ephemeral_engine(
    Service& of, const service_options& options = {}) {
  runtime::service_core& core = runtime::service_access::core(of);
  return std::unique_ptr<runtime::engine>(core.make_engine(true, options).release());
}

}  // namespace pawl::testing
