// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/detail/text.hpp>
#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_ttl = says<decltype(P::ttl), duration_ms>;
template <class P>
concept has_required = says<decltype(P::required), bool>;

}  // namespace detail

/// How a repeated submission is recognised.
///
/// **Requirements.** `ttl`, longer than zero, is how long a key lives, counted from the creation of
/// its job; `required` says whether every submission must bring one. The scope of a key is fixed:
/// tenant, handler, key.
/// **Called when.** At submission. `judge_key` decides; `valid_key` says what may be a key.
/// **Failure.** A ttl that is not positive does not compile. A missing or malformed key is refused
/// as invalid, a used one with another payload as a conflict.
/// **Thread safety.** Constants.
/// **Example.** `idempotency<ttl<24_h>, key_required>`.
template <class P>
concept idempotency_policy =
    detail::on_axis<P, axis::idempotency> && detail::has_ttl<P> && detail::has_required<P>;

enum class idempotency_part : unsigned char { ttl, key_required };

/// How long a key lives, from the creation of its job.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Length> requires detail::takes<"pawl: ttl takes a length of time such as 24_h">
// clang-format on
struct ttl : private detail::sound_duration<"ttl", Length> {
  static constexpr auto part = idempotency_part::ttl;
  static constexpr duration_ms length = detail::duration_of<Length>;
};

/// A submission without a key is refused.
struct key_required {
  static constexpr auto part = idempotency_part::key_required;
};

/// Submissions may bring a key, and one that is used again returns the job it made. A key lives 24
/// hours unless `ttl<…>` says otherwise.
// clang-format off: clang shows the line of the parameters
template <class... Parts> requires detail::takes<"pawl: idempotency takes parts such as ttl<24_h>">
// clang-format on
struct idempotency : private detail::known_parts<"idempotency", idempotency_part, Parts...> {
  static constexpr pawl::axis axis = pawl::axis::idempotency;
  static constexpr duration_ms ttl =
      detail::chosen_part<idempotency_part::ttl, pawl::ttl<duration_ms{86'400'000}>,
                          Parts...>::length;
  static constexpr bool required = detail::has_part<idempotency_part::key_required, Parts...>;
};

using default_idempotency = idempotency<>;

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
