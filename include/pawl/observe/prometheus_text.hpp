// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

#include <pawl/codec/detail/utf8.hpp>
#include <pawl/detail/append.hpp>
#include <pawl/detail/decimal.hpp>
#include <pawl/fmt.hpp>
#include <pawl/observe/catalogue.hpp>
#include <pawl/observe/instruments.hpp>

namespace pawl::observe::detail {

/// Writes the Prometheus text format, version 0.0.4. Numbers are printed exactly and no locale is
/// asked.
class prometheus_text {
 public:
  using labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  void family(const metric_description& about) {
    name_ = about.name();
    add("# HELP {} {}\n", name_, escaped(about.help, false));
    add("# TYPE {} {}\n", name_, about.type);
  }

  void sample(labels on, const counter& value) { line("", spelled(on), value.value()); }
  void sample(labels on, const gauge& value) { line("", spelled(on), value.value()); }
  void sample(labels on, double value) { line("", spelled(on), value); }

  /// The count is the sum of the buckets, so that a scrape in the middle of an update never
  /// contradicts itself.
  template <class Scale>
  void sample(labels on, const histogram<Scale>& value) {
    const std::string label = spelled(on);
    const std::string_view comma = label.empty() ? "" : ",";
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < value.buckets; ++i) {
      count += value.count_in(i);
      const std::string bound =
          i + 1 < value.buckets ? fraction(Scale::bounds[i], Scale::ticks_per_unit) : "+Inf";
      line("_bucket", fmt::format(R"({}{}le="{}")", label, comma, bound), count);
    }
    line("_sum", label, fraction(value.sum(), Scale::ticks_per_unit));
    line("_count", label, count);
  }

  [[nodiscard]] std::string finish() && { return std::move(out_); }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> how, Values&&... values) {
    fmt::format_to(std::back_inserter(out_), how, std::forward<Values>(values)...);
  }
  template <class Value>
  void line(std::string_view suffix, const std::string& label, const Value& value) {
    if (label.empty())
      add("{}{} {}\n", name_, suffix, value);
    else
      add("{}{}{{{}}} {}\n", name_, suffix, label, value);
  }

  /// `job_type="deck.convert",outcome="failed"`
  static std::string spelled(labels on) {
    std::string out;
    for (const auto& [name, value] : on)
      fmt::format_to(std::back_inserter(out), R"({}{}="{}")", out.empty() ? "" : ",", name,
                     escaped(value, true));
    return out;
  }

  /// Bytes that are no UTF-8 would make the whole scrape unreadable; they become U+FFFD.
  static std::string escaped(std::string_view value, bool in_quotes) {
    std::string out;
    const char* at = value.data();
    const char* const end = at + value.size();
    while (at != end) {
      const std::size_t length = pawl::detail::codec::character_length(at, end);
      if (*at == '\\' || (*at == '"' && in_quotes))
        out.append({'\\', *at});
      else if (*at == '\n')
        out.append("\\n");
      else if (length == 0)
        out.append(std::string_view(pawl::detail::codec::replacement_character));
      else
        out.append(at, length);
      at += length == 0 ? 1 : length;
    }
    return out;
  }

  static std::string fraction(std::uint64_t ticks, std::uint64_t per_unit) {
    std::string digits;
    pawl::detail::append out{digits};
    pawl::detail::say_fraction(out, ticks, per_unit);
    return digits;
  }

  std::string out_;
  std::string_view name_;
};

}  // namespace pawl::observe::detail
