// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/service_core.hpp>

namespace pawl::runtime {

/// What a service keeps from its users, for those parts of the library that work on it without
/// knowing its job types: HTTP, the testing kit.
struct service_access {
  template <class Service>
  [[nodiscard]] static service_core& core(Service& of) {
    return of.core_;
  }
};

}  // namespace pawl::runtime
