// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>

namespace pawl::detail {

/// Several rules about one subject, of which the first broken one is reported and no other is even
/// looked at. A rule has `holds` and the sentence it is refused with, `write(out)`.
template <class... Rules>
struct all_of {};
template <class First, class... Rest>
struct all_of<First, Rest...> {
  static consteval auto judge() {
    if constexpr (First::holds)
      return all_of<Rest...>{};
    else
      return demand<false, First>{};
  }
  using type = decltype(judge());
  static_assert(sizeof(type) != 0);
};

}  // namespace pawl::detail
