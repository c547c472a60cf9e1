// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <pawl/clock.hpp>

/// How things are put to people: escaped, with times that can be read, in columns that fit.

namespace pawl::ctl {

/// Text from a store is data. What a terminal would act on, or show as something else than it is,
/// is escaped: control characters (a planted ESC is `\x1b`), those of C1 also as UTF-8, marks that
/// turn the direction of writing, and bytes that are no UTF-8. A backslash is doubled.
[[nodiscard]] std::string shown(std::string_view from_the_store);

/// The same for JSON that is whole already: what a terminal would act on becomes `\u…`, so that it
/// stays the same JSON.
[[nodiscard]] std::string safe_json(std::string_view json);

/// As many columns as a text takes up on a terminal, near enough: one for each character.
[[nodiscard]] std::size_t width_of(std::string_view text);
/// The beginning of a text, with `…` at its end if something is missing.
[[nodiscard]] std::string cut_to(std::string_view text, std::size_t columns);

/// `2026-11-16T03:18:22.125Z`
[[nodiscard]] std::string time_of_day(instant at);
/// `2.5 s`, `3 min`, `4 h`, `12 d`
[[nodiscard]] std::string length_of(std::chrono::milliseconds time);
/// `3 min ago`, `in 20 s`, `now`
[[nodiscard]] std::string relative(instant at, instant now);

/// What a word is, for those who see colours.
enum class tint : unsigned char { plain, heading, good, bad, waiting, faint };

/// The same word in its colour, if there are colours.
[[nodiscard]] std::string tinted(std::string_view word, tint how, bool colours);

/// Columns that are as wide as what stands in them. Where that is wider than the terminal, those
/// that may be cut are.
class table {
 public:
  struct column {
    std::string title{};
    bool is_number = false;  ///< stands on the right
    bool may_be_cut = false;
  };
  struct cell {
    std::string text{};  ///< escaped already
    tint how = tint::plain;
    cell(std::string of, tint as = tint::plain) : text(std::move(of)), how(as) {}
    cell(const char* of, tint as = tint::plain) : text(of), how(as) {}
  };

  explicit table(std::vector<column> columns) : columns_(std::move(columns)) {}
  void add(std::vector<cell> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] std::string print(std::size_t width, bool colours) const {
    table whole = *this;
    return whole.print_next(width, colours);
  }
  /// What was added since the last time, and forgets it: so that a list need not be in memory as a
  /// whole. The headings come first, and once; columns never become narrower.
  [[nodiscard]] std::string print_next(std::size_t width, bool colours);

 private:
  std::vector<column> columns_;
  std::vector<std::vector<cell>> rows_{};
  std::vector<std::size_t> widths_{};  ///< of what was printed; empty: nothing was
};

}  // namespace pawl::ctl
