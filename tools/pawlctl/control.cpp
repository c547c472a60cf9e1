// SPDX-License-Identifier: BSL-1.0
#include <cstdlib>

#include <fmt/format.h>

#include <pawl/storage/time_line.hpp>

#include "look.hpp"

/// When jobs run: what holds all jobs of a type, another time for one, and schedules.

namespace pawl::ctl {

namespace {

exit_code control_type(session& of, storage::control op) {
  const std::string& name = of.given.words[0];
  op.type = of.on().type_called(name);
  if (op.type == nullptr)
    throw ends{
        exit_code::found,
        fmt::format("the store knows no job type '{}'; pawlctl types lists them", shown(name))};
  of.store().apply_one(op);
  if (!op.answer) end_with(op.answer.error());
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.member("handlerId", name);
    to.member("paused", op.answer->paused);
    to.member("draining", op.answer->draining);
    to.close('}');
    of.print_json(out);
  } else {
    of.print(fmt::format("{}: {}, {}\n", shown(name),
                         op.answer->paused ? "paused: none is begun" : "not paused",
                         op.answer->draining ? "draining: none is taken in" : "takes new ones"));
  }
  return exit_code::done;
}

/// A schedule as its row has it.
struct schedule_line {
  std::string number, tenant, handler, name, when, zone, paused, last_job, problem;
  instant next{};
};

std::vector<schedule_line> schedules_of(session& of) {
  std::vector<schedule_line> out;
  const storage::clock_reading at{of.store().now().time_since_epoch().count(),
                                  of.store().elapsed().count()};
  of.on().tables().each(
      "SELECT s.number, t.name, h.name, s.name, s.period, s.cron, s.zone, s.paused, s.last_job, "
      "s.problem, s.due_at FROM pawl_schedules AS s JOIN pawl_names AS t ON t.number = s.tenant "
      "JOIN pawl_names AS h ON h.number = s.handler ORDER BY s.number",
      {}, [&](const tables::row& row) {
        if (!of.who().is_every_tenant() && row[1] != of.who().tenant()) return;
        const std::int64_t period = std::strtoll(row[4].c_str(), nullptr, 10);
        const storage::due_time due(std::strtoll(row[10].c_str(), nullptr, 10));
        out.push_back(
            {row[0], row[1], row[2], row[3],
             period == 0 ? row[5] : "every " + length_of(std::chrono::milliseconds{period}), row[6],
             row[7], row[8], row[9], instant{std::chrono::milliseconds{due.wall(at)}}});
      });
  return out;
}

}  // namespace

exit_code pause_type(session& of) { return control_type(of, {.paused = true}); }
exit_code resume_type(session& of) {
  return control_type(of, {.paused = false, .draining = false});
}
exit_code drain_type(session& of) { return control_type(of, {.draining = true}); }

exit_code reschedule_job(session& of) {
  storage::reschedule op{.scope = of.who(), .id = of.id_at(0)};
  const auto delay = of.length("in");
  const auto at = of.time("at");
  if (delay.has_value() == at.has_value())
    throw ends{exit_code::usage, "when? say --in 20m, or --at 2026-11-16T03:18:22Z"};
  if (delay) op.delay = *delay;
  if (at) op.run_at = *at;
  op.by = acting(of);
  of.store().apply_one(op);
  if (!op.answer) end_with(op.answer.error());
  const auto job = of.store().get(of.who(), op.id);
  if (!job) end_with(job.error());
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    write_job(to, *job);
    of.print_json(out);
  } else {
    of.print(fmt::format("{}: {}\n", to_string(op.id),
                         job->due_at ? fmt::format("due {} ({})", time_of_day(*job->due_at),
                                                   relative(*job->due_at, of.store().now()))
                                     : std::string("may run now")));
  }
  return exit_code::done;
}

exit_code list_schedules(session& of) {
  const auto found = schedules_of(of);
  const instant now = of.store().now();
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.key("items");
    to.open('[');
    for (const schedule_line& each : found) {
      to.open('{');
      to.member("scheduleId", std::strtoll(each.number.c_str(), nullptr, 10));
      to.member("tenant", each.tenant);
      to.member("handlerId", each.handler);
      to.member("name", each.name);
      to.member("when", each.when);
      to.member("zone", each.zone);
      to.member("paused", each.paused != "0");
      to.member("nextAt", each.next);
      to.member("problem", each.problem);
      to.close('}');
    }
    to.close(']');
    to.close('}');
    of.print_json(out);
    return exit_code::done;
  }
  if (found.empty()) {
    of.print("no schedules\n");
    return exit_code::done;
  }
  table rows({{"NUMBER", true},
              {"TENANT", false, true},
              {"TYPE", false, true},
              {"NAME", false, true},
              {"WHEN", false, true},
              {"ZONE", false, true},
              {"NEXT"},
              {"PROBLEM", false, true}});
  for (const schedule_line& each : found)
    rows.add({each.number,
              shown(each.tenant),
              shown(each.handler),
              shown(each.name),
              shown(each.when),
              each.zone.empty() ? std::string("UTC") : shown(each.zone),
              each.paused != "0" ? table::cell("paused", tint::waiting)
                                 : table::cell(fmt::format("{} ({})", time_of_day(each.next),
                                                           relative(each.next, now))),
              {shown(each.problem), tint::bad}});
  of.print(rows);
  return exit_code::done;
}

}  // namespace pawl::ctl
