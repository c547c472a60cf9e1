// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <pawl/job/record.hpp>

namespace pawl {

/// An event from outside that would lead a job to a state which its handler guards: what the
/// handler's `may_enter` is shown.
struct arrival {
  /// The job as it is stored, in the state that it would leave. What comes with the event is among
  /// its artifacts already: as versions that are kept if the event is taken.
  const job_record& job;
  std::string_view event{};     ///< of the lifecycle; empty if the caller named the state only
  std::string_view event_id{};  ///< empty: none
  const principal& by;          ///< who raises it
};

}  // namespace pawl
