// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/limits/gcra.hpp>
#include <pawl/policies/limits/key.hpp>

namespace pawl::testing {

/// The least limit: one job at a time.
struct limit_archetype {
  using key = by::global;
  static constexpr limit_description description{.name = "one", .key = "global"};
};

/// The least list of limits that has one.
struct limits_archetype {
  static constexpr pawl::axis axis = pawl::axis::limits;
  static constexpr slice<limit_description> all() { return {&limit_archetype::description, 1}; }
  static constexpr void for_each(auto&& f) { f(limit_archetype{}); }
};

/// The laws of a list of limits, as the first that it breaks; empty if it keeps them all.
template <limits_policy P>
[[nodiscard]] constexpr text broken_limits_law() {
  const slice<limit_description> all = P::all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const limit_description& each = all[i];
    if (!pawl::detail::is_identifier(each.name)) return "a limit is named by an identifier";
    for (std::size_t before = 0; before < i; ++before)
      if (all[before].name == each.name) return "each limit has its own name";
    if (each.key.empty()) return "a limit counts by something";
    if (each.count < 1) return "a limit allows something";
    if (!each.accepts(each.count)) return "the declared count may be configured";
    if (each.accepts(0) || each.accepts(each.most + 1)) return "only counts in range are accepted";
    if (each.kind == limit_kind::rate && each.point != limit_point::at_submit)
      return "a rate is checked at submission";
    if ((each.kind == limit_kind::rate) != (each.window.count > 0))
      return "a rate has a window, and nothing else has";
    if ((each.kind == limit_kind::rate) != (each.burst >= 1)) return "a rate has a burst";
    if (each.burst > each.count) return "a burst is part of the count";
  }
  std::size_t at = 0;
  bool in_order = true;
  P::for_each([&](auto limit) {
    in_order = in_order && at < all.size() && all[at].name == decltype(limit)::description.name;
    ++at;
  });
  if (!in_order || at != all.size()) return "each limit is visited once, in order";
  return {};
}

/// The laws of a rate, over submissions whose gaps, in milliseconds, the given list repeats; as the
/// first that is broken, empty if all are kept. Looks at every window.
template <std::size_t Gaps>
[[nodiscard]] constexpr text broken_rate_law(int count, duration_ms window, int burst,
                                             const int (&gaps)[Gaps]) {
  constexpr std::size_t most = 400;
  std::int64_t allowed_at[most]{};
  std::size_t allowed = 0;
  const gcra_parameters rate(count, window, burst);
  gcra_state state{};
  std::int64_t now = 1'700'000'000'000;
  for (std::size_t i = 0; i < most; ++i, now += gaps[i % Gaps]) {
    const gcra_answer answer = gcra(state, {now}, rate);
    if (answer.allowed) {
      if (answer.retry_after.count != 0) return "who is allowed need not wait";
      allowed_at[allowed++] = now;
      state = answer.state;
      continue;
    }
    if (!(answer.state == state)) return "a refused submission changes nothing";
    const std::int64_t wait = answer.retry_after.count;
    if (wait < 1) return "who is refused is told to wait";
    if (!gcra(state, {now + wait}, rate).allowed) return "who waited as told is allowed";
    if (gcra(state, {now + wait - 1}, rate).allowed) return "nobody is told to wait too long";
  }
  for (std::size_t first = 0; first < allowed; ++first) {
    std::size_t last = first;
    while (last < allowed && allowed_at[last] < allowed_at[first] + window.count) ++last;
    if (last - first > static_cast<std::size_t>(count + burst - 1))
      return "no window has more than the count and its burst";
  }
  return {};
}

}  // namespace pawl::testing
