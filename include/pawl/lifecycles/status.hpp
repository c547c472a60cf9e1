// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle.hpp>

namespace pawl::lifecycles {

/// The uniform status contract of asynchronous endpoints. A job that runs out of attempts is
/// `Poisoned`.
struct status : lifecycle {
  static constexpr text name = "status";
  static constexpr bool has_subject = true;  ///< a job type names what its jobs are about

  enum class state { Queued, Running, Completed, Failed, Poisoned, Cancelled };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(ready(Queued), active(Running), success(Completed), failure(Failed), dead(Poisoned),
          cancelled(Cancelled)),
    Queued  + on(start)               = Running,
    Queued  + on(cancel)              = Cancelled,
    Running + on(succeed)             = Completed,
    Running + on(fail)[may_retry]     = Running,
    Running + on(fail)[exhausted]     = Poisoned,
    Running + on(fail)                = Failed,
    Running + on(lose)[attempts_left] = Running,
    Running + on(lose)                = Poisoned,
    Running + on(cancel)              = Cancelled);
  // clang-format on
};

}  // namespace pawl::lifecycles
