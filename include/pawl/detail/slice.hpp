// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace pawl {

/// A view of consecutive constants that live as long as the program.
template <class T>
struct slice {
  const T* first = nullptr;
  std::size_t count = 0;

  [[nodiscard]] constexpr const T* begin() const { return first; }
  [[nodiscard]] constexpr const T* end() const { return first + count; }
  [[nodiscard]] constexpr std::size_t size() const { return count; }
  [[nodiscard]] constexpr bool empty() const { return count == 0; }
  [[nodiscard]] constexpr const T& operator[](std::size_t at) const { return first[at]; }
  [[nodiscard]] constexpr bool contains(const T& value) const {
    for (const T& each : *this)
      if (each == value) return true;
    return false;
  }
};

}  // namespace pawl
