// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

namespace pawl {

/// A length of time in milliseconds that can be a template argument: `timeout<5_min>`.
///
/// Policies are written with it; at run time it becomes a std::chrono duration by itself, without
/// this header paying for `<chrono>`.
struct duration_ms {
  std::int64_t count = 0;

  friend constexpr auto operator<=>(const duration_ms&, const duration_ms&) = default;
  friend constexpr duration_ms operator-(duration_ms length) { return {-length.count}; }

  /// To a std::chrono duration that can hold every millisecond; a coarser one would round.
  template <class Duration>
    requires(Duration::period::den >= 1000 * Duration::period::num)
  constexpr operator Duration() const {
    return Duration(static_cast<typename Duration::rep>(
        count * (Duration::period::den / (1000 * Duration::period::num))));
  }
};

namespace literals {

consteval duration_ms operator""_ms(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
consteval duration_ms operator""_s(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1000};
}
consteval duration_ms operator""_min(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 60'000};
}
consteval duration_ms operator""_h(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 3'600'000};
}
consteval duration_ms operator""_d(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 86'400'000};
}

}  // namespace literals

/// A number of bytes that can be a template argument: `payload_limit<1_MiB>`.
struct byte_size {
  std::int64_t count = 0;

  friend constexpr auto operator<=>(const byte_size&, const byte_size&) = default;
};

namespace literals {

consteval byte_size operator""_B(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
consteval byte_size operator""_KiB(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1024};
}
consteval byte_size operator""_MiB(unsigned long long n) {
  return {static_cast<std::int64_t>(n) * 1024 * 1024};
}

}  // namespace literals
}  // namespace pawl
