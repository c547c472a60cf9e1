// SPDX-License-Identifier: BSL-1.0
#include <all_headers.hpp>

namespace consumer {
pawl::lifecycles::deck::state first_state_seen_elsewhere();
}

int main() {
  return consumer::first_state_seen_elsewhere() == pawl::lifecycles::deck::pending ? 0 : 1;
}
