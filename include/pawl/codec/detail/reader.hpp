// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/number.hpp>
#include <pawl/codec/detail/utf8.hpp>
#include <pawl/codec/error.hpp>
#include <pawl/detail/hex.hpp>
#include <pawl/expected.hpp>

#include <limits>
#include <string>
#include <utility>

namespace pawl::detail::codec {

/// The strings a reader writes to. They stand beside it, so that a document without escapes can be
/// read in a constant expression, where not every library allows a std::string.
struct reader_strings {
  std::string pointer;    ///< to what is wrong
  std::string unescaped;  ///< the last string that had escapes
};

/// Reads the tokens of RFC 8259 from a document, and remembers the first thing that is wrong.
///
/// Each step returns false once it has failed; the caller returns false in turn, and puts its own
/// place in front of the pointer on the way out. Nothing here recurses.
class json_reader {
 public:
  constexpr json_reader(text document, reader_strings* strings)
      : begin_(document.begin()), at_(document.begin()), end_(document.end()), strings_(strings) {}

  [[nodiscard]] constexpr codec_errc code() const { return code_; }
  [[nodiscard]] constexpr std::size_t offset() const { return offset_; }
  [[nodiscard]] constexpr const char* position() const { return at_; }

  constexpr bool fail(codec_errc code, const char* where) {
    code_ = code;
    offset_ = static_cast<std::size_t>(where - begin_);
    return false;
  }
  constexpr bool fail(codec_errc code) { return fail(code, at_); }

  /// The failure lies below `step`. Returns false, so that it can be returned.
  constexpr bool failed_in(text step) {
    if (strings_ != nullptr) prepend_to_pointer(strings_->pointer, step);
    return false;
  }
  constexpr bool failed_in(std::size_t index) {
    number_text digits;
    print_number(index, digits);
    return failed_in(digits.view());
  }

  constexpr void skip_space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }

  /// The first character of the next value, 0 at the end.
  constexpr char peek() {
    skip_space();
    return at_ == end_ ? '\0' : *at_;
  }

  /// The next value is not of the kind wanted, or not JSON at all.
  constexpr bool fail_type() {
    if (at_ == end_) return fail(codec_errc::unexpected_end);
    switch (*at_) {
      case '{':
      case '[':
      case '"':
      case 't':
      case 'f':
      case 'n':
      case '-':
        return fail(codec_errc::wrong_type);
      default:
        return fail(is_digit(*at_) ? codec_errc::wrong_type : codec_errc::unexpected_character);
    }
  }

  /// Nothing but space is left.
  constexpr bool finish() {
    skip_space();
    return at_ == end_ || fail(codec_errc::trailing_characters);
  }

  constexpr bool open(char bracket) {
    if (peek() != bracket) return fail_type();
    if (depth_ == codec_max_depth) return fail(codec_errc::too_deep);
    ++depth_;
    ++at_;
    skip_space();
    return true;
  }
  /// Right after `open`: the array or object is empty.
  constexpr bool closed(char bracket) {
    if (at_ == end_ || *at_ != bracket) return false;
    ++at_;
    --depth_;
    return true;
  }
  /// After an element: a comma, then `more`, or the closing bracket.
  constexpr bool next(char bracket, bool& more) {
    skip_space();
    more = at_ != end_ && *at_ == ',';
    if (more) {
      ++at_;
      skip_space();
      return true;
    }
    return closed(bracket) ||
           fail(at_ == end_ ? codec_errc::unexpected_end : codec_errc::unexpected_character);
  }

  constexpr bool literal(text word) {
    for (const char c : word) {
      if (at_ == end_) return fail(codec_errc::unexpected_end);
      if (*at_ != c) return fail(codec_errc::unexpected_character);
      ++at_;
    }
    return true;
  }

  template <class T>
  constexpr bool number(T& value) {
    const char first = peek();
    if (first != '-' && !is_digit(first)) return fail_type();
    if constexpr (std::integral<T>)
      if (short_integer(value)) return true;
    const number_extent extent = measure_number(at_, end_);
    if (const auto wrong = parse_number(at_, extent, value)) return fail(*wrong);
    at_ = extent.end;
    return true;
  }

  constexpr bool skip_number() {
    const number_extent extent = measure_number(at_, end_);
    if (!extent.sound) return fail(codec_errc::invalid_number);
    at_ = extent.end;
    return true;
  }

  /// A string without its quotes and escapes; `value` is good until the next one is read.
  constexpr bool string(text& value) {
    if (peek() != '"') return fail_type();
    const char* run = ++at_;
    bool escaped = false;
    for (;;) {
      at_ = skip_plain(at_, end_);
      if (at_ == end_) return fail(codec_errc::unexpected_end);
      const auto c = static_cast<unsigned char>(*at_);
      if (c == '"') break;
      if (c == '\\') {
        if (!escaped) strings_->unescaped.clear();
        escaped = true;
        strings_->unescaped.append(run, at_);
        if (!escape(strings_->unescaped)) return false;
        run = at_;
      } else if (c < 0x20) {
        return fail(c == 0 ? codec_errc::nul_character : codec_errc::control_character);
      } else {
        const std::size_t length = utf8_sequence(at_, end_);
        if (length == 0) return fail(codec_errc::invalid_utf8);
        at_ += length;
      }
    }
    value = {run, static_cast<std::size_t>(at_ - run)};
    if (escaped) value = strings_->unescaped.append(run, at_);
    ++at_;
    return true;
  }

