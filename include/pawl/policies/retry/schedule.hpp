// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/compose.hpp>
#include <pawl/policies/backoff/delay.hpp>
#include <pawl/policies/backoff/plan.hpp>
#include <pawl/policies/retry/policy.hpp>

/// The delays of a retry policy, for people: which attempt is followed by which wait.

namespace pawl {

/// Attempts that are followed by the same wait.
struct schedule_row {
  unsigned first = 1;
  unsigned last = 1;
  delay_bounds wait{};

  friend constexpr bool operator==(const schedule_row&, const schedule_row&) = default;
};

/// Calls `see(row)` for each run of attempts with the same wait, at most `most` times; answers
/// whether that was all. The last attempt has no row: nothing follows it.
template <class See>
constexpr bool each_wait(const retry_settings& settings, See see, unsigned most = 32) {
  const unsigned last = settings.max_attempts == 0 ? 0 : settings.max_attempts - 1;
  unsigned rows = 0;
  for (unsigned next = 1; next <= last; ++rows) {
    if (rows == most) return false;
    schedule_row row{next, next, bounds(settings.plan, next)};
    // Waits never shrink, so the end of a run is found by halving.
    for (unsigned after = last; row.last < after;) {
      const unsigned middle = row.last + (after - row.last + 1) / 2;
      if (bounds(settings.plan, middle) == row.wait)
        row.last = middle;
      else
        after = middle - 1;
    }
    see(row);
    next = row.last + 1;
  }
  return true;
}

/// Writes `0 ms–2 s`, or `1 s` where every job waits equally long.
constexpr void write_wait(auto& out, const delay_bounds& wait) {
  detail::say_duration(out, wait.min);
  if (wait.min == wait.max) return;
  out << text("–");
  detail::say_duration(out, wait.max);
}

namespace detail {

constexpr void write_attempts(auto& out, const schedule_row& row) {
  say_number(out, row.first);
  if (row.first == row.last) return;
  out << text("–");
  say_number(out, row.last);
}

}  // namespace detail

/// Writes a line for each wait, `attempt 1 → wait 0 ms–2 s`, and one for the last attempt.
constexpr void write_schedule(auto& out, const retry_settings& settings) {
  const bool all = each_wait(settings, [&out](const schedule_row& row) {
    out << text(row.first == row.last ? "attempt " : "attempts ");
    detail::write_attempts(out, row);
    out << text(" → wait ");
    write_wait(out, row.wait);
    out << text("\n");
  });
  if (!all) out << text("…\n");
  out << text("attempt ");
  detail::say_number(out, settings.max_attempts);
  out << text(" → the last\n");
}

namespace detail {

template <class Retry>
struct schedule_text {
  static constexpr void write(auto& out) { write_schedule(out, settings_of<Retry>); }
};

template <class Retry>
struct schedule_markdown {
  static constexpr void write(auto& out) {
    out << text("| failed attempt | wait before the next |\n|---|---|\n");
    const bool all = each_wait(settings_of<Retry>, [&out](const schedule_row& row) {
      out << text("| ");
      write_attempts(out, row);
      out << text(" | ");
      write_wait(out, row.wait);
      out << text(" |\n");
    });
    if (!all) out << text("| … | … |\n");
    out << text("| ");
    say_number(out, Retry::max_attempts);
    out << text(" | none: it was the last |\n");
  }
};

}  // namespace detail

namespace render {

/// The delays of a policy, a line each; a constant of the program.
template <retry_policy Retry>
constexpr text schedule() {
  return pawl::detail::composed<pawl::detail::schedule_text<Retry>>;
}

/// The delays of a policy as a Markdown table.
template <retry_policy Retry>
constexpr text markdown_schedule() {
  return pawl::detail::composed<pawl::detail::schedule_markdown<Retry>>;
}

}  // namespace render
}  // namespace pawl
