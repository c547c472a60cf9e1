// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/spoken.hpp>
#include <pawl/idempotency/policy.hpp>

namespace pawl {

enum class idempotency_part : unsigned char { ttl, key_required };

/// How long a key lives, from the creation of its job.
template <duration_ms Length>
struct ttl : private detail::sound_duration<"ttl", Length> {
  static constexpr auto part = idempotency_part::ttl;
  static constexpr duration_ms length = Length;
};

/// A submission without a key is refused.
struct key_required {
  static constexpr auto part = idempotency_part::key_required;
};

/// Submissions may bring a key, and one that is used again returns the job it made. A key lives 24
/// hours unless `ttl<…>` says otherwise.
template <class... Parts>
struct idempotency : private detail::known_parts<"idempotency", idempotency_part, Parts...> {
  static constexpr pawl::axis axis = pawl::axis::idempotency;
  static constexpr duration_ms ttl =
      detail::chosen_part<idempotency_part::ttl, pawl::ttl<duration_ms{86'400'000}>,
                          Parts...>::length;
  static constexpr bool required = detail::has_part<idempotency_part::key_required, Parts...>;
};

using default_idempotency = idempotency<>;

}  // namespace pawl
