// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle.hpp>

namespace pawl::lifecycles {

/// Jobs of platform services. A failed job waits in `failed` until its retry is due, and is
/// dead-lettered when no attempt is left or its error may not be retried.
struct service : lifecycle {
  static constexpr text name = "service";

  enum class state { pending, running, succeeded, failed, canceled, dead_lettered };
  enum class event { start, succeed, fail, lose, retry_due, cancel };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(pending), active(running), success(succeeded), waiting(failed), cancelled(canceled),
          dead(dead_lettered)),
    pending + on(start)                = running,
    pending + on(cancel)               = canceled,
    running + on(succeed)              = succeeded,
    running + on(fail)                 = failed,
    running + on(lose)                 = failed,
    running + on(cancel)               = canceled,
    failed  + on(retry_due)[may_retry] = pending,
    failed  + on(retry_due)            = dead_lettered);
  // clang-format on
};

}  // namespace pawl::lifecycles
