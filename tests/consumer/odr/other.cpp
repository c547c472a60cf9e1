// SPDX-License-Identifier: BSL-1.0
#include <all_headers.hpp>

namespace consumer {
pawl::lifecycles::deck::state first_state_seen_elsewhere() {
  return pawl::lifecycles::deck::pending;
}
}  // namespace consumer
