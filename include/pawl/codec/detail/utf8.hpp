// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/text.hpp>

#include <cstddef>

namespace pawl::detail::codec {

constexpr bool in_range(char c, unsigned low, unsigned high) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= low && byte <= high;
}

/// The length of the well-formed multi-byte sequence at `at` (Unicode 15, table 3-7), or 0 if there
/// is none: overlong forms, surrogates, values beyond U+10FFFF and truncated sequences are not
/// well-formed.
constexpr std::size_t utf8_sequence(const char* at, const char* end) {
  const auto lead = static_cast<unsigned char>(*at);
  const auto left = static_cast<std::size_t>(end - at);
  if (lead < 0xC2 || lead > 0xF4) return 0;
  if (lead < 0xE0) return left >= 2 && in_range(at[1], 0x80, 0xBF) ? 2 : 0;
  // Four lead bytes narrow their second: against overlong forms, surrogates, and beyond U+10FFFF.
  unsigned low = 0x80;
  unsigned high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  if (left < 3 || !in_range(at[1], low, high) || !in_range(at[2], 0x80, 0xBF)) return 0;
  if (lead < 0xF0) return 3;
  return left >= 4 && in_range(at[3], 0x80, 0xBF) ? 4 : 0;
}

/// The length of the character at `at`, ASCII or not; 0 if it is not well-formed.
constexpr std::size_t character_length(const char* at, const char* end) {
  return in_range(*at, 0, 0x7F) ? 1 : utf8_sequence(at, end);
}

/// Whether these are words that every reader can read: UTF-8, and no U+0000.
constexpr bool is_readable(text words) {
  const char* const end = words.data() + words.size();
  for (const char* at = words.data(); at != end;) {
    const std::size_t length = character_length(at, end);
    if (length == 0 || *at == '\0') return false;
    at += length;
  }
  return true;
}

/// U+FFFD, which stands where bytes were that are no UTF-8.
inline constexpr text replacement_character = "\xEF\xBF\xBD";

/// Appends a code point that is no surrogate.
constexpr void append_utf8(auto& out, unsigned code_point) {
  const auto put = [&out](unsigned byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3F));
    put(0x80 | (code_point >> 6 & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

/// Whether a byte stands for itself in a JSON string and is ASCII.
struct plain_table {
  bool plain[256]{};
  consteval plain_table() {
    for (unsigned c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
  }
  constexpr bool operator()(char c) const { return plain[static_cast<unsigned char>(c)]; }
};
inline constexpr plain_table is_plain;

/// The first byte from `at` that is not plain.
constexpr const char* skip_plain(const char* at, const char* end) {
  while (at != end && is_plain(*at)) ++at;
  return at;
}

}  // namespace pawl::detail::codec
