// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/sha256.hpp>
#include <pawl/job/type.hpp>
#include <pawl/policies/limits/key_of.hpp>
#include <pawl/runtime/engine/payload.hpp>
#include <pawl/runtime/engine/session_backend.hpp>

namespace pawl {

/// The id of a job of a known type, so that its result has a type.
template <class H>
struct job_ref {
  job_id id{};

  friend bool operator==(const job_ref&, const job_ref&) = default;
};

namespace detail {

template <class H, class... Handlers>
inline constexpr bool is_registered = (__is_same(H, Handlers) || ...);

template <class H>
struct unregistered_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " is not registered with this service; give it to the service, or submit to another";
  }
};

/// Adds the input to a submission: as bytes, or, if it never becomes any, as it is, and the keys of
/// its limits. A key used with an input that cannot become bytes gives the first job back, whatever
/// the input is.
template <class H>
storage::result<void> add_input(storage::submit& op, const runtime::detail::input_type<H>& input) {
  using job = typename H::job_type;
  using input_type = runtime::detail::input_type<H>;
  constexpr bool becomes_bytes = !job::is_ephemeral || serializable<input_type>;
  job::limits::for_each(
      [&](auto limit) { op.limit_keys.push_back(key_of<decltype(limit)>(input, op.who)); });
  if constexpr (job::is_ephemeral) op.object = std::make_shared<const input_type>(input);
  if constexpr (becomes_bytes) {
    if (job::is_ephemeral && op.key.empty()) return {};
    auto bytes = job::codec::encode(input);
    if (!bytes)
      return storage::refuse(storage::errc::invalid,
                             "the input cannot be encoded: " + describe(bytes.error()));
    // Only a key is ever compared.
    if (!op.key.empty()) op.payload_hash = sha256_of(*bytes);
    if (!job::is_ephemeral) op.payload = *std::move(bytes);
  }
  return {};
}

}  // namespace detail
}  // namespace pawl
