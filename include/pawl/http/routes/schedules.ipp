// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <pawl/http/routes/answer.ipp>
#include <pawl/schedules.hpp>

/// Routes of jobs that are made by themselves.

namespace pawl::http::detail {

/// The job that a schedule made last, if the caller may see it.
inline job_id last_job_of(const exchange& asks, const storage::schedule& of) {
  if (of.last_job.is_nil() || !asks.api.options().may_see) return of.last_job;
  const auto found =
      asks.api.sessions().store_of(of.last_job).get(storage::scope::tenant(of.tenant), of.last_job);
  return found && asks.api.may_see(asks.who, *found) ? of.last_job : job_id{};
}

inline void write_schedule(json_out& to, const exchange& asks, const storage::schedule& of) {
  to.open('{');
  to.member("scheduleId", of.number);
  to.member("name", of.name);
  to.member("type", of.handler);
  to.member("tenant", of.tenant);
  if (of.period != 0) {
    to.member("everyMs", of.period);
  } else {
    to.member("cron", of.cron);
    to.member("zone", of.zone.empty() ? std::string("UTC") : of.zone);
  }
  const text missed = name_of(of.missed);
  to.member("missed", std::string(missed.data(), missed.size()));
  to.member("paused", of.paused);
  if (!of.paused) to.member("nextAt", of.next);
  if (of.last_slot != 0) to.member("lastSlot", instant{std::chrono::milliseconds{of.last_slot}});
  if (const job_id last = last_job_of(asks, of); !last.is_nil()) to.member("lastJobId", last);
  if (!of.problem.empty()) to.member("problem", of.problem);
  to.close('}');
}
/// Operators of the root tenant see those of every tenant.
inline storage::scope scope_of_schedules(const exchange& of) {
  const std::string& tenant = of.who.who.tenant;
  return tenant == root_tenant ? storage::scope::every_tenant() : storage::scope::tenant(tenant);
}
inline response no_such_schedule() {
  return answer_problem(problem::not_found, {.detail = "there is no such schedule"});
}

inline response list_schedules(exchange& of) {
  storage::find_schedules op{.scope = scope_of_schedules(of)};
  op.limit = 50;
  if (const std::string* given = parameter(of, "limit")) {
    const auto number = parse_number<std::size_t>(*given);
    if (!number || *number == 0) return malformed("limit is a number from 1 up");
    op.limit = std::min(*number, storage::list_filter::most);
  }
  if (const std::string* after = parameter(of, "cursor")) {
    const auto number = parse_number<std::int64_t>(*after);
    if (!number || *number < 1) return malformed("cursor is what nextCursor of the last page says");
    op.after = *number;
  }
  of.api.store().apply_one(op);
  if (!op.answer) return answer_refusal(of.who, op.answer.error());
  return answer_page(
      op.answer->found, op.answer->next == 0 ? std::string() : std::to_string(op.answer->next),
      [&](json_out& to, const storage::schedule& each) { write_schedule(to, of, each); });
}

/// The schedule that a path names, as the caller may see it.
inline expected<storage::schedule, response> find_schedule(const exchange& of) {
  const auto number = parse_number<std::int64_t>(of.path[0]);
  if (!number || *number < 1) return unexpected<response>(no_such_schedule());
  storage::find_schedules op{.scope = scope_of_schedules(of)};
  op.number = *number;
  of.api.store().apply_one(op);
  if (!op.answer) return unexpected<response>(answer_refusal(of.who, op.answer.error()));
  if (op.answer->found.empty()) return unexpected<response>(no_such_schedule());
  return op.answer->found[0];
}
/// What can be done with it, in the name of its own tenant.
inline session_schedules schedules_of(const exchange& of, const storage::schedule& found) {
  principal who = of.who.who;
  who.tenant = found.tenant;
  return {of.api.sessions(), std::move(who)};
}
inline response change_schedule(exchange& of,
                                confirmation (session_schedules::*change)(std::int64_t) const) {
  auto found = find_schedule(of);
  if (!found) return std::move(found).error();
  const session_schedules all = schedules_of(of, *found);
  if (const auto done = (all.*change)(found->number); !done)
    return answer_refusal(of.who, done.error());
  of.changed = 1;
  const auto now = all.get(found->number);
  if (!now) return answer_refusal(of.who, now.error());
  response out = answer_json(200, {});
  json_out to(out.body);
  write_schedule(to, of, *now);
  return out;
}
inline response pause_schedule(exchange& of) {
  return change_schedule(of, &session_schedules::pause);
}
inline response resume_schedule(exchange& of) {
  return change_schedule(of, &session_schedules::resume);
}
inline response run_schedule(exchange& of) {
  auto found = find_schedule(of);
  if (!found) return std::move(found).error();
  const auto made = schedules_of(of, *found).run(found->number);
  if (!made) return of.api.answer_refusal(of.who, made.error());
  of.changed = 1;
  response out = answer_json(202, {});
  json_out to(out.body);
  to.open('{');
  to.member("jobId", *made);
  to.member("statusUrl", status_url(*made));
  to.close('}');
  out.set("Location", status_url(*made));
  return out;
}

}  // namespace pawl::http::detail