  /// Steps over the name of a member and its colon if they are what comes next, with nothing
  /// between them: the way in which documents of our own are written.
  bool step_over(text name) {
    const std::size_t length = name.size();
    if (static_cast<std::size_t>(end_ - at_) < length + 3 || at_[0] != '"' ||
        at_[length + 1] != '"' || at_[length + 2] != ':' ||
        __builtin_memcmp(at_ + 1, name.data(), length) != 0)
      return false;
    at_ += length + 3;
    return true;
  }
  /// The name of a member and its colon.
  constexpr bool key(text& name) {
    if (at_ == end_) return fail(codec_errc::unexpected_end);
    if (*at_ != '"') return fail(codec_errc::unexpected_character);
    if (!string(name)) return false;
    if (peek() != ':')
      return fail(at_ == end_ ? codec_errc::unexpected_end : codec_errc::unexpected_character);
    ++at_;
    return true;
  }

 private:
  /// Reads a number of few digits, as most are; false, and nothing read, for any other.
  template <class T>
  constexpr bool short_integer(T& value) {
    constexpr std::ptrdiff_t few =
        std::numeric_limits<T>::digits10 < 18 ? std::numeric_limits<T>::digits10 : 18;
    const char* at = at_;
    T result = 0;
    for (; at != end_ && is_digit(*at); ++at) {
      if (at - at_ == few) return false;
      result = static_cast<T>(result * T{10} + static_cast<T>(*at - '0'));
    }
    const bool ends = at == end_ || (*at != '.' && *at != 'e' && *at != 'E');
    if (!ends || at == at_ || (*at_ == '0' && at - at_ > 1)) return false;
    value = result;
    at_ = at;
    return true;
  }
  constexpr bool escape(std::string& out) {
    const char* const backslash = at_;
    if (++at_ == end_) return fail(codec_errc::unexpected_end);
    switch (*at_++) {
      case '"':
        out.push_back('"');
        return true;
      case '\\':
        out.push_back('\\');
        return true;
      case '/':
        out.push_back('/');
        return true;
      case 'b':
        out.push_back('\b');
        return true;
      case 'f':
        out.push_back('\f');
        return true;
      case 'n':
        out.push_back('\n');
        return true;
      case 'r':
        out.push_back('\r');
        return true;
      case 't':
        out.push_back('\t');
        return true;
      case 'u':
        break;
      default:
        return fail(codec_errc::invalid_escape, backslash);
    }
    unsigned unit = 0;
    if (!hexadecimal(unit)) return fail(codec_errc::invalid_escape, backslash);
    if (unit == 0) return fail(codec_errc::nul_character, backslash);
    if (unit >= 0xDC00 && unit <= 0xDFFF) return fail(codec_errc::lone_surrogate, backslash);
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      unsigned low = 0;
      const bool pair = end_ - at_ >= 2 && at_[0] == '\\' && at_[1] == 'u';
      if (pair) {
        at_ += 2;
        if (!hexadecimal(low)) return fail(codec_errc::invalid_escape, backslash);
      }
      if (low < 0xDC00 || low > 0xDFFF) return fail(codec_errc::lone_surrogate, backslash);
      unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(out, unit);
    return true;
  }

  constexpr bool hexadecimal(unsigned& value) {
    if (end_ - at_ < 4) return false;
    for (int i = 0; i < 4; ++i) {
      const int digit = hex_value(*at_++);
      if (digit < 0) return false;
      value = value << 4 | static_cast<unsigned>(digit);
    }
    return true;
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  reader_strings* strings_;
  std::size_t offset_ = 0;
  unsigned depth_ = 0;
  codec_errc code_{};
};

/// A reader with its strings, for a whole document.
class document_reader {
 public:
  /// Any bytes may be given; more than `most` are not read.
  document_reader(text bytes, std::size_t most)
      : in_(bytes, &strings_),
        sound_(bytes.size() <= most || in_.fail(codec_errc::too_large, bytes.begin() + most)) {}
  document_reader(const document_reader&) = delete;
  document_reader& operator=(const document_reader&) = delete;

  json_reader& in() { return in_; }
  /// Whether there is anything to read.
  [[nodiscard]] bool sound() const { return sound_; }

  /// The verdict, once the document was read or was not. A template, so that nobody pays who does
  /// not decode.
  template <class Result = expected<void, codec_error>>
  Result finish(bool read) {
    if (sound_ && read && in_.finish()) return {};
    return unexpected(codec_error{in_.code(), std::move(strings_.pointer), in_.offset()});
  }

 private:
  reader_strings strings_;
  json_reader in_;
  bool sound_;
};

}  // namespace pawl::detail::codec
