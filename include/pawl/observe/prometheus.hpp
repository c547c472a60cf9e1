// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/codec/detail/utf8.hpp>
#include <pawl/observe/catalogue.hpp>
#include <pawl/observe/instruments.hpp>

namespace pawl::observe {

/// What answers a scrape with `prometheus()` says of itself.
inline constexpr std::string_view prometheus_content_type =
    "text/plain; version=0.0.4; charset=utf-8";

namespace detail {

/// Writes the Prometheus text format, version 0.0.4. Numbers are printed exactly and no locale is
/// asked.
class prometheus_text {
 public:
  using labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  void family(const metric_description& about) {
    name_ = about.name();
    put("# HELP ").put(name_).put(" ");
    escape(about.help, false);
    put("\n# TYPE ").put(name_).put(" ").put(name_of(about.type)).put("\n");
  }

  void sample(labels on, const counter& value) { line("", on, {}, value.value()); }
  void sample(labels on, const gauge& value) { line("", on, {}, value.value()); }

  /// The count is the sum of the buckets, so that a scrape in the middle of an update never
  /// contradicts itself.
  template <class Scale>
  void sample(labels on, const histogram<Scale>& value) {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < value.buckets; ++i) {
      count += value.count_in(i);
      std::string bound = "+Inf";
      if (i + 1 < value.buckets) bound = decimal(Scale::bounds[i], Scale::ticks_per_unit);
      line("_bucket", on, bound, count);
    }
    begin_line("_sum", on, {});
    put(decimal(value.sum(), Scale::ticks_per_unit)).put("\n");
    line("_count", on, {}, count);
  }

  [[nodiscard]] std::string finish() && { return std::move(out_); }

 private:
  prometheus_text& put(std::string_view part) {
    out_.append(part);
    return *this;
  }

  void line(std::string_view suffix, labels on, std::string_view bound, std::integral auto value) {
    begin_line(suffix, on, bound);
    put(digits(value)).put("\n");
  }
  void begin_line(std::string_view suffix, labels on, std::string_view bound) {
    put(name_).put(suffix);
    char before = '{';
    const auto label = [&](std::string_view name, std::string_view value) {
      out_.push_back(std::exchange(before, ','));
      put(name).put("=\"");
      escape(value, true);
      put("\"");
    };
    for (const auto& [name, value] : on) label(name, value);
    if (!bound.empty()) label("le", bound);
    put(before == '{' ? " " : "} ");
  }

  /// Bytes that are no UTF-8 would make the whole scrape unreadable; they become U+FFFD.
  void escape(std::string_view value, bool in_quotes) {
    const char* at = value.data();
    const char* const end = at + value.size();
    while (at != end) {
      const std::size_t sequence =
          static_cast<unsigned char>(*at) < 0x80 ? 1 : pawl::detail::codec::utf8_sequence(at, end);
      if (*at == '\\')
        put("\\\\");
      else if (*at == '\n')
        put("\\n");
      else if (*at == '"' && in_quotes)
        put("\\\"");
      else if (sequence == 0)
        put("\xEF\xBF\xBD");
      else
        put({at, sequence});
      at += sequence == 0 ? 1 : sequence;
    }
  }

  static std::string digits(std::integral auto value) {
    char room[24];
    return {room, std::to_chars(room, room + sizeof room, value).ptr};
  }
  /// `ticks / per_unit`, which is a power of ten, without a rounding.
  static std::string decimal(std::uint64_t ticks, std::uint64_t per_unit) {
    std::string out = digits(ticks / per_unit);
    std::uint64_t rest = ticks % per_unit;
    if (rest == 0) return out;
    out.push_back('.');
    for (; rest != 0; rest %= per_unit) {
      per_unit /= 10;
      out.push_back(static_cast<char>('0' + rest / per_unit));
    }
    return out;
  }

  std::string out_;
  std::string_view name_;
};

}  // namespace detail
}  // namespace pawl::observe
