// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/error.hpp>
#include <pawl/codec/sha256.hpp>
#include <pawl/detail/text.hpp>
#include <pawl/expected.hpp>
#include <pawl/policies/policy.hpp>

#include <concepts>
#include <string>
#include <utility>

namespace pawl {

/// What a caller allows a document to be.
struct decode_options {
  std::size_t max_bytes = 1'048'576;  ///< longer is `too_large`, unread
};

/// For what a store has kept: how long it may be was settled when it was accepted, and neither a
/// codec's default nor a later release's limit makes it unreadable.
[[nodiscard]] constexpr decode_options as_stored(text bytes) { return {.max_bytes = bytes.size()}; }

namespace detail::codec {

template <class C>
concept on_codec_axis = requires { requires C::axis == axis::codec; };
template <class C>
concept has_media_type = requires {
  { C::media_type } -> std::convertible_to<text>;
};
template <class C, class T>
concept has_encode = requires(const T& value) {
  { C::encode(value) } -> std::same_as<expected<std::string, codec_error>>;
};
template <class C, class T>
concept has_decode = requires(text bytes, decode_options options) {
  { C::template decode<T>(bytes) } -> std::same_as<expected<T, codec_error>>;
  { C::template decode<T>(bytes, options) } -> std::same_as<expected<T, codec_error>>;
};
template <class C, class T>
concept has_schema = requires {
  { C::template schema<T>() } -> std::convertible_to<text>;
};
template <class C, class T>
concept has_fingerprint = requires {
  { C::template fingerprint<T>() } -> std::same_as<sha256_digest>;
};

template <class C, class T>
concept has_decode_into = requires(text bytes, T& value, decode_options options) {
  { C::decode_into(bytes, value, options) } -> std::same_as<expected<void, codec_error>>;
};

template <class C, class T, class To>
concept has_encode_into = requires(const T& value, To& to) {
  { C::encode_into(value, to) } -> std::same_as<expected<void, codec_error>>;
};

}  // namespace detail::codec

/// A codec can carry payloads of type `T`.
template <class C, class T>
concept codec_for = detail::codec::on_codec_axis<C> && detail::codec::has_media_type<C> &&
                    detail::codec::has_encode<C, T> && detail::codec::has_decode<C, T> &&
                    detail::codec::has_schema<C, T> && detail::codec::has_fingerprint<C, T>;

/// Turns payloads into bytes and back.
///
/// **Requirements.** `encode(value)` gives bytes, the same bytes for equal values: the idempotency
/// hash is taken over them. `decode<T>(bytes, options)` gives an equal value, or an error and no
/// value; it takes any bytes at all. `schema<T>()` describes the bytes to others.
/// `fingerprint<T>()` changes when, and only when, the bytes of `T` change their form. `media_type`
/// names the format. All are static.
/// **Called when.** `encode` at submission and when a result or checkpoint is stored, on the
/// caller's thread; `decode` before each attempt and when a result is read; `schema` by
/// the compiler; `fingerprint` is compared at start with what the store knows of the version.
/// **Failure.** An error value. At submission the job is refused; at an attempt it fails with class
/// `payload_undecodable`, which is fatal. A codec throws nothing but std::bad_alloc.
/// **Thread safety.** All functions may be called at once from any thread; a codec has no state.
/// **Example.** `pawl::json`, the default.
template <class C>
concept codec_policy = codec_for<C, int> && codec_for<C, std::string>;

/// Writes a value as bytes, as the engine does with an input and an output: by the codec's own
/// `encode_into` if it has one, which spares the compiler an expected of the bytes, else by
/// `encode`. `to` is a text that can be made of a `std::string`.
template <class Codec, class T, class To>
[[nodiscard]] expected<void, codec_error> encode_into(const T& value, To& to) {
  if constexpr (detail::codec::has_encode_into<Codec, T, To>) {
    return Codec::encode_into(value, to);
  } else {
    auto encoded = Codec::encode(value);
    if (!encoded) return unexpected(std::move(encoded).error());
    to = *std::move(encoded);
    return {};
  }
}

/// Reads bytes into a value, as the engine does before an attempt: by the codec's own `decode_into`
/// if it has one, which spares the compiler an expected of each payload type, else by `decode`.
template <codec_policy Codec, class T>
[[nodiscard]] expected<void, codec_error> decode_into(text bytes, T& value,
                                                      decode_options options = {}) {
  if constexpr (detail::codec::has_decode_into<Codec, T>) {
    return Codec::decode_into(bytes, value, options);
  } else {
    auto decoded = Codec::template decode<T>(bytes, options);
    if (!decoded) return unexpected(std::move(decoded).error());
    value = *std::move(decoded);
    return {};
  }
}

}  // namespace pawl
