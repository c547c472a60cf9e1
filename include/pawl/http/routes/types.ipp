// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/routes/answer.ipp>

/// Routes of job types, and of how many jobs they have.

namespace pawl::http::detail {

inline response list_types(exchange& of) {
  return answer_page(of.api.types(), {}, [](json_out& to, const intake& each) {
    to.open('{');
    write_type_members(to, *each.type);
    to.close('}');
  });
}

inline response count_jobs(exchange& of) {
  const auto counted = of.api.store().count(storage::scope::tenant(of.who.who.tenant));
  if (!counted) return answer_refusal(of.who, counted.error());
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  write_counts(to, *counted);
  to.key("durations");
  to.open('[');
  for (const intake& each : of.api.types()) {
    const observe::job_metrics& measured =
        of.api.metrics().of(std::string_view(each.type->handler));
    const auto half = measured.aimed_time(50);
    const auto most = measured.aimed_time(95);
    const auto all_but_one = measured.aimed_time(99);
    const auto failures = measured.failure_share();
    if (!(half && most) && !failures) continue;
    to.open('{');
    to.member("handlerId", each.type->handler);
    if (half) to.member("p50Ms", half->count() / 1000);
    if (most) to.member("p95Ms", most->count() / 1000);
    if (all_but_one) to.member("p99Ms", all_but_one->count() / 1000);
    if (failures) to.member("failurePercent", static_cast<std::int64_t>(*failures * 100 + 0.5));
    if (!each.type->objectives.empty()) {
      to.key("objectives");
      write_objectives(to, each.type->objectives);
    }
    to.close('}');
  }
  to.close(']');
  write_dead_counts(to, *counted);
  to.close('}');
  return out;
}

}  // namespace pawl::http::detail
