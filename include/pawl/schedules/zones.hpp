// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/policies/schedule.hpp>
#include <pawl/schedules.hpp>

// Where the standard library knows zones, it is asked; else Howard Hinnant's date library, which it
// was made from.
#if !defined(__cpp_lib_chrono) || __cpp_lib_chrono < 201907L
#include <date/tz.h>
#endif

/// Schedules by the wall clocks of the world: `pawl::cron<"0 3 * * *", "Europe/Berlin">`, and the
/// same at run time. Of the component `pawl::schedules`.

namespace pawl {

/// The zones of the IANA database, as the machine has it. To be given to a service whose sessions
/// make schedules with zones: `jobs.start({.zones = &pawl::zones::find})`.
struct zones {
  /// What the clocks of a zone show around a moment, in seconds since 1970; false if there is no
  /// such zone, or no database.
  [[nodiscard]] static bool find(text zone, std::int64_t at, zone_period& out) {
#if !defined(__cpp_lib_chrono) || __cpp_lib_chrono < 201907L
    namespace database = date;
#else
    namespace database = std::chrono;
#endif
    try {
      const auto info = database::locate_zone(std::string_view(zone))
                            ->get_info(database::sys_seconds{std::chrono::seconds{at}});
      out.begin = info.begin.time_since_epoch().count();
      out.end = info.end.time_since_epoch().count();
      out.offset = info.offset.count();
      return true;
    } catch (const std::runtime_error&) {
      return false;
    }
  }
};

/// Whenever the wall clocks of a zone show what the expression says.
[[nodiscard]] inline timetable cron_at(std::string expression, std::string zone) {
  timetable out = cron_at(std::move(expression));
  out.zone = std::move(zone);
  out.zones = &zones::find;
  return out;
}

}  // namespace pawl
