// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/spoken.hpp>
#include <pawl/lease/policy.hpp>

namespace pawl {

/// A worker that gives no sign of life for this long has lost its job.
template <duration_ms Length>
struct lease : private detail::sound_duration<"lease", Length> {
  static constexpr pawl::axis axis = pawl::axis::lease;
  static constexpr duration_ms length = Length;
};

/// A minute: a pause of a busy machine is survived, and what a crash left behind is found well
/// within the five minutes that are promised.
using default_lease = lease<duration_ms{60'000}>;

}  // namespace pawl
