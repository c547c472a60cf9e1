// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace pawl {

namespace detail {

template <class T>
concept string_like = requires(const T& t) {
  typename T::traits_type;
  t.data();
  t.size();
};

/// The compiler measures a literal faster than its own loop would; GCC cannot measure an array.
constexpr std::size_t length_of(const char* terminated) {
  if (__builtin_constant_p(__builtin_strlen(terminated))) return __builtin_strlen(terminated);
  std::size_t length = 0;
  while (terminated[length] != '\0') ++length;
  return length;
}

}  // namespace detail

/// A view of characters that outlive it: names, sentences, rendered documents.
///
/// It stands where std::string_view would, because `<string_view>` alone doubles the cost of
/// including a lifecycle. It converts from and to std::string_view, and prints to any stream.
/// Structural, so that it can be part of a template argument.
struct text {
  const char* chars = nullptr;
  std::size_t length = 0;

  constexpr text() = default;
  constexpr text(const char* begin, std::size_t size) : chars(begin), length(size) {}
  constexpr text(const char* terminated)
      : chars(terminated), length(detail::length_of(terminated)) {}
  template <detail::string_like String>
  constexpr text(const String& string) : chars(string.data()), length(string.size()) {}

  [[nodiscard]] constexpr const char* data() const { return chars; }
  [[nodiscard]] constexpr std::size_t size() const { return length; }
  [[nodiscard]] constexpr bool empty() const { return length == 0; }
  [[nodiscard]] constexpr const char* begin() const { return chars; }
  [[nodiscard]] constexpr const char* end() const { return chars + length; }
  [[nodiscard]] constexpr char operator[](std::size_t at) const { return chars[at]; }
  [[nodiscard]] constexpr text substr(std::size_t from, std::size_t count) const {
    return {chars + from, count};
  }

  /// To std::string_view, without naming it here. A std::string is made explicitly: it allocates.
  template <detail::string_like View>
    requires(__is_trivially_copyable(View))
  constexpr operator View() const {
    return View(chars, length);
  }

  friend constexpr bool operator==(text a, text b) {
    if (a.length != b.length) return false;
    for (std::size_t i = 0; i < a.length; ++i)
      if (a.chars[i] != b.chars[i]) return false;
    return true;
  }
  // Without this, comparing with a std::string_view would be ambiguous between its == and ours.
  template <detail::string_like String>
  friend constexpr bool operator==(text a, const String& b) {
    return a == text(b);
  }

  template <class Stream>
    requires requires(Stream& stream, const char* data) { stream.write(data, stream.width()); }
  friend Stream& operator<<(Stream& stream, text t) {
    stream.write(t.chars, static_cast<decltype(stream.width())>(t.length));
    return stream;
  }
};

}  // namespace pawl
