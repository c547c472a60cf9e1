// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include <pawl/detail/algorithm.hpp>

namespace pawl::observe {

using pawl::detail::least;

namespace detail {

/// What stands where a secret was.
inline constexpr std::string_view redacted = "***";

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_word(char c) {
  return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}
constexpr bool equal_words(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

/// Whether what is called so is a secret: `password`, `db_password`, `X-Api-Key`.
constexpr bool names_a_secret(std::string_view name) {
  constexpr std::string_view words[] = {
      "password", "passwd",  "pwd",     "passphrase", "secret",      "token",     "authorization",
      "cookie",   "api_key", "api-key", "apikey",     "private_key", "access_key"};
  for (const std::string_view word : words)
    if (name.size() >= word.size() && equal_words(name.substr(name.size() - word.size()), word))
      return true;
  return false;
}

/// A part of a text; empty if nothing was found.
struct text_range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

constexpr std::size_t skip(std::string_view in, std::size_t at, std::string_view what) {
  return least(in.find_first_not_of(what, at), in.size());
}

/// The value that begins at `at`: up to the closing quote if it is quoted, also in a text that is
/// quoted itself; else up to what separates words.
constexpr text_range value_at(std::string_view in, std::size_t at) {
  const std::size_t escapes = skip(in, at, "\\");
  const char quote = escapes < in.size() ? in[escapes] : '\0';
  if (quote != '"' && quote != '\'')
    return {at, least(in.find_first_of(" \t\r\n&;,\"'}", at), in.size())};
  for (std::size_t i = escapes + 1; i < in.size(); ++i) {
    if (in[i] == quote) return {at, i + 1};
    if (in[i] == '\\' && escapes == at) ++i;
  }
  return {at, in.size()};
}

constexpr bool is_scheme(std::string_view word) {
  return equal_words(word, "bearer") || equal_words(word, "basic");
}

/// The secret that belongs to the word `[begin, end)`: of `password=…`, `"token": "…"`,
/// `Authorization: Bearer …`, `--password …`, `Bearer …`.
constexpr text_range secret_after(std::string_view in, std::size_t begin, std::size_t end) {
  const std::string_view name = in.substr(begin, end - begin);
  if (equal_words(name, "bearer")) return value_at(in, skip(in, end, " \t"));
  if (!names_a_secret(name)) return {};
  std::size_t at = skip(in, skip(in, end, "\\\"'"), " \t");
  if (at < in.size() && (in[at] == '=' || in[at] == ':'))
    at = skip(in, at + 1, " \t");
  else if (!name.starts_with('-'))
    return {};
  const text_range value = value_at(in, at);
  if (!is_scheme(in.substr(value.begin, value.end - value.begin))) return value;
  return value_at(in, skip(in, value.end, " \t"));
}

/// The secret of an address that goes on at `at`, behind its `://`: the password, or the whole of
/// what stands before the `@` if that has no colon.
constexpr text_range secret_of_address(std::string_view in, std::size_t at) {
  const std::string_view address =
      in.substr(0, least(in.find_first_of(" \t\r\n\"'<>", at), in.size()));
  const std::size_t path = least(address.find_first_of("/?#", at), address.size());
  const std::size_t colon = address.find(':', at);
  // The last @ counts, wherever it is: a password that was not encoded may hold one, or a slash.
  if (const std::size_t host = address.rfind('@'); host != address.npos && colon < host)
    return {colon + 1, host};
  if (const std::size_t host = address.substr(0, path).rfind('@');
      host != address.npos && host > at)
    return {at, host};
  return {};
}

}  // namespace detail

/// The text without what looks like a secret: passwords in addresses, `password=…`, `"token": "…"`,
/// `Bearer …`. A net under messages that other libraries have made, not a licence to log secrets.
[[nodiscard]] inline std::string redact(std::string_view in) {
  std::string out;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < in.size();) {
    detail::text_range secret;
    if (detail::is_word(in[at])) {
      const std::size_t word = at;
      while (at < in.size() && detail::is_word(in[at])) ++at;
      secret = detail::secret_after(in, word, at);
    } else if (in.substr(at).starts_with("://")) {
      at += 3;
      secret = detail::secret_of_address(in, at);
    } else {
      ++at;
    }
    if (secret.begin >= secret.end) continue;
    out.append(in.substr(copied, secret.begin - copied)).append(detail::redacted);
    copied = at = secret.end;
  }
  return out.append(in.substr(copied));
}

}  // namespace pawl::observe
