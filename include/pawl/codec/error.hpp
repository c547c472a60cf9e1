// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/enum_names.hpp>

#include <cstddef>
#include <string>

namespace pawl {

/// Why bytes are not a payload, or a payload cannot become bytes. The names are stable: they are
/// what `name_of` gives, and what is logged and sent. New ones are added at the end.
enum class codec_errc : unsigned char {
  too_large,             ///< the document is longer than the caller allows
  too_deep,              ///< more than `codec_max_depth` arrays and objects inside each other
  unexpected_end,        ///< the document ends inside a value
  unexpected_character,  ///< not JSON; a byte order mark is one of these
  trailing_characters,   ///< something follows the document
  invalid_number,        ///< a leading zero, a missing digit
  invalid_escape,        ///< `\x`, `\u12`
  lone_surrogate,        ///< half of a UTF-16 pair
  control_character,     ///< unescaped, below U+0020
  nul_character,         ///< U+0000, escaped or not: no database column takes it
  invalid_utf8,          ///< overlong, truncated, a surrogate, or beyond U+10FFFF
  wrong_type,            ///< JSON, but of another kind than the payload has here
  out_of_range,          ///< a number or time that the type cannot hold
  invalid_format,        ///< a string that is not the time or duration it should be
  unknown_name,          ///< no enumerator, no alternative of the variant has this name
  unknown_member,        ///< the struct has no such member
  missing_member,        ///< the struct has a member that the document lacks
  duplicate_key,         ///< one object, one name, twice
  duplicate_element,     ///< one set, one element, twice
  wrong_length,          ///< too few or too many elements for an array or tuple
  not_finite,            ///< NaN and infinity have no JSON form
  unknown_version,       ///< the version chain has no such version
};

/// Arrays and objects inside each other, at most: in what is encoded, and in what is decoded.
inline constexpr unsigned codec_max_depth = 64;

/// What went wrong and where.
struct codec_error {
  codec_errc code{};
  std::string
      pointer;  ///< JSON pointer (RFC 6901) to the value; also to a missing or unknown member
  std::size_t offset = 0;  ///< byte offset in the decoded document; 0 when encoding

  friend bool operator==(const codec_error&, const codec_error&) = default;
};

/// For logs and people: `unknown_member at "/to/name", byte 17`.
[[nodiscard]] inline std::string describe(const codec_error& error) {
  std::string result{name_of(error.code).data(), name_of(error.code).size()};
  result += " at \"";
  result += error.pointer;
  result += "\", byte ";
  result += std::to_string(error.offset);
  return result;
}

namespace detail::codec {

/// Puts one more step in front of a pointer; it grows from the inside out while a failure returns.
constexpr void prepend_to_pointer(std::string& pointer, text step) {
  std::string longer = "/";
  for (const char c : step) {
    if (c == '~')
      longer += "~0";
    else if (c == '/')
      longer += "~1";
    else
      longer += c;
  }
  pointer.insert(0, longer);
}

}  // namespace detail::codec
}  // namespace pawl
