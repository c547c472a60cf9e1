// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/json.hpp>
#include <pawl/codec/sha256.hpp>

namespace pawl {

/// SHA-256 over the encoded payload: equal payloads, equal hashes, in every process and version of
/// the program that encodes them the same way. An error if the payload cannot be encoded.
template <codec_policy Codec = json, class T>
[[nodiscard]] expected<sha256_digest, codec_error> payload_hash(const T& payload) {
  const auto bytes = Codec::encode(payload);
  if (!bytes) return unexpected(bytes.error());
  return sha256_of(*bytes);
}

}  // namespace pawl
