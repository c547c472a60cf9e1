// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/config.hpp>
#include <pawl/detail/compose.hpp>
#include <pawl/detail/sequence.hpp>

namespace pawl {

/// Never defined. The compiler prints it with its arguments, and they are the sentence that says
/// what is wrong and what to do.
template <fixed_string... Sentence>
struct refused;

namespace detail {

/// Where a sentence is cut so that no piece is longer than the compiler prints: at spaces, or
/// inside a word that is itself too long.
template <std::size_t Size>
struct cuts {
  std::size_t begin[Size + 1]{};
  std::size_t count = 0;

  consteval explicit cuts(text sentence) {
    constexpr std::size_t longest = PAWL_LONGEST_PRINTED_STRING;
    std::size_t at = 0;
    while (at < sentence.size()) {
      begin[count++] = at;
      const std::size_t end = at + longest;
      if (end >= sentence.size()) break;
      std::size_t space = end;
      while (space > at && sentence[space] != ' ') --space;
      at = space > at ? space + 1 : end;
    }
    begin[count] = sentence.size() + 1;
  }
  consteval std::size_t size(std::size_t piece, text sentence) const {
    const std::size_t length = begin[piece + 1] - begin[piece];
    // The space at a cut is printed by neither piece.
    return piece + 1 == count || sentence[begin[piece + 1] - 1] == ' ' ? length - 1 : length;
  }
};

template <class Composer>
inline constexpr cuts<composed_size<Composer>()> cuts_of{composed<Composer>.view()};

template <class Composer, std::size_t Piece>
consteval auto piece_of() {
  constexpr auto& sentence = composed<Composer>;
  fixed_string<cuts_of<Composer>.size(Piece, sentence)> result;
  for (std::size_t i = 0; i < result.size(); ++i)
    result.chars[i] = sentence.chars[cuts_of<Composer>.begin[Piece] + i];
  result.chars[result.size()] = '\0';  // written, or Clang prints the characters as numbers
  return result;
}

template <class Composer, class = make_indices<cuts_of<Composer>.count>>
struct refusal;
template <class Composer, std::size_t... Piece>
struct refusal<Composer, indices<Piece...>> {
  using type = refused<piece_of<Composer, Piece>()...>;
};

/// The sentence of a composer as a type: the default argument of a deleted overload (`class
/// Because`), so that the refusal stands on the caller's line and a `requires` can see it.
template <class Composer>
using because = typename refusal<Composer>::type;

/// The same for an overload that is refused on a condition. A default argument is formed before the
/// constraints are looked at, so without the condition every sound call would compose a sentence.
template <bool Refused, class Composer>
struct refusal_if {
  using type = void;
};
template <class Composer>
struct refusal_if<true, Composer> : refusal<Composer> {};
template <bool Refused, class Composer>
using because_if = typename refusal_if<Refused, Composer>::type;

/// Stands where a value was expected after a refusal, so that the refusal stays the only error.
struct anything {
  template <class T>
  constexpr operator T() const {
    __builtin_trap();
  }
};

/// Stands for an input whose type is not known after a refusal: whatever is given fits.
struct any_input {
  template <class... Given>
  constexpr any_input(const Given&...) {}
};

/// Called where the compiler computes something, and cannot be: it prints this with the sentence.
template <class Because>
void refuse_here();
template <class Because>
constexpr void refuse_unless(bool sound) {
  if (!sound) refuse_here<Because>();
}

/// The one error. g++ says what it instantiates before it says what is wrong with it, so the
/// sentence stands in the name of what is instantiated.
template <class Because>
struct refuse {
  static_assert(sizeof(Because) != 0);
  static constexpr anything answer() { return {}; }
};

/// Refuses with the sentence of `Composer` when `Sound` is false; instantiated once, one error.
template <bool Sound, class Composer>
struct demand {};
template <class Composer>
struct demand<false, Composer> : refuse<because<Composer>> {};

}  // namespace detail
}  // namespace pawl
