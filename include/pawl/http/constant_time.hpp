// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>

/// Comparisons whose time tells nothing about what was compared.

namespace pawl::http {

/// Whether both are equal. Looks at every byte, whatever it finds.
template <class Byte, std::size_t Count>
[[nodiscard]] constexpr bool equal_throughout(const std::array<Byte, Count>& a,
                                              const std::array<Byte, Count>& b) {
  unsigned difference = 0;
  for (std::size_t i = 0; i < Count; ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

/// The last entry whose digest has these bytes, or null. Looks at every entry, and to its end.
template <class Entries, class Bytes>
[[nodiscard]] constexpr auto find_throughout(const Entries& entries, const Bytes& bytes)
    -> decltype(entries.data()) {
  decltype(entries.data()) found = nullptr;
  for (const auto& each : entries)
    if (equal_throughout(each.digest.bytes, bytes)) found = &each;
  return found;
}

}  // namespace pawl::http
