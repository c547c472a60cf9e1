// SPDX-License-Identifier: BSL-1.0
// Payload types that the codec's tests share, and random values of them.
#pragma once

#include <pawl/codec/reflect.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace payloads {

enum class color : std::uint8_t { red, green, blue };

struct point {
  std::int32_t x{};
  std::int32_t y{};
  friend bool operator==(const point&, const point&) = default;
};
struct email {
  std::string to;
  std::optional<std::string> cc;
  friend bool operator==(const email&, const email&) = default;
};
struct tree {
  std::int16_t value{};
  std::vector<tree> children;
  friend bool operator==(const tree&, const tree&) = default;
};
struct nothing_at_all {
  friend bool operator==(const nothing_at_all&, const nothing_at_all&) = default;
};

/// One member of every shape there is.
struct everything {
  bool flag{};
  std::int8_t i8{};
  std::uint8_t u8{};
  std::int16_t i16{};
  std::uint16_t u16{};
  std::int32_t i32{};
  std::uint32_t u32{};
  std::int64_t i64{};
  std::uint64_t u64{};
  float single{};
  double real{};
  color paint{};
  std::string text;
  std::chrono::milliseconds delay{};
  std::chrono::duration<double> elapsed{};
  std::chrono::sys_time<std::chrono::microseconds> when{};
  std::optional<point> maybe;
  std::variant<std::monostate, point, email, std::string> choice;
  std::vector<point> points;
  std::vector<bool> bits;
  std::deque<std::optional<std::int32_t>> holes;
  std::array<std::uint16_t, 3> triple{};
  std::set<std::string> words;
  std::map<std::string, double> measures;
  std::unordered_map<std::string, std::vector<std::int64_t>> groups;
  std::pair<std::string, bool> entry;
  std::tuple<std::int32_t, point> mixed;
  tree root;
  nothing_at_all empty;
  friend bool operator==(const everything&, const everything&) = default;
};

}  // namespace payloads

namespace payloads {

/// Random values, edge cases often among them. The seed decides everything.
class generator {
 public:
  explicit generator(std::uint32_t seed) : engine_(seed) {}

  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
  bool chance() { return below(2) == 0; }

  template <class T>
  T integer() {
    switch (below(6)) {
      case 0:
        return std::numeric_limits<T>::min();
      case 1:
        return std::numeric_limits<T>::max();
      case 2:
        return static_cast<T>(below(20));
      default:
        return static_cast<T>(engine_());
    }
  }

  template <class T>
  T floating() {
    for (;;) {
      using bits_type = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
      const auto bits = static_cast<bits_type>(engine_());
      T value{};
      std::memcpy(&value, &bits, sizeof value);
      switch (below(6)) {
        case 0:
          return std::numeric_limits<T>::denorm_min();
        case 1:
          return std::numeric_limits<T>::max();
        case 2:
          return static_cast<T>(below(1000)) / 8;
        default:
          break;
      }
      if (std::isfinite(value)) return value;
    }
  }

  std::string string() {
    static const char* const parts[] = {"a",    "Zoë",  "\"",   "\\", "/", "\n", "\x01",
                                        "\x1f", "\x7f", "日本", "𝄞",  " ", "~1", "key"};
    std::string result;
    for (std::size_t i = below(8); i != 0; --i) result += parts[below(std::size(parts))];
    return result;
  }

  point a_point() { return {integer<std::int32_t>(), integer<std::int32_t>()}; }

  tree a_tree(int levels) {
    tree result{integer<std::int16_t>(), {}};
    if (levels > 0)
      for (std::size_t i = below(3); i != 0; --i) result.children.push_back(a_tree(levels - 1));
    return result;
  }

  everything all() {
    everything e;
    e.flag = chance();
    e.i8 = integer<std::int8_t>();
    e.u8 = integer<std::uint8_t>();
    e.i16 = integer<std::int16_t>();
    e.u16 = integer<std::uint16_t>();
    e.i32 = integer<std::int32_t>();
    e.u32 = integer<std::uint32_t>();
    e.i64 = integer<std::int64_t>();
    e.u64 = integer<std::uint64_t>();
    e.single = floating<float>();
    e.real = floating<double>();
    e.paint = static_cast<color>(below(3));
    e.text = string();
    e.delay = std::chrono::milliseconds{integer<std::int64_t>()};
    e.elapsed = std::chrono::duration<double>{floating<double>()};
    // The years 0000 to 9999 are what RFC 3339 can say.
    e.when = std::chrono::sys_time<std::chrono::microseconds>{std::chrono::microseconds{
        -62'167'219'200'000'000 + static_cast<std::int64_t>(engine_() % 315'569'520'000'000'000)}};
    if (chance()) e.maybe = a_point();
    switch (below(4)) {
      case 0:
        break;
      case 1:
        e.choice = a_point();
        break;
      case 2:
        e.choice = email{string(), chance() ? std::optional(string()) : std::nullopt};
        break;
      default:
        e.choice = string();
        break;
    }
    for (std::size_t i = below(4); i != 0; --i) e.points.push_back(a_point());
    for (std::size_t i = below(9); i != 0; --i) e.bits.push_back(chance());
    for (std::size_t i = below(4); i != 0; --i)
      e.holes.push_back(chance() ? std::optional(integer<std::int32_t>()) : std::nullopt);
    for (auto& part : e.triple) part = integer<std::uint16_t>();
    for (std::size_t i = below(4); i != 0; --i) e.words.insert(string());
    for (std::size_t i = below(4); i != 0; --i) e.measures[string()] = floating<double>();
    for (std::size_t i = below(4); i != 0; --i) e.groups[string()] = {integer<std::int64_t>(), 0};
    e.entry = {string(), chance()};
    e.mixed = {integer<std::int32_t>(), a_point()};
    e.root = a_tree(3);
    return e;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace payloads
