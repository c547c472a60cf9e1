// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <pawl/clock.hpp>
#include <pawl/codec/detail/escape.hpp>
#include <pawl/codec/detail/utf8.hpp>
#include <pawl/codec/time.hpp>
#include <pawl/job/id.hpp>

namespace pawl::http {

/// Writes JSON from the front to the back. Commas come by themselves. Text that is not UTF-8, which
/// only a damaged store holds, is shown with U+FFFD in its place: an answer is always JSON.
class json_out {
 public:
  explicit json_out(std::string& to) : out_(&to) {}

  void open(char bracket) {
    separate();
    *out_ += bracket;
  }
  void close(char bracket) { *out_ += bracket; }
  /// A name of ours, which needs no escaping.
  void key(text name) {
    separate();
    out_->append(1, '"').append(name.data(), name.size()).append("\":", 2);
  }

  void raw(std::string_view json) {
    separate();
    *out_ += json;
  }
  void value(std::nullptr_t) { raw("null"); }
  void value(bool yes) { raw(yes ? "true" : "false"); }
  template <std::integral Number>
  void value(Number number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    raw({digits, static_cast<std::size_t>(end - digits)});
  }
  void value(std::string_view string) {
    separate();
    *out_ += '"';
    const char* at = string.data();
    const char* const end = at + string.size();
    while (at != end) {
      const char* const run = at;
      while (at != end && is_plain(*at)) ++at;
      out_->append(run, at);
      if (at == end) break;
      const auto c = static_cast<unsigned char>(*at);
      if (c < 0x80) {
        const escape_text escaped(c);
        *out_ += std::string_view(escaped.view());
        ++at;
      } else if (const std::size_t length = pawl::detail::codec::utf8_sequence(at, end);
                 length != 0) {
        out_->append(at, length);
        at += length;
      } else {
        *out_ += "\\ufffd";
        ++at;
      }
    }
    *out_ += '"';
  }
  void value(const std::string& string) { value(std::string_view(string)); }
  void value(text string) { value(std::string_view(string)); }
  void value(const char* string) { value(std::string_view(string)); }
  void value(const job_id& id) {
    separate();
    *out_ += '"';
    append(id);
    *out_ += '"';
  }
  /// An id as a part of a text that is being written.
  void append(const job_id& id) { *out_ += pawl::detail::id_text(id).view(); }
  void value(instant at) {
    pawl::detail::codec::time_text printed;
    if (pawl::detail::codec::print_time(at, printed))
      value(printed.view());
    else
      value(nullptr);
  }
  template <class T>
  void value(const std::optional<T>& maybe) {
    if (maybe)
      value(*maybe);
    else
      value(nullptr);
  }
  void value(const std::map<std::string, std::string>& entries) {
    open('{');
    for (const auto& [name, each] : entries) {
      value(name);
      *out_ += ':';
      value(each);
    }
    close('}');
  }

  template <class T>
  void member(text name, const T& of) {
    key(name);
    value(of);
  }

 private:
  using escape_text = pawl::detail::codec::json_escape;

  /// Characters that stand for themselves.
  static constexpr std::array<bool, 256> plain_characters = [] {
    std::array<bool, 256> out{};
    for (std::size_t c = 0x20; c < 0x7f; ++c) out[c] = c != '"' && c != '\\';
    return out;
  }();
  static constexpr bool is_plain(char c) { return plain_characters[static_cast<unsigned char>(c)]; }

  /// Behind an opening bracket or a key nothing separates.
  void separate() {
    if (out_->empty()) return;
    const char last = out_->back();
    if (last != '{' && last != '[' && last != ':') *out_ += ',';
  }

  std::string* out_;
};

}  // namespace pawl::http
