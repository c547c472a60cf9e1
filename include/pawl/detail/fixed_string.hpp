// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/text.hpp>

namespace pawl {

/// A string that can be a template argument: `job<"acme.report.v1", …>`.
template <std::size_t Size>
struct fixed_string {
  char chars[Size + 1]{};

  consteval fixed_string() = default;
  consteval fixed_string(const char (&literal)[Size + 1]) {
    for (std::size_t i = 0; i <= Size; ++i) chars[i] = literal[i];
  }

  [[nodiscard]] static constexpr std::size_t size() { return Size; }
  [[nodiscard]] constexpr pawl::text view() const { return {chars, Size}; }
  constexpr operator pawl::text() const { return view(); }

  template <std::size_t Other>
  friend constexpr bool operator==(const fixed_string& a, const fixed_string<Other>& b) {
    return a.view() == b.view();
  }
};

template <std::size_t SizeWithNul>
fixed_string(const char (&)[SizeWithNul]) -> fixed_string<SizeWithNul - 1>;

}  // namespace pawl
