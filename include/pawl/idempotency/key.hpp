// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/duration.hpp>
#include <pawl/text.hpp>

namespace pawl {

/// Whether a text may be an idempotency key: 1 to 255 visible ASCII characters, no spaces.
[[nodiscard]] constexpr bool valid_key(text key) {
  if (key.empty() || key.size() > 255) return false;
  for (const char c : key)
    if (c < '!' || c > '~') return false;
  return true;
}

/// What a submission with a key means.
enum class key_verdict : unsigned char {
  fresh,    ///< the key is unknown or its time is over: create a job
  repeat,   ///< the same payload again: return the existing job, finished or not
  conflict  ///< another payload: refuse
};

/// What is stored for a key.
template <class Hash>
struct stored_key {
  Hash payload{};            ///< of the canonical payload, and of nothing else
  duration_ms created_at{};  ///< of the job, since the epoch
};

/// Decides a submission whose key may be known; `found` is null if it is not. A key lives until
/// `ttl` after the creation of its job, that moment not included.
template <class Hash>
[[nodiscard]] constexpr key_verdict judge_key(const stored_key<Hash>* found, const Hash& payload,
                                              duration_ms now, duration_ms ttl) {
  if (found == nullptr || now.count - found->created_at.count >= ttl.count)
    return key_verdict::fresh;
  return found->payload == payload ? key_verdict::repeat : key_verdict::conflict;
}

}  // namespace pawl
