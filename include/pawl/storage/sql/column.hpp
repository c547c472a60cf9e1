// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <pawl/detail/slice.hpp>
#include <pawl/detail/text.hpp>

namespace pawl::sql {

enum class column_type : unsigned char { integer, words, bytes };

/// Some columns of a row, chosen by what a statement is for.
enum class part : unsigned char {
  all = 1,
  inserted = 2,      ///< what an INSERT names: all but the number that the database gives
  changing = 4,      ///< what a change of a living job writes
  reported = 8,      ///< what changes while a job stays where it is
  shown = 16,        ///< what a status record is made of
  handed_over = 32,  ///< what a worker is given
};

/// What is true of a column; several are joined with `|`. Those that are also called a part say
/// that it belongs to it.
enum mark : unsigned char {
  nullable = 1,
  numbered = 2,  ///< the database gives its value
  changing = static_cast<unsigned char>(part::changing),
  reported = static_cast<unsigned char>(part::reported),
  shown = static_cast<unsigned char>(part::shown),
  handed_over = static_cast<unsigned char>(part::handed_over),
};
constexpr mark operator|(mark a, mark b) {
  return static_cast<mark>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// One column: everything about it but where its value is kept in the program, which stands beside
/// it in the list of its row.
struct column {
  const char* name = "";
  column_type type{};
  const char* meaning = "";  ///< for readers; may have holes, see `compose`
  mark marks{};

  [[nodiscard]] constexpr bool is(mark what) const { return (marks & what) != 0; }
  [[nodiscard]] constexpr bool is_in(part some) const {
    // One test of a constant where the column is one: this is asked for every value that is bound.
    const unsigned parts = static_cast<unsigned>(part::all) |
                           (is(numbered) ? 0U : static_cast<unsigned>(part::inserted)) |
                           (marks & (changing | reported | shown | handed_over));
    return (parts & static_cast<unsigned>(some)) != 0;
  }
};

namespace detail {

/// What a list of columns shows, without the values.
struct collected_columns {
  static constexpr std::size_t most = 32;  // a longer list would fail every statement
  column all[most]{};
  std::size_t count = 0;

  template <class Value>
  [[gnu::always_inline]] void operator()(const column& each, const Value&) {
    if (count < most) all[count++] = each;
  }
};

/// The columns of a row that has a list.
template <class List>
slice<column> columns_of() {
  static const collected_columns found = [] {
    collected_columns all;
    const typename List::row none{};
    List::visit(none, all);
    return all;
  }();
  return {found.all, found.count};
}

}  // namespace detail

/// How many columns a part of a row has.
template <class List>
[[nodiscard]] int count_of(part which) {
  int count = 0;
  for (const column& each : detail::columns_of<List>()) count += each.is_in(which) ? 1 : 0;
  return count;
}

}  // namespace pawl::sql
