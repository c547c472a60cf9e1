// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cmath>

#include <pawl/codec/detail/utf8.hpp>
#include <pawl/codec/time.hpp>
#include <pawl/observe/log_entry.hpp>
#include <pawl/observe/redact.hpp>

namespace pawl::observe {

/// No value takes more of a line than this, quotes not counted; what is cut off ends in `…`.
inline constexpr std::size_t longest_logged_value = 1024;

namespace detail {

/// Whether a terminal, or somebody reading, would take a character for something else: control
/// characters of either set, line and paragraph separators, and what turns the direction of text.
constexpr bool is_deceptive(unsigned code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point <= 0x9F) || code_point == 0xAD ||
         code_point == 0x61C || (code_point >= 0x200B && code_point <= 0x200F) ||
         (code_point >= 0x2028 && code_point <= 0x202E) ||
         (code_point >= 0x2060 && code_point <= 0x206F) || code_point == 0xFEFF;
}

/// The code point of a well-formed sequence.
constexpr unsigned code_point_of(const char* at, std::size_t length) {
  const auto lead = static_cast<unsigned char>(*at);
  if (length == 1) return lead;
  unsigned value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    value = value << 6U | (static_cast<unsigned char>(at[i]) & 0x3FU);
  return value;
}

inline void append_escaped_unit(std::string& out, unsigned code_point) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (code_point) {
    case '\n':
      out.append("\\n");
      return;
    case '\r':
      out.append("\\r");
      return;
    case '\t':
      out.append("\\t");
      return;
    default:
      out.append("\\u");
      for (const unsigned shift : {12U, 8U, 4U, 0U})
        out.push_back(digits[code_point >> shift & 15U]);
  }
}

/// Appends text as a JSON string without its quotes: printable, valid UTF-8, no line end, no
/// escape sequence of a terminal, at most `longest_logged_value` bytes.
inline void append_escaped(std::string& out, std::string_view value) {
  constexpr std::string_view ellipsis = "…";
  const std::size_t limit = out.size() + longest_logged_value;
  std::size_t fits = out.size();  // where it would be cut
  const char* at = value.data();
  const char* const end = at + value.size();
  while (at != end) {
    const std::size_t length =
        static_cast<unsigned char>(*at) < 0x80 ? 1 : pawl::detail::codec::utf8_sequence(at, end);
    if (length == 0) {
      out.append("\xEF\xBF\xBD");
    } else if (*at == '"' || *at == '\\') {
      out.push_back('\\');
      out.push_back(*at);
    } else if (const unsigned code_point = code_point_of(at, length); is_deceptive(code_point)) {
      append_escaped_unit(out, code_point);
    } else {
      out.append(at, length);
    }
    at += length == 0 ? 1 : length;
    if (out.size() > limit) {
      out.resize(fits);
      out.append(ellipsis);
      return;
    }
    if (out.size() + ellipsis.size() <= limit) fits = out.size();
  }
}

/// Text of which nothing is known: without its secrets, in quotes. What lies far behind the cut is
/// not even looked at; what lies close behind may be the end of a secret.
inline void append_quoted(std::string& out, std::string_view value) {
  constexpr std::size_t looked_at = 4 * longest_logged_value;
  std::string shown = redact(value.substr(0, looked_at));
  if (value.size() > looked_at) shown.append("…");
  out.push_back('"');
  append_escaped(out, shown);
  out.push_back('"');
}

inline void append_number(std::string& out, auto number) {
  char room[32];
  out.append(room, std::to_chars(room, room + sizeof room, number).ptr);
}

/// JSON has no number for those that are not finite.
inline void append_double(std::string& out, double number) {
  if (std::isfinite(number))
    append_number(out, number);
  else if (std::isnan(number))
    out.append("\"nan\"");
  else
    out.append(number > 0 ? "\"inf\"" : "\"-inf\"");
}

inline void append_value(std::string& out, const log_field& field) {
  if (names_a_secret(field.key)) {
    out.append("\"").append(redacted).append("\"");
    return;
  }
  std::visit(
      [&]<class T>(const T& value) {
        if constexpr (std::same_as<T, std::string>)
          append_quoted(out, value);
        else if constexpr (std::same_as<T, bool>)
          out.append(value ? "true" : "false");
        else if constexpr (std::same_as<T, double>)
          append_double(out, value);
        else
          append_number(out, value);
      },
      field.value.get());
}

inline std::string printed_time(instant time) {
  pawl::detail::codec::time_text out;
  if (!pawl::detail::codec::print_time(time, out)) return "9999-12-31T23:59:59.999Z";
  return std::string(std::string_view(out.view()));
}

constexpr std::string_view level_name(log_level level) {
  const text name = name_of(level);
  return name.empty() ? std::string_view("error") : std::string_view(name);
}

}  // namespace detail

/// The entry as one line of JSON, without the line end. Whatever the entry holds, the line is valid
/// JSON and UTF-8, `level` and `event` are the entry's own, and no value is longer than
/// `longest_logged_value`.
[[nodiscard]] inline std::string to_json(const log_entry& entry) {
  std::string out = R"({"time":")" + detail::printed_time(entry.time) + R"(","level":")";
  out.append(detail::level_name(entry.level)).append(R"(","event":")");
  out.append(entry.event.name()).append(R"(","message":)");
  detail::append_quoted(out, entry.message);
  if (!entry.job.is_nil()) out.append(R"(,"job":")").append(to_string(entry.job)).append("\"");
  const auto add = [&out](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out.append(",\"").append(key).append("\":");
    detail::append_quoted(out, value);
  };
  add("handler", entry.handler);
  add("tenant", entry.tenant);
  if (entry.attempt != 0) {
    out.append(R"(,"attempt":)");
    detail::append_number(out, entry.attempt);
  }
  // In an object of their own: a field called "level" is no level.
  if (!entry.fields.empty()) {
    std::string_view before = R"(,"fields":{)";
    for (const log_field& each : entry.fields) {
      out.append(before);
      detail::append_quoted(out, each.key);
      out.push_back(':');
      detail::append_value(out, each);
      before = ",";
    }
    out.push_back('}');
  }
  return out.append("}");
}

/// The entry as one line for people, without the line end:
/// `2026-11-16T03:18:22.125Z WARNING lease_lost "its result is dropped" handler="deck.convert"`.
/// Everything that may come from outside is in quotes, and escaped as in JSON.
[[nodiscard]] inline std::string to_line(const log_entry& entry) {
  std::string out = detail::printed_time(entry.time) + ' ';
  const std::string_view level = detail::level_name(entry.level);
  for (const char c : level) out.push_back(static_cast<char>(c - 'a' + 'A'));
  constexpr std::size_t widest = 7;
  out.append(widest - level.size() + 1, ' ').append(entry.event.name()).append(" ");
  detail::append_quoted(out, entry.message);
  if (!entry.job.is_nil()) out.append(" job=").append(to_string(entry.job));
  const auto add = [&out](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out.append(" ").append(key).append("=");
    detail::append_quoted(out, value);
  };
  add("handler", entry.handler);
  add("tenant", entry.tenant);
  if (entry.attempt != 0) {
    out.append(" attempt=");
    detail::append_number(out, entry.attempt);
  }
  for (const log_field& each : entry.fields) {
    out.push_back(' ');
    if (pawl::detail::is_error_code(text(each.key)))
      out.append(each.key);
    else
      detail::append_quoted(out, each.key);
    out.push_back('=');
    detail::append_value(out, each);
  }
  return out;
}

}  // namespace pawl::observe
