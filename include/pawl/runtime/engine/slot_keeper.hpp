// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/durations.hpp>
#include <pawl/detail/light_ptr.hpp>
#include <pawl/storage/schedule.hpp>

namespace pawl::runtime {

class engine_core;

/// The part of an engine that fires schedules. Only one with a job type that may be scheduled has
/// it: `runner::make_slot_keeper` makes it, so that others need not know how.
///
/// All its members are for the dispatcher's thread, but `declare`, which comes before it.
class slot_keeper {
 public:
  slot_keeper() = default;
  slot_keeper(const slot_keeper&) = delete;
  slot_keeper& operator=(const slot_keeper&) = delete;
  virtual ~slot_keeper() = default;

  /// Writes the schedules of the job types into the store; or says which of them cannot be kept.
  virtual storage::result<void> declare() = 0;
  /// Fires what is due, if it is time to look. True if there are new jobs.
  virtual bool once() = 0;
  /// When to look again, by the store's `elapsed`.
  [[nodiscard]] virtual std::chrono::milliseconds next_look() = 0;
};

[[nodiscard]] pawl::detail::light_ptr<slot_keeper> make_slot_keeper(engine_core& core);

}  // namespace pawl::runtime
