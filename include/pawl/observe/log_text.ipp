// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <iterator>

#include <pawl/codec/detail/escape.hpp>
#include <pawl/codec/detail/number.hpp>
#include <pawl/codec/detail/utf8.hpp>
#include <pawl/codec/time.hpp>
#include <pawl/fmt.hpp>
#include <pawl/observe/log_text.hpp>
#include <pawl/observe/redact.hpp>

namespace pawl::observe {

namespace detail {

/// Whether a terminal, or a reader, would take a character for something else: control
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

/// Appends text as a JSON string without its quotes: printable, valid UTF-8, no line end, no
/// escape sequence of a terminal, at most `longest_logged_value` bytes.
PAWL_INLINE void append_escaped(std::string& out, std::string_view value) {
  using namespace pawl::detail::codec;
  constexpr std::string_view ellipsis = "…";
  const std::size_t limit = out.size() + longest_logged_value;
  std::size_t fits = out.size();  // where it would be cut
  const char* at = value.data();
  const char* const end = at + value.size();
  while (at != end) {
    const std::size_t length = character_length(at, end);
    if (length == 0)
      out.append(std::string_view(replacement_character));
    else if (const unsigned code_point = code_point_of(at, length);
             code_point == '"' || code_point == '\\' || is_deceptive(code_point))
      out.append(std::string_view(json_escape(code_point).view()));
    else
      out.append(at, length);
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
PAWL_INLINE std::string quoted(std::string_view value) {
  constexpr std::size_t looked_at = 4 * longest_logged_value;
  std::string shown = redact(value.substr(0, looked_at));
  if (value.size() > looked_at) shown.append("…");
  std::string out = "\"";
  append_escaped(out, shown);
  out.push_back('"');
  return out;
}

/// As the codec writes it; JSON has no number for those that are not finite.
PAWL_INLINE std::string printed_double(double number) {
  pawl::detail::codec::number_text digits;
  if (std::isnan(number)) return R"("nan")";
  if (!pawl::detail::codec::print_number(number, digits)) return fmt::format(R"("{}")", number);
  return std::string(std::string_view(digits.view()));
}

PAWL_INLINE std::string printed_value(const log_field& field) {
  if (names_a_secret(field.key)) return fmt::format(R"("{}")", redacted);
  return std::visit(
      []<class T>(const T& value) {
        if constexpr (std::same_as<T, std::string>)
          return detail::quoted(value);  // std::quoted would fit as well, where it was included
        else if constexpr (std::same_as<T, double>)
          return printed_double(value);
        else
          return fmt::format("{}", value);
      },
      field.value.get());
}

PAWL_INLINE std::string printed_time(instant time) {
  pawl::detail::codec::time_text out;
  if (!pawl::detail::codec::print_time(time, out)) return "9999-12-31T23:59:59.999Z";
  return std::string(std::string_view(out.view()));
}

constexpr std::string_view level_name(log_level level) {
  const text name = name_of(level);
  return name.empty() ? std::string_view("error") : std::string_view(name);
}

}  // namespace detail

PAWL_INLINE std::string to_json(const log_entry& entry) {
  std::string out = fmt::format(R"({{"time":"{}","level":"{}","event":"{}","message":{})",
                                detail::printed_time(entry.time), detail::level_name(entry.level),
                                entry.event.name(), detail::quoted(entry.message));
  const auto to = std::back_inserter(out);
  if (!entry.job.is_nil()) fmt::format_to(to, R"(,"job":"{}")", entry.job);
  if (!entry.handler.empty()) fmt::format_to(to, R"(,"handler":{})", detail::quoted(entry.handler));
  if (!entry.tenant.empty()) fmt::format_to(to, R"(,"tenant":{})", detail::quoted(entry.tenant));
  if (entry.attempt != 0) fmt::format_to(to, R"(,"attempt":{})", entry.attempt);
  // In an object of their own: a field called "level" is no level.
  if (!entry.fields.empty()) {
    std::string_view before = R"(,"fields":{)";
    for (const log_field& each : entry.fields) {
      fmt::format_to(to, "{}{}:{}", before, detail::quoted(each.key), detail::printed_value(each));
      before = ",";
    }
    out.push_back('}');
  }
  return out.append("}");
}

PAWL_INLINE std::string to_line(const log_entry& entry) {
  std::string level(detail::level_name(entry.level));
  for (char& c : level) c = static_cast<char>(c - 'a' + 'A');
  std::string out = fmt::format("{} {:<7} {} {}", detail::printed_time(entry.time), level,
                                entry.event.name(), detail::quoted(entry.message));
  const auto to = std::back_inserter(out);
  if (!entry.job.is_nil()) fmt::format_to(to, " job={}", entry.job);
  if (!entry.handler.empty()) fmt::format_to(to, " handler={}", detail::quoted(entry.handler));
  if (!entry.tenant.empty()) fmt::format_to(to, " tenant={}", detail::quoted(entry.tenant));
  if (entry.attempt != 0) fmt::format_to(to, " attempt={}", entry.attempt);
  for (const log_field& each : entry.fields)
    fmt::format_to(
        to, " {}={}",
        pawl::detail::is_error_code(text(each.key)) ? each.key : detail::quoted(each.key),
        detail::printed_value(each));
  return out;
}

}  // namespace pawl::observe
