// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle.hpp>
#include <pawl/lifecycle/restore.hpp>

namespace support {

/// A lifecycle that uses every word of the declaration: kinds, guards of its own and standard ones,
/// live rows behind guarded rows, events from outside.
struct turnstile : pawl::lifecycle {
  static constexpr pawl::text name = "turnstile";

  enum class state { idle, turning, jammed, passed, broken, closed };
  enum class event { start, succeed, fail, lose, retry_due, repair, cancel };
  using enum state;
  using enum event;

  static constexpr pawl::former<state> former_names[] = {{"waiting_for_coin", idle},
                                                         {"stuck", jammed}};

  static constexpr pawl::guard is_jam{"is_jam",
                                      [](const pawl::facts& f) { return f.error == "jam"; }};

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(idle), active(turning), waiting(jammed), success(passed), failure(broken), cancelled(closed)),
    idle    + on(start)                 = turning,
    turning + on(succeed)               = passed,
    turning + on(fail)[is_jam]          = jammed,
    turning + on(fail)[may_retry]       = turning,
    turning + on(fail)                  = broken,
    turning + on(lose)                  = broken,
    jammed  + on(retry_due)             = idle,
    jammed  + on(repair)                = idle,
    jammed  + on(cancel)[attempts_left] = broken,
    live    + on(cancel)                = closed);
  // clang-format on
};

}  // namespace support
