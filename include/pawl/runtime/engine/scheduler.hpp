// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>

#include <pawl/detail/one_mode.hpp>
#include <pawl/job/id_source.hpp>
#include <pawl/policies/schedule/slots.hpp>
#include <pawl/runtime/engine/runner.hpp>
#include <pawl/runtime/engine/slot_keeper.hpp>

namespace pawl::runtime {

/// When a schedule fires, from what a store keeps of it; nothing, and why, if it cannot be told
/// here.
[[nodiscard]] inline std::optional<slot_clock> clock_of(const storage::schedule_facts& of,
                                                        zone_lookup zones, std::string& why) {
  if (of.period != 0) return slot_clock(of.period);
  cron_fields cron;
  if (const cron_flaw flaw = parse_cron(text(of.cron), cron)) {
    why = "cron (" + of.cron + ") ";
    pawl::detail::append to{why};
    flaw.write(to);
    return {};
  }
  zone_period ignored;
  if (!of.zone.empty() && zones == nullptr) {
    why = "it is by the zone " + of.zone +
          ", and this process knows no zones; include <pawl/schedules/zones.hpp> and start the "
          "service with .zones = &pawl::zones::find";
    return {};
  }
  if (!of.zone.empty() && !zones(text(of.zone), 0, ignored)) {
    why = "there is no zone " + of.zone +
          " on this machine; spell it as in Europe/Berlin, or install tzdata";
    return {};
  }
  return slot_clock(cron, text(of.zone), zones);
}

/// The job of a slot, as far as its type does not matter; the runner adds the input.
[[nodiscard]] storage::submit job_of(const storage::schedule& of, const job_descriptor& type,
                                     instant slot, const job_id& id);

}  // namespace pawl::runtime

#if !PAWL_COMPILED
#include <pawl/runtime/engine/scheduler.ipp>
#endif
