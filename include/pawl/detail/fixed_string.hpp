// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/sequence.hpp>
#include <pawl/detail/text.hpp>

namespace pawl {

template <std::size_t Size>
struct fixed_string;

namespace detail {

template <class Given>
inline constexpr bool is_variable = true;
template <class Char, std::size_t Size>
inline constexpr bool is_variable<Char[Size]> = false;
template <std::size_t Size>
inline constexpr bool is_variable<fixed_string<Size>> = false;

}  // namespace detail

/// A string that can be a template argument: `job<"acme.report.v1", …>`.
template <std::size_t Size>
struct fixed_string {
  char chars[Size + 1]{};

  consteval fixed_string() = default;
  consteval fixed_string(const char (&literal)[Size + 1])
      : fixed_string(literal, detail::make_indices<Size + 1>{}) {}

  /// A variable is no literal: it is taken as an empty text, which is refused by whatever needs a
  /// name.
  template <class Variable>
    requires(Size == 0 && detail::is_variable<Variable>)
  consteval fixed_string(const Variable&) {}

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
template <class Variable>
  requires detail::is_variable<Variable>
fixed_string(const Variable&) -> fixed_string<0>;

namespace detail {

/// Always true. A type where a value belongs, or a value where types do, is refused before anything
/// here is asked; but g++ then prints the constraint of the template, and clang the line on which
/// its parameters stand. So both show the sentence, if it is a constraint on that line.
template <fixed_string Sentence>
inline constexpr bool takes = true;

}  // namespace detail

}  // namespace pawl
