// SPDX-License-Identifier: BSL-1.0
#include "words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <pawl/codec/detail/utf8.hpp>
#include <pawl/codec/time.hpp>

namespace pawl::ctl {

namespace {

/// A character of a text: its bytes, and what it is; none if they are no UTF-8.
struct character {
  std::string_view bytes{};
  char32_t code = 0;
  bool is_utf8 = true;
};

character first_of(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte < 0x80) return {text.substr(0, 1), byte};
  const std::size_t length =
      pawl::detail::codec::utf8_sequence(text.data(), text.data() + text.size());
  if (length < 2) return {text.substr(0, 1), byte, false};
  char32_t code = byte & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    code = (code << 6U) | (static_cast<unsigned char>(text[i]) & 0x3fU);
  return {text.substr(0, length), code};
}

/// What a terminal acts on, or by which it shows one text as another.
bool is_dangerous(char32_t code) {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true;
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2060 && code <= 0x2069) || code == 0xfeff;
}

std::string amount(double number, std::string_view unit) {
  return number < 9.95 ? fmt::format("{:.1f} {}", number, unit)
                       : fmt::format("{:.0f} {}", number, unit);
}

}  // namespace

std::string shown(std::string_view from) {
  std::string out;
  out.reserve(from.size());
  while (!from.empty()) {
    const character next = first_of(from);
    from.remove_prefix(next.bytes.size());
    if (!next.is_utf8)
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(next.code));
    else if (next.code == '\\')
      out += "\\\\";
    else if (next.code == '\n')
      out += "\\n";
    else if (next.code == '\t')
      out += "\\t";
    else if (is_dangerous(next.code))
      out += next.code < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(next.code))
                              : fmt::format("\\u{:04x}", static_cast<unsigned>(next.code));
    else
      out += next.bytes;
  }
  return out;
}

std::string safe_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  bool is_string = false;
  while (!json.empty()) {
    const character next = first_of(json);
    json.remove_prefix(next.bytes.size());
    if (is_string && next.code == '\\' && !json.empty()) {
      out += next.bytes;
      out += json.front();
      json.remove_prefix(1);
      continue;
    }
    if (next.code == '"') is_string = !is_string;
    if (!next.is_utf8)
      out += is_string ? "\\ufffd" : " ";
    else if (!is_dangerous(next.code))
      out += next.bytes;
    else if (is_string)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(next.code));
    else
      out += next.code == '\n' ? '\n' : ' ';
  }
  return out;
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

std::string cut_to(std::string_view text, std::size_t columns) {
  if (width_of(text) <= columns) return std::string(text);
  std::string out;
  for (std::size_t taken = 0; taken + 1 < columns && !text.empty(); ++taken) {
    const character next = first_of(text);
    out += next.bytes;
    text.remove_prefix(next.bytes.size());
  }
  return out + "…";
}

std::string time_of_day(instant at) {
  pawl::detail::codec::time_text spelled;
  if (!print_time(at, spelled)) return "?";
  return std::string(std::string_view(spelled.view()));
}

std::string length_of(std::chrono::milliseconds time) {
  const auto ms = static_cast<double>(std::max<std::int64_t>(time.count(), 0));
  if (ms < 1000) return fmt::format("{} ms", static_cast<std::int64_t>(ms));
  if (ms < 100e3) return amount(ms / 1e3, "s");
  if (ms < 100 * 60e3) return amount(ms / 60e3, "min");
  if (ms < 48 * 3600e3) return amount(ms / 3600e3, "h");
  return amount(ms / 86400e3, "d");
}

std::string relative(instant at, instant now) {
  const auto ago = std::chrono::duration_cast<std::chrono::milliseconds>(now - at);
  if (ago.count() > -500 && ago.count() < 500) return "now";
  return ago.count() > 0 ? length_of(ago) + " ago" : "in " + length_of(-ago);
}

std::string tinted(std::string_view word, tint how, bool colours) {
  if (!colours || how == tint::plain || word.empty()) return std::string(word);
  constexpr std::string_view codes[] = {"", "1", "32", "31", "33", "2"};
  return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<std::size_t>(how)], word);
}

std::string table::print_next(std::size_t width, bool colours) {
  constexpr std::size_t gap = 2;
  constexpr std::size_t narrowest = 8;
  const bool is_first = widths_.empty();
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t widest = is_first ? width_of(columns_[c].title) : widths_[c];
    for (const auto& row : rows_) widest = std::max(widest, width_of(row[c].text));
    widths.push_back(widest);
  }
  const auto whole = [&] {
    std::size_t sum = 0;
    for (const std::size_t each : widths) sum += each + gap;
    return sum < gap ? 0 : sum - gap;
  };
  // The widest of those that may be cut gives a column at a time: none vanishes for another.
  while (width != 0 && whole() > width) {
    std::size_t widest = columns_.size();
    for (std::size_t c = 0; c < columns_.size(); ++c)
      if (columns_[c].may_be_cut && widths[c] > narrowest &&
          (widest == columns_.size() || widths[c] > widths[widest]))
        widest = c;
    if (widest == columns_.size()) break;
    --widths[widest];
  }
  std::string out;
  const auto put = [&](std::size_t c, std::string_view text, tint how) {
    const std::string fits = cut_to(text, widths[c]);
    const std::string space(widths[c] - std::min(widths[c], width_of(fits)), ' ');
    const bool is_last = c + 1 == columns_.size();
    if (columns_[c].is_number) out += space;
    out += tinted(fits, how, colours);
    if (!columns_[c].is_number && !is_last) out += space;
    if (!is_last) out += std::string(gap, ' ');
  };
  const auto end_line = [&] {
    while (out.ends_with(' ')) out.pop_back();
    out += '\n';
  };
  if (is_first) {
    for (std::size_t c = 0; c < columns_.size(); ++c) put(c, columns_[c].title, tint::heading);
    end_line();
  }
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < columns_.size(); ++c) put(c, row[c].text, row[c].how);
    end_line();
  }
  rows_.clear();
  widths_ = std::move(widths);
  return out;
}

}  // namespace pawl::ctl
