// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <cstdint>

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_is_ephemeral = says<decltype(P::is_ephemeral), bool>;
template <class P>
concept has_capacity = says<decltype(P::capacity), std::int64_t>;

}  // namespace detail

/// Whether a job survives its process.
///
/// **Requirements.** Unless `is_ephemeral`, the job is stored durably before its submission
/// returns, and `capacity` is 0. If it is, the job lives in this process only, without any database
/// write, and `capacity`, at least 1, is how many such jobs may wait.
/// **Called when.** At submission, and when the service chooses a store for the job type.
/// **Failure.** A capacity out of range does not compile. A submission to a full queue is refused
/// with a backpressure error.
/// **Thread safety.** Constants.
/// **Example.** `durable`, `ephemeral<capacity<1000>>`.
template <class P>
concept durability_policy =
    detail::on_axis<P, axis::durability> && detail::has_is_ephemeral<P> && detail::has_capacity<P>;

enum class ephemeral_part : unsigned char { capacity };

/// How many ephemeral jobs of a type may wait.
// clang-format off: clang shows the line of the parameters
template <std::int64_t Count> requires detail::takes<"pawl: capacity takes a number of jobs, as in capacity<1000>">
// clang-format on
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
// clang-format off: clang shows the line of the parameters
template <class... Parts> requires detail::takes<"pawl: ephemeral takes parts such as capacity<1000>">
// clang-format on
struct ephemeral : private detail::known_parts<"ephemeral", ephemeral_part, Parts...> {
  static constexpr pawl::axis axis = pawl::axis::durability;
  static constexpr bool is_ephemeral = true;
  static constexpr std::int64_t capacity =
      detail::chosen_part<ephemeral_part::capacity, pawl::capacity<1000>, Parts...>::count;
};

using default_durability = durable;

}  // namespace pawl
