// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/routes/answer.ipp>

/// Routes of job types, and of how many jobs they have.

namespace pawl::http::detail {

/// What operators have said of the job types.
class said_of_types {
 public:
  explicit said_of_types(const exchange& of) {
    for (const bool ephemeral : {false, true}) {
      storage::store& store = of.api.sessions().store_of(ephemeral);
      if (ephemeral && &store == &of.api.sessions().store_of(false)) break;
      // What nobody can be told of is shown as if nothing had been said.
      if (auto found = store.controls())
        for (storage::controlled_type& each : *found) all_.push_back(std::move(each));
    }
  }
  [[nodiscard]] storage::type_control of(std::string_view handler) const {
    for (const storage::controlled_type& each : all_)
      if (each.handler == handler) return {each.paused, each.draining};
    return {};
  }

 private:
  std::vector<storage::controlled_type> all_{};
};

inline void write_control(json_out& to, const storage::type_control& said) {
  to.member("paused", said.paused);
  to.member("draining", said.draining);
}

/// For operators of the root tenant: it holds for the jobs of all tenants. To others this is not
/// here.
inline response control_type(exchange& of, storage::maybe<bool> paused,
                             storage::maybe<bool> draining) {
  if (of.who.who.tenant != root_tenant) return no_such_route();
  const intake* const type = of.api.type_called(of.path[0]);
  if (type == nullptr)
    return answer_problem(problem::unknown_handler, {.detail = "/v1/handlers lists the job types"});
  const auto said = of.api.sessions().control(*type->type, paused, draining);
  if (!said) return answer_refusal(of.who, said.error());
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  to.member("handlerId", type->type->handler);
  write_control(to, *said);
  to.close('}');
  return out;
}
inline response pause_type(exchange& of) { return control_type(of, true, {}); }
inline response drain_type(exchange& of) { return control_type(of, {}, true); }
inline response resume_type(exchange& of) { return control_type(of, false, false); }

inline response list_types(exchange& of) {
  const said_of_types said(of);
  return answer_page(of.api.types(), {}, [&](json_out& to, const intake& each) {
    to.open('{');
    write_type_members(to, *each.type);
    write_control(to, said.of(std::string_view(each.type->handler)));
    to.close('}');
  });
}

/// Numbers about all jobs of a tenant. To count only what a caller may see, every job would have to
/// be shown to the application's `may_see`, however many there are: so who may not count is
/// refused.
inline response count_jobs(exchange& of) {
  if (!of.api.may_count(of.who))
    return answer_problem(problem::not_allowed,
                          {.detail = "counts are of all jobs, and this caller may not see all of "
                                     "them; list the jobs instead"});
  const auto counted = of.api.store().count(storage::scope::tenant(of.who.who.tenant));
  if (!counted) return answer_refusal(of.who, counted.error());
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  write_counts(to, *counted);
  to.key("durations");
  to.open('[');
  // They are measured of the jobs of all tenants.
  const bool is_of_fleet = of.who.who.tenant == root_tenant;
  for (const intake& each : of.api.types()) {
    if (!is_of_fleet) break;
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
  const said_of_types said(of);
  to.key("controls");
  to.open('[');
  for (const intake& each : of.api.types()) {
    const storage::type_control now = said.of(std::string_view(each.type->handler));
    if (now == storage::type_control{}) continue;
    to.open('{');
    to.member("handlerId", each.type->handler);
    write_control(to, now);
    to.close('}');
  }
  to.close(']');
  write_dead_counts(to, *counted);
  to.close('}');
  return out;
}

}  // namespace pawl::http::detail
