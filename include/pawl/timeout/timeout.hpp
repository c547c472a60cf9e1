// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/spoken.hpp>
#include <pawl/timeout/policy.hpp>

namespace pawl {

enum class timeout_part : unsigned char { rescue_after };

/// When a handler that ignores its stop token is given up, counted from the start of the attempt.
template <duration_ms Length>
struct rescue_after : private detail::sound_duration<"rescue_after", Length> {
  static constexpr auto part = timeout_part::rescue_after;
  static constexpr duration_ms length = Length;
};

namespace detail {

template <duration_ms Limit>
struct a_minute_later {
  static constexpr duration_ms length{or_one_second(Limit).count + 60'000};
};

template <duration_ms Limit, duration_ms Rescue>
struct rescue_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: rescue_after ";
    say_duration(out, Rescue);
    out << " is not later than timeout ";
    say_duration(out, Limit);
    out << "; give the handler time to heed its stop token";
  }
};

/// After a refused time any other is sound: one refusal is enough.
template <duration_ms Limit, duration_ms Rescue>
struct sound_rescue
    : demand<(Rescue > Limit || Rescue.count <= 0 || Limit.count <= 0 || Limit > longest_duration),
             rescue_sentence<Limit, Rescue>> {};

}  // namespace detail

/// An attempt may take this long; then its stop token fires, and a minute later (or at
/// `rescue_after<…>`) a handler that has not returned is given up.
template <duration_ms Limit, class... Parts>
struct timeout : private detail::sound_duration<"timeout", Limit>,
                 private detail::known_parts<"timeout", timeout_part, Parts...> {
  static constexpr pawl::axis axis = pawl::axis::timeout;
  static constexpr bool bounded = true;
  static constexpr duration_ms limit = Limit;
  static constexpr duration_ms rescue =
      detail::chosen_part<timeout_part::rescue_after, detail::a_minute_later<Limit>,
                          Parts...>::length;

 private:
  static_assert(sizeof(detail::sound_rescue<limit, rescue>) != 0);
};

/// An attempt may take for ever. Only by name: a worker slot that hangs is lost until a restart.
struct no_timeout {
  static constexpr pawl::axis axis = pawl::axis::timeout;
  static constexpr bool bounded = false;
  static constexpr duration_ms limit{};
  static constexpr duration_ms rescue{};
};

using default_timeout = timeout<duration_ms{600'000}>;

}  // namespace pawl
