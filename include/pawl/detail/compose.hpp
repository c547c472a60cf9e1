// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/fixed_string.hpp>

namespace pawl::detail {

/// Receives the parts of a text: counts them, and stores them where there is room. One type for
/// both, so that what writes is instantiated once.
struct sink {
  char* out = nullptr;
  std::size_t size = 0;

  constexpr sink& operator<<(text part) {
    if (out != nullptr) {
      char* const to = out + size;
      const char* const from = part.chars;
      for (std::size_t i = 0; i < part.length; ++i) to[i] = from[i];
    }
    size += part.length;
    return *this;
  }
  constexpr sink& operator<<(char c) {
    if (out != nullptr) out[size] = c;
    ++size;
    return *this;
  }
};

template <class Composer>
consteval std::size_t composed_size() {
  sink measured;
  Composer::write(measured);
  return measured.size;
}

/// The text that `Composer::write(out)` says, built by the compiler, stored once per program.
///
/// A named type with a static function, rather than a lambda, so that the same text is the same
/// entity in every translation unit.
template <class Composer>
inline constexpr auto composed = [] {
  fixed_string<composed_size<Composer>()> result;
  sink stored{result.chars};
  Composer::write(stored);
  return result;
}();

}  // namespace pawl::detail
