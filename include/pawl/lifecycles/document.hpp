// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle.hpp>

namespace pawl::lifecycles {

/// Crypto-blind document processing. A retry waits in `RETRYING` and goes back through the queue;
/// `abort` is how the system fails a queued job, for want of resources for instance.
struct document : lifecycle {
  static constexpr text name = "document";

  enum class state { CREATED, QUEUED, RUNNING, SUCCEEDED, FAILED, RETRYING };
  enum class event { submit, start, succeed, fail, lose, retry_due, cancel, abort };
  using enum state;
  using enum event;

  // clang-format off
  static constexpr auto table = transitions(
    kinds(dormant(CREATED), ready(QUEUED), active(RUNNING), waiting(RETRYING), success(SUCCEEDED),
          failure(FAILED)),
    CREATED  + on(submit)              = QUEUED,
    QUEUED   + on(start)               = RUNNING,
    QUEUED   + on(cancel)              = FAILED,
    QUEUED   + on(abort)               = FAILED,
    RUNNING  + on(succeed)             = SUCCEEDED,
    RUNNING  + on(fail)[may_retry]     = RETRYING,
    RUNNING  + on(fail)                = FAILED,
    RUNNING  + on(lose)[attempts_left] = RETRYING,
    RUNNING  + on(lose)                = FAILED,
    RUNNING  + on(cancel)              = FAILED,
    RETRYING + on(retry_due)           = QUEUED);
  // clang-format on
};

}  // namespace pawl::lifecycles
