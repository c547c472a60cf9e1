// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/sizes.hpp>

namespace pawl::testing {

/// The least payload limit: a byte of each.
struct payload_limit_archetype {
  static constexpr pawl::axis axis = pawl::axis::payload_limit;
  static constexpr byte_size input{1};
  static constexpr byte_size result{1};
  static constexpr byte_size summary{1};
};

/// The laws of a payload limit, as the first that it breaks; empty if it keeps them all.
template <payload_limit_policy P>
[[nodiscard]] constexpr text broken_payload_limit_law() {
  const auto within = [](byte_size size, byte_size most) { return size.count > 0 && size <= most; };
  if (!within(P::input, largest_payload)) return "an input has room, within reason";
  if (!within(P::result, largest_payload)) return "a result has room, within reason";
  if (!within(P::summary, largest_summary)) return "a summary is small";
  return {};
}

}  // namespace pawl::testing
