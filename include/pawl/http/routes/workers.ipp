// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <pawl/http/routes/answer.ipp>

/// Routes of who works, and for whom.

namespace pawl::http::detail {

/// Operators of the root tenant see what is held for every tenant.
inline response list_workers(exchange& of) {
  const std::string& tenant = of.who.who.tenant;
  auto found = of.api.store().workers(tenant == root_tenant ? storage::scope::every_tenant()
                                                            : storage::scope::tenant(tenant));
  if (!found) return answer_refusal(of.who, found.error());
  const bool counts_all = of.api.may_count(of.who);
  for (storage::worker& each : *found) {
    std::erase_if(each.jobs, [&](const job_record& job) { return !of.api.may_see(of.who, job); });
    if (!counts_all) each.holds = static_cast<std::int64_t>(each.jobs.size());
  }
  return answer_page(*found, {}, [&](json_out& to, const storage::worker& each) {
    write_worker(to, view_of(of), each, reader_of(of), [](const job_record&) { return true; });
  });
}

/// For operators of the root tenant; to others this is not here.
inline response list_tenants(exchange& of) {
  if (of.who.who.tenant != root_tenant) return no_such_route();
  std::size_t limit = 50;
  if (const std::string* given = parameter(of, "limit")) {
    const auto number = parse_number<std::size_t>(*given);
    if (!number || *number == 0) return malformed("limit is a number from 1 up");
    limit = std::min(*number, storage::list_filter::most);
  }
  const std::string* after = parameter(of, "cursor");
  // One more than the page holds tells whether there is a next one.
  auto found = of.api.store().tenants(after == nullptr ? std::string_view() : *after, limit + 1);
  if (!found) return answer_refusal(of.who, found.error());
  std::string next;
  if (found->size() > limit) {
    found->resize(limit);
    next = found->back();
  }
  return answer_page(*found, next, [](json_out& to, const std::string& each) {
    to.open('{');
    to.member("tenant", each);
    to.close('}');
  });
}

}  // namespace pawl::http::detail
