// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/backoff/plan.hpp>
#include <pawl/detail/spoken.hpp>

namespace pawl {

/// A factor in a sentence, without needless zeros: `2`, `1.5`, `1.001`.
constexpr void write_factor(auto& out, factor value) {
  detail::say_number(out, value.permille / 1000);
  std::uint32_t rest = value.permille % 1000;
  if (rest != 0) out << '.';
  for (std::uint32_t place = 100; rest != 0; place /= 10) {
    detail::say_number(out, rest / place);
    rest %= place;
  }
}

}  // namespace pawl
