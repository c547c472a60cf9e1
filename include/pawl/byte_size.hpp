// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

namespace pawl {

/// A number of bytes that can be a template argument: `payload_limit<1_MiB>`.
struct byte_size {
  std::int64_t count = 0;

  friend constexpr auto operator<=>(const byte_size&, const byte_size&) = default;
};

namespace literals {

consteval byte_size operator""_B(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
consteval byte_size operator""_KiB(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1024};
}
consteval byte_size operator""_MiB(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1024 * 1024};
}

}  // namespace literals
}  // namespace pawl
