// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/limits/policy.hpp>

namespace pawl {

/// A rate as the generic cell rate algorithm wants it: in nanoseconds, rounded so that it never
/// allows more than was declared.
struct gcra_parameters {
  std::int64_t interval_ns = 0;   ///< between two submissions in the long run
  std::int64_t tolerance_ns = 0;  ///< `burst` intervals: how far ahead of its rate a key may be

  constexpr gcra_parameters(int count, duration_ms window, int burst)
      : interval_ns((window.count * 1'000'000 + count - 1) / count),
        tolerance_ns(interval_ns * burst) {}
};

/// The parameters of a declared rate, or of the count that an operator configured instead. A burst
/// that was the whole count stays the whole count; any other is at most the new one.
[[nodiscard]] constexpr gcra_parameters rate_of(const limit_description& limit, int count) {
  const bool whole = limit.burst == limit.count || limit.burst > count;
  return {count, limit.window, whole ? count : limit.burst};
}
[[nodiscard]] constexpr gcra_parameters rate_of(const limit_description& limit) {
  return rate_of(limit, limit.count);
}

/// What is stored for one key: when it will have made up for everything it has sent. Nanoseconds
/// since the epoch, so that it keeps its meaning when the rate is declared anew.
struct gcra_state {
  std::int64_t even_at_ns = 0;

  friend constexpr bool operator==(const gcra_state&, const gcra_state&) = default;
};

struct gcra_answer {
  bool allowed = false;
  gcra_state state{};         ///< to store; unchanged if refused
  duration_ms retry_after{};  ///< if refused: the first millisecond at which it would be allowed
};

/// Whether one more submission is allowed `now`, in milliseconds since the epoch. Pure and exact.
///
/// In any span of length `window`, ends not both included, at most `count + burst - 1` are
/// allowed: at most `count` with a burst of 1. A submitter that keeps the interval is never
/// refused. A clock that was set back costs a key at most `burst` intervals.
[[nodiscard]] constexpr gcra_answer gcra(gcra_state state, duration_ms now,
                                         const gcra_parameters& rate) {
  const std::int64_t now_ns = now.count * 1'000'000;
  const std::int64_t latest = now_ns + rate.tolerance_ns;
  const std::int64_t owed_until = state.even_at_ns < now_ns ? now_ns : state.even_at_ns;
  // Beyond `latest` only if the clock was set back, or the rate declared anew.
  const std::int64_t next = (owed_until < latest ? owed_until : latest) + rate.interval_ns;
  if (next <= latest) return {true, {next}, {}};
  return {false, state, {(next - latest + 999'999) / 1'000'000}};
}

}  // namespace pawl
