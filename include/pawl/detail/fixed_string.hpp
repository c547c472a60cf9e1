// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/sequence.hpp>
#include <pawl/detail/text.hpp>

namespace pawl {

/// A string that can be a template argument: `job<"acme.report.v1", …>`.
template <std::size_t Size>
struct fixed_string {
  char chars[Size + 1]{};

  consteval fixed_string() = default;
  consteval fixed_string(const char (&literal)[Size + 1])
      : fixed_string(literal, detail::make_indices<Size + 1>{}) {}

  [[nodiscard]] static constexpr std::size_t size() { return Size; }
  [[nodiscard]] constexpr pawl::text view() const { return {chars, Size}; }
  constexpr operator pawl::text() const { return view(); }

  template <std::size_t Other>
  friend constexpr bool operator==(const fixed_string& a, const fixed_string<Other>& b) {
    return a.view() == b.view();
  }

 private:
  // A pack, because a loop takes the compiler twice as long.
  template <std::size_t... Index>
  consteval fixed_string(const char (&literal)[Size + 1], detail::indices<Index...>)
      : chars{literal[Index]...} {}
};

template <std::size_t SizeWithNul>
fixed_string(const char (&)[SizeWithNul]) -> fixed_string<SizeWithNul - 1>;

}  // namespace pawl
