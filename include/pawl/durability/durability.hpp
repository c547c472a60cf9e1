// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/spoken.hpp>
#include <pawl/durability/policy.hpp>

namespace pawl {

enum class ephemeral_part : unsigned char { capacity };

/// How many ephemeral jobs of a type may wait.
template <std::int64_t Count>
struct capacity : private detail::sound_count<"capacity", Count, 10'000'000> {
  static constexpr auto part = ephemeral_part::capacity;
  static constexpr std::int64_t count = Count;
};

/// The job is stored before its submission returns, and survives its process; the default.
struct durable {
  static constexpr pawl::axis axis = pawl::axis::durability;
  static constexpr bool is_ephemeral = false;
  static constexpr std::int64_t capacity = 0;
};

/// The job lives in memory and is gone with its process. At most 1000 wait, or as many as
/// `capacity<…>` says; one more is refused.
template <class... Parts>
struct ephemeral : private detail::known_parts<"ephemeral", ephemeral_part, Parts...> {
  static constexpr pawl::axis axis = pawl::axis::durability;
  static constexpr bool is_ephemeral = true;
  static constexpr std::int64_t capacity =
      detail::chosen_part<ephemeral_part::capacity, pawl::capacity<1000>, Parts...>::count;
};

using default_durability = durable;

}  // namespace pawl
