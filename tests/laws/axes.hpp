// SPDX-License-Identifier: BSL-1.0
// One law for each axis of policies, held by every backend.
#pragma once

#include <memory>
#include <span>

#include <pawl/job/policies.hpp>
#include <pawl/storage/store.hpp>
#include <pawl/testing/manual_clock.hpp>

namespace axis_laws {

/// What makes an empty store that tells this clock's time.
using backend = std::shared_ptr<pawl::storage::store> (*)(const pawl::testing::manual_clock&);

struct axis_law {
  pawl::axis of;
  void (*hold)(backend);
};
std::span<const axis_law> laws();

}  // namespace axis_laws
