// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/plan.hpp>
#include <pawl/text.hpp>

/// Numbers and durations in words, for sentences that the compiler writes.

namespace pawl {

constexpr void write_number(auto& out, std::uint64_t number) {
  char digits[20]{};
  std::size_t begin = sizeof digits;
  do {
    digits[--begin] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  out << text(digits + begin, sizeof digits - begin);
}

/// In the largest unit that needs no fraction: `30 s`, `1500 ms`, `5 min`, `7 d`.
constexpr void write_duration(auto& out, duration_ms duration) {
  struct unit {
    std::int64_t length;
    text name;
  };
  constexpr unit units[] = {
      {86'400'000, " d"}, {3'600'000, " h"}, {60'000, " min"}, {1000, " s"}, {1, " ms"}};
  if (duration.count < 0) out << text("-");
  for (const unit& each : units)
    if (each.length == 1 || (duration.count != 0 && duration.count % each.length == 0)) {
      const std::int64_t count = duration.count / each.length;
      // Negated after the conversion: the least duration has no positive counterpart.
      const auto size = static_cast<std::uint64_t>(count);
      write_number(out, count < 0 ? 0 - size : size);
      out << each.name;
      return;
    }
}

/// `2`, `1.5`, `1.001`.
constexpr void write_factor(auto& out, factor value) {
  write_number(out, value.permille / 1000);
  std::uint32_t rest = value.permille % 1000;
  if (rest != 0) out << text(".");
  for (std::uint32_t place = 100; rest != 0; place /= 10) {
    write_number(out, rest / place);
    rest %= place;
  }
}

}  // namespace pawl
