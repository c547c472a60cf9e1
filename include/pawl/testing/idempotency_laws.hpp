// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/idempotency.hpp>

namespace pawl::testing {

/// The least idempotency: a key may be given, and lives a millisecond.
struct idempotency_archetype {
  static constexpr pawl::axis axis = pawl::axis::idempotency;
  static constexpr duration_ms ttl{1};
  static constexpr bool required = false;
};

/// The laws of idempotency, as the first that a policy breaks; empty if it keeps them all.
template <idempotency_policy P>
[[nodiscard]] constexpr text broken_idempotency_law() {
  if (P::ttl.count <= 0) return "a key lives longer than zero";
  const stored_key<int> stored{.payload = 1, .created_at = {1000}};
  const auto judge = [&](int payload, std::int64_t after) {
    return judge_key(&stored, payload, {1000 + after}, P::ttl);
  };
  if (judge_key<int>(nullptr, 1, {1000}, P::ttl) != key_verdict::fresh)
    return "an unknown key is fresh";
  const std::int64_t living[] = {0, P::ttl.count - 1};
  for (const std::int64_t alive : living) {
    if (judge(1, alive) != key_verdict::repeat) return "a known key with its payload is a repeat";
    if (judge(2, alive) != key_verdict::conflict)
      return "a known key with another payload is a conflict";
  }
  if (judge(1, P::ttl.count) != key_verdict::fresh || judge(2, P::ttl.count) != key_verdict::fresh)
    return "a key whose time is over is fresh again";
  return {};
}

}  // namespace pawl::testing
