// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

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
    static_assert(sizeof(detail::codec::demand_serializable<T>) != 0);
    detail::codec::json_writer to;
    bool written = false;
    if constexpr (serializable<T>) written = detail::codec::encode_value(to, value);
    return to.finish(written);
  }

  /// The same into a text that is there already, and is left alone if that fails: a `std::string`,
  /// or what can be made of one and of characters. Half the work for the compiler, and a step less
  /// at run time.
  template <class T, class To>
  [[nodiscard]] static expected<void, codec_error> encode_into(const T& value, To& to) {
    static_assert(sizeof(detail::codec::demand_serializable<T>) != 0);
    detail::codec::json_writer writer;
    bool written = false;
    if constexpr (serializable<T>) written = detail::codec::encode_value(writer, value);
    return writer.finish_into(written, to);
  }

  /// The value of a document, or the first thing that is wrong with it. Any bytes may be given.
  template <class T>
  [[nodiscard]] static expected<T, codec_error> decode(text bytes, decode_options options = {}) {
    static_assert(sizeof(detail::codec::demand_serializable<T>) != 0);
    if constexpr (serializable<T>) {
      expected<T, codec_error> result;
      if (auto read = decode_into(bytes, *result, options); !read)
        result = unexpected(std::move(read).error());
      return result;
    } else {
      return unexpected(codec_error{});
    }
  }

  /// The same into a value that is there already; of no use afterwards if that fails. Half the work
  /// for the compiler, because no expected of `T` is made.
  template <class T>
  [[nodiscard]] static expected<void, codec_error> decode_into(text bytes, T& value,
                                                               decode_options options = {}) {
    static_assert(sizeof(detail::codec::demand_serializable<T>) != 0);
    detail::codec::document_reader document(bytes, options.max_bytes);
    bool read = false;
    if constexpr (serializable<T>)
      read = document.sound() && detail::codec::decode_value(document.in(), value);
    return document.finish(read);
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
