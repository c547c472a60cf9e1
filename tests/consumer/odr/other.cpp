// SPDX-License-Identifier: BSL-1.0
// A program may have included any of the standard library before: where pawl calls a function of
// its own by a name that std has too (std::quoted), the other one must not be found.
#if __has_include(<bits/stdc++.h>)
#include <bits/stdc++.h>
#endif

#include <all_headers.hpp>

namespace consumer {
pawl::lifecycles::deck::state first_state_seen_elsewhere() {
  return pawl::lifecycles::deck::pending;
}
}  // namespace consumer
