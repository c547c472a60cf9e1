// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/dashboard/page.hpp>
#include <pawl/http/openapi.hpp>
#include <pawl/http/routes/answer.ipp>
#include <pawl/observe/prometheus.hpp>

/// Routes of the service itself, and of the page that shows it.

namespace pawl::http::detail {

/// For operators of the root tenant, for it counts the jobs of all tenants; to others this is not
/// here.
inline response tell_metrics(exchange& of) {
  if (of.who.who.tenant != root_tenant) return no_such_route();
  response out;
  out.body = observe::to_prometheus(of.api.metrics());
  out.set("Content-Type", std::string(observe::prometheus_content_type));
  return out;
}
inline response tell_health(exchange&) { return answer_json(200, R"({"status":"alive"})"); }
inline response tell_readiness(exchange& of) {
  const auto health = of.api.health();
  const bool ready = health.running && health.store_reachable;
  response out = answer_json(ready ? 200 : 503, {});
  json_out to(out.body);
  to.open('{');
  to.member("status", ready ? "ready" : "not ready");
  to.member("running", health.running);
  to.member("storeReachable", health.store_reachable);
  to.close('}');
  if (!ready) out.set("Retry-After", "1");
  return out;
}
inline response describe_api(exchange& of) { return answer_json(200, openapi_document(of.api)); }

/// Who the token belongs to, so that a client offers no more than it may do.
inline response show_caller(exchange& of) {
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  to.member("tenant", of.who.who.tenant);
  to.member("user", of.who.who.user);
  to.member("organisation", of.who.who.organisation);
  to.member("trigger", name_of(of.who.who.trigger));
  to.key("permissions");
  to.open('[');
  for (const permission each : every_permission)
    if (of.who.may.has(each)) to.value(name_of(each));
  to.close(']');
  to.member("seesTenants", looking_at(of.who.who.tenant, of.who).has_value());
  to.close('}');
  return out;
}

// --- The dashboard -------------------------------------------------------------------------------

inline response answer_page_part(std::string_view type, std::string_view part) {
  response out{.status = 200, .headers = {}, .body = std::string(part)};
  out.set("Content-Type", std::string(type));
  out.set("Cache-Control", "no-cache");
  // Nothing but what comes from here runs or is fetched, and no other page may hold this one.
  out.set("Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src "
          "'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  out.set("X-Frame-Options", "DENY");
  out.set("Referrer-Policy", "no-referrer");
  return out;
}
inline response show_page(exchange&) {
  return answer_page_part("text/html; charset=utf-8", dashboard_html);
}
inline response show_style(exchange&) {
  return answer_page_part("text/css; charset=utf-8", dashboard_css);
}
inline response show_script(exchange&) {
  return answer_page_part("text/javascript; charset=utf-8", dashboard_js);
}

}  // namespace pawl::http::detail
