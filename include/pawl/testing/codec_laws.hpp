// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/policy.hpp>

namespace pawl::testing {

/// The laws that every codec keeps for every payload, as the name of the first that `value` breaks;
/// empty if it breaks none. For the tests of a codec: call it with as many values as you can think
/// of.
template <codec_policy Codec, class T>
[[nodiscard]] text broken_codec_law(const T& value) {
  const auto bytes = Codec::encode(value);
  if (!bytes) return "a value of a payload type can be encoded";
  const auto back = Codec::template decode<T>(*bytes);
  if (!back) return "what was encoded can be decoded";
  if (!(*back == value)) return "what is decoded equals what was encoded";
  if (Codec::encode(*back) != bytes) return "equal values are encoded as equal bytes";
  const auto too_large = Codec::template decode<T>(*bytes, {.max_bytes = bytes->size() - 1});
  if (too_large || too_large.error().code != codec_errc::too_large)
    return "more bytes than allowed are refused";
  if (text(Codec::template schema<T>()).empty()) return "a payload type has a schema";
  if (Codec::template fingerprint<T>() == sha256_digest{})
    return "a payload type has a fingerprint";
  return {};
}

}  // namespace pawl::testing
