// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/reader.hpp>
#include <pawl/codec/policy.hpp>
#include <pawl/expected.hpp>

namespace pawl {
namespace detail::codec {

/// Reads over any value. Recursion ends at `codec_max_depth`.
constexpr bool skip_value(json_reader& in) {
  const char first = in.peek();
  switch (first) {
    case '{': {
      if (!in.open('{')) return false;
      for (bool more = !in.closed('}'); more;) {
        text name;
        if (!in.key(name)) return false;
        const std::string key(name.data(), name.size());
        if (!skip_value(in)) return in.failed_in(text(key));
        if (!in.next('}', more)) return false;
      }
      return true;
    }
    case '[': {
      std::size_t index = 0;
      if (!in.open('[')) return false;
      for (bool more = !in.closed(']'); more; ++index) {
        if (!skip_value(in)) return in.failed_in(index);
        if (!in.next(']', more)) return false;
      }
      return true;
    }
    case '"': {
      text value;
      return in.string(value);
    }
    case 't':
      return in.literal("true");
    case 'f':
      return in.literal("false");
    case 'n':
      return in.literal("null");
    default:
      return first == '-' || is_digit(first) ? in.skip_number() : in.fail_type();
  }
}

}  // namespace detail::codec

/// Whether `document` is JSON at all (RFC 8259), whatever it means. The limits that the RFC leaves
/// to us: size, `codec_max_depth`, and no U+0000 in strings. Names may repeat, as the RFC allows.
[[nodiscard]] inline expected<void, codec_error> check_json(text document,
                                                            decode_options options = {}) {
  detail::codec::document_reader reader(document, options.max_bytes);
  return reader.finish(reader.sound() && detail::codec::skip_value(reader.in()));
}

}  // namespace pawl
