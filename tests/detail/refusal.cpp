// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/refusal.hpp>

#include <type_traits>

#include "support/catch.hpp"

namespace {

using pawl::detail::because;
using pawl::detail::cuts;

struct short_sentence {
  static constexpr void write(auto& out) { out << "no"; }
};

TEST_CASE("a short sentence is one piece on every compiler") {
  STATIC_REQUIRE(std::is_same_v<because<short_sentence>, pawl::refused<"no">>);
}

struct long_sentence {
  static constexpr void write(auto& out) {
    out << "a sentence that is a good deal longer than what one compiler prints, "
        << "with_one_word_that_is_itself_longer_than_that_and_must_be_cut";
  }
};

template <class Refused>
struct joined;
template <pawl::fixed_string... Piece>
struct joined<pawl::refused<Piece...>> {
  static constexpr bool printable = ((Piece.size() <= PAWL_LONGEST_PRINTED_STRING) && ...);
  static constexpr std::size_t characters = (Piece.size() + ...);
  static constexpr std::size_t pieces = sizeof...(Piece);
};

TEST_CASE("a long sentence is cut at spaces, and no piece is longer than the compiler prints") {
  using pieces = joined<because<long_sentence>>;
  STATIC_REQUIRE(pieces::printable);
  constexpr std::size_t whole = pawl::detail::composed_size<long_sentence>();
  // Only spaces at the cuts are left out.
  STATIC_REQUIRE(pieces::characters <= whole && pieces::characters + pieces::pieces > whole);
}

}  // namespace
