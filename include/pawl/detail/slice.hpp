// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <pawl/config.hpp>

namespace pawl {

/// A view of consecutive values that others own, most of them constants of the program.
template <class T>
struct slice {
  const T* first = nullptr;
  std::size_t count = 0;

  [[nodiscard]] PAWL_FLAT constexpr const T* begin() const { return first; }
  [[nodiscard]] PAWL_FLAT constexpr const T* end() const { return first + count; }
  [[nodiscard]] PAWL_FLAT constexpr std::size_t size() const { return count; }
  [[nodiscard]] PAWL_FLAT constexpr bool empty() const { return count == 0; }
  [[nodiscard]] PAWL_FLAT constexpr const T& operator[](std::size_t at) const { return first[at]; }
  [[nodiscard]] constexpr bool contains(const T& value) const {
    for (const T& each : *this)
      if (each == value) return true;
    return false;
  }
};

}  // namespace pawl
