// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/decode.hpp>
#include <pawl/codec/encode.hpp>
#include <pawl/codec/policy.hpp>
#include <pawl/codec/schema.hpp>
#include <pawl/codec/serializable.hpp>

namespace pawl {

/// The default codec: strict JSON (RFC 8259), typed, without a tree in between.
///
/// What it writes is canonical: keys sorted by bytes, no space, shortest numbers, absent optionals
/// left out. What it reads must match the type exactly: an unknown, missing or repeated member is
/// an error, as is a number that does not fit, invalid UTF-8, U+0000, or more than
/// `codec_max_depth` levels. A type that cannot be stored whole does not compile. The forms of all
/// types: docs/policies/codec.md.
struct json {
  static constexpr pawl::axis axis = pawl::axis::codec;
  static constexpr text media_type = "application/json";

  /// The canonical document of `value`. Fails for NaN, infinity, strings that are not UTF-8 or hold
  /// U+0000, enumerators without a name, years beyond four digits, and too many levels.
  template <class T>
  [[nodiscard]] static expected<std::string, codec_error> encode(const T& value) {
    static_cast<void>(detail::codec::demand_serializable<T>{});
    detail::codec::json_writer to;
    if constexpr (serializable<T>) {
      if (detail::codec::encode_value(to, value)) return std::move(to.out);
    }
    return unexpected(codec_error{to.code, std::move(to.pointer), 0});
  }

  /// The value of `document`, or the first thing that is wrong with it. Any bytes may be given.
  template <class T>
  [[nodiscard]] static expected<T, codec_error> decode(text document, decode_options options = {}) {
    static_cast<void>(detail::codec::demand_serializable<T>{});
    detail::codec::reader_strings strings;
    detail::codec::json_reader in(document, &strings);
    if (document.size() > options.max_bytes) {
      in.fail(codec_errc::too_large, document.begin() + options.max_bytes);
    } else if constexpr (serializable<T>) {
      expected<T, codec_error> result;
      if (detail::codec::decode_value(in, *result) && in.finish()) return result;
    }
    return unexpected(codec_error{in.code(), std::move(strings.pointer), in.offset()});
  }

  /// JSON Schema (2020-12) of the documents of `T`.
  template <class T>
  [[nodiscard]] static constexpr text schema() {
    return json_schema<T>();
  }

  /// Equal for types whose documents have the same form, whatever the types are called.
  template <class T>
  [[nodiscard]] static constexpr sha256_digest fingerprint() {
    return schema_fingerprint<T>();
  }
};

}  // namespace pawl
