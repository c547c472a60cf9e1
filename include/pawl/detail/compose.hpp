// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/fixed_string.hpp>

namespace pawl::detail {

/// Receives the parts of a text and only counts them.
struct measure {
  std::size_t size = 0;
  constexpr measure& operator<<(text part) {
    size += part.size();
    return *this;
  }
  constexpr measure& operator<<(char) {
    ++size;
    return *this;
  }
};

/// Receives the parts of a text and stores them; the room was measured before.
struct store {
  char* out;
  constexpr store& operator<<(text part) {
    for (const char c : part) *out++ = c;
    return *this;
  }
  constexpr store& operator<<(char c) {
    *out++ = c;
    return *this;
  }
};

template <class Composer>
consteval std::size_t composed_size() {
  measure m;
  Composer::write(m);
  return m.size;
}

/// The text that `Composer::write(out)` says, built by the compiler, stored once per program.
///
/// A named type with a static function, rather than a lambda, so that the same text is the same
/// entity in every translation unit.
template <class Composer>
inline constexpr auto composed = [] {
  fixed_string<composed_size<Composer>()> result;
  store s{result.chars};
  Composer::write(s);
  return result;
}();

}  // namespace pawl::detail
