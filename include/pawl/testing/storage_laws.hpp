// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/backlog.hpp>
#include <pawl/testing/storage/bounds.hpp>
#include <pawl/testing/storage/callbacks.hpp>
#include <pawl/testing/storage/cancelling.hpp>
#include <pawl/testing/storage/children.hpp>
#include <pawl/testing/storage/claiming.hpp>
#include <pawl/testing/storage/controlling.hpp>
#include <pawl/testing/storage/dead_letters.hpp>
#include <pawl/testing/storage/dependencies.hpp>
#include <pawl/testing/storage/elsewhere.hpp>
#include <pawl/testing/storage/endings.hpp>
#include <pawl/testing/storage/history.hpp>
#include <pawl/testing/storage/keeping.hpp>
#include <pawl/testing/storage/leases.hpp>
#include <pawl/testing/storage/limits.hpp>
#include <pawl/testing/storage/outside.hpp>
#include <pawl/testing/storage/places.hpp>
#include <pawl/testing/storage/schedules.hpp>
#include <pawl/testing/storage/settling.hpp>
#include <pawl/testing/storage/submission.hpp>
#include <pawl/testing/storage/summaries.hpp>
#include <pawl/testing/storage/tenancy.hpp>
#include <pawl/testing/storage/time.hpp>
#include <pawl/testing/storage/together.hpp>
#include <pawl/testing/storage/triggers.hpp>
#include <pawl/testing/storage/uniqueness.hpp>

namespace pawl::testing {

/// The laws of a storage, all of them, each on a store of its own.
///
/// `make(manual_clock)` makes an empty store that tells the clock's time, and gives something that
/// points to it: a `std::unique_ptr`, for instance. `report(law, how)` is called for each law that
/// is broken. Answers how many laws there are.
///
///     const auto make = [](auto clock) { return std::make_unique<my_store>(clock); };
///     pawl::testing::storage_laws(make, [](const char* law, const std::string& how) {
///       std::cerr << law << ": " << how << '\n';
///     });
template <class Make, class Report>
std::size_t storage_laws(Make&& make, Report&& report) {
  std::size_t count = 0;
  const auto run = [&](std::span<const storage_law> laws) {
    for (const storage_law& law : laws) {
      if (const std::string how = broken_law_of(law.holds, make); !how.empty())
        report(law.name, how);
      ++count;
    }
  };
  run(submission_laws::all);
  run(bound_laws::all);
  run(limit_laws::all);
  run(dependency_laws::all);
  run(together_laws::all);
  run(unique_laws::all);
  run(claim_laws::all);
  run(place_laws::all);
  run(time_laws::all);
  run(lease_laws::all);
  run(settle_laws::all);
  run(child_laws::all);
  run(ending_laws::all);
  run(cancel_laws::all);
  run(outside_laws::all);
  run(elsewhere_laws::all);
  run(control_laws::all);
  run(trigger_laws::all);
  run(dead_letter_laws::all);
  run(history_laws::all);
  run(tenancy_laws::all);
  run(keeping_laws::all);
  run(callback_laws::all);
  run(backlog_laws::all);
  run(summary_laws::all);
  run(schedule_laws::all);
  return count;
}

}  // namespace pawl::testing
