// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle.hpp>

namespace pawl::lifecycles {

/// Conversions, exports and AI tasks of a slide-deck service. A backoff wait stays in `running`.
struct deck : lifecycle {
  static constexpr text name = "deck";

  enum class state { pending, running, succeeded, failed, canceled };
  enum class event { start, succeed, fail, cancel, lose };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(pending), active(running), success(succeeded), failure(failed), cancelled(canceled)),
    pending + on(start)               = running,
    pending + on(cancel)              = canceled,
    running + on(succeed)             = succeeded,
    running + on(fail)[may_retry]     = running,
    running + on(fail)                = failed,
    running + on(cancel)              = canceled,
    running + on(lose)[attempts_left] = pending,
    running + on(lose)                = failed);
  // clang-format on
};

}  // namespace pawl::lifecycles
