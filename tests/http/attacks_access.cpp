// SPDX-License-Identifier: BSL-1.0
// Who may do what, tried on every route: callers without a right to something, and what they learn.
#include <algorithm>
#include <set>

#include "desk.hpp"

namespace {

using namespace http_test;
using http::permission;
using runtime_test::convert;

const std::string body_of_job = R"({"input":{"document":"d1","source_uri":"s"}})";
const std::string absent_id = "018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20";

/// What the test knows of each route, written down once more: a route that is new, gone or open to
/// others than before is not what stands here.
struct known_route {
  std::string_view method;
  std::string_view pattern;
  std::optional<permission> needs;
  std::string body{};
};
const known_route known_routes[] = {
    {"POST", "/v1/jobs/{type}", permission::submit, body_of_job},
    {"GET", "/v1/jobs", permission::read},
    {"GET", "/v1/jobs/{id}", permission::read},
    {"GET", "/v1/jobs/{id}/result", permission::read},
    {"GET", "/v1/jobs/{id}/payload", permission::operate},
    {"POST", "/v1/jobs/{id}/cancel", permission::control},
    {"POST", "/v1/jobs/{id}/run", permission::control},
    {"POST", "/v1/jobs/{id}/raise", permission::control, R"({"event":"cancel"})"},
    {"POST", "/v1/jobs/{id}/reschedule", permission::control, R"({"delayMs":60000})"},
    {"POST", "/v1/bulk/cancel", permission::operate, R"({"type":"deck.convert","expected":9})"},
    {"GET", "/v1/jobs/{id}/events", permission::read},
    {"GET", "/v1/jobs/{id}/history", permission::read},
    {"GET", "/v1/events", permission::read},
    {"POST", "/v1/internal/jobs/{id}/status", permission::callback,
     R"({"event_id":"e1","status":"running","occurred_at":"2026-11-17T03:00:00Z"})"},
    {"GET", "/v1/handlers", permission::read},
    {"POST", "/v1/handlers/{type}/pause", permission::operate},
    {"POST", "/v1/handlers/{type}/drain", permission::operate},
    {"POST", "/v1/handlers/{type}/resume", permission::operate},
    {"GET", "/v1/stats", permission::read},
    {"GET", "/v1/me", permission::read},
    {"GET", "/v1/workers", permission::operate},
    {"GET", "/v1/schedules", permission::read},
    {"POST", "/v1/schedules/{id}/pause", permission::control},
    {"POST", "/v1/schedules/{id}/resume", permission::control},
    {"POST", "/v1/schedules/{id}/run", permission::control},
    {"GET", "/v1/tenants", permission::operate},
    {"GET", "/v1/dlq", permission::operate},
    {"POST", "/v1/bulk/replay", permission::operate, R"({"type":"deck.convert","expected":9})"},
    {"GET", "/v1/dlq/{id}", permission::operate},
    {"POST", "/v1/dlq/{id}/replay", permission::operate},
    {"GET", "/metrics", permission::operate},
    {"GET", "/healthz", {}},
    {"GET", "/readyz", {}},
    {"GET", "/openapi.json", {}},
    {"GET", "/", {}},
    {"GET", "/dashboard/style.css", {}},
    {"GET", "/dashboard/app.js", {}},
};
const known_route* known(const http::route& route) {
  for (const known_route& each : known_routes)
    if (each.method == std::string_view(route.method) &&
        each.pattern == std::string_view(route.pattern))
      return &each;
  return nullptr;
}

struct gate : desk<convert> {
  std::string id;

  explicit gate(http::api_options options = {.guesses_a_minute = 1'000'000})
      : desk<convert>(std::move(options)) {
    id = member(post("/v1/jobs/deck.convert", body_of_job).body, "jobId");
    tokens->add("old",
                {{.tenant = "acme", .user = "eve", .organisation = {}}, http::permissions::all()});
    tokens->revoke(http::bearer_tokens::digest_of("old"));
    // A tenant of its own for each permission, so that nothing is had by the way.
    for (const permission each : {permission::read, permission::submit, permission::control,
                                  permission::callback, permission::operate})
      tokens->add("only " + std::string(std::string_view(pawl::name_of(each))),
                  {{.tenant = "acme", .user = "ann", .organisation = {}}, {each}});
  }
  static std::string filled(std::string_view pattern, const std::string& id) {
    std::string out(pattern);
    if (const auto hole = out.find("{id}"); hole != out.npos) out.replace(hole, 4, id);
    if (const auto hole = out.find("{type}"); hole != out.npos)
      out.replace(hole, 6, "deck.convert");
    return out;
  }
  http::response try_route(const known_route& route, const std::string& token,
                           const std::string& about) {
    return ask(std::string(route.method), filled(route.pattern, about), token, route.body);
  }
};

/// All that a client sees of an answer.
std::string whole(const http::response& of) {
  std::string out = std::to_string(of.status) + "\n";
  for (const http::header& each : of.headers) out += each.name + ": " + each.value + "\n";
  return out + "\n" + of.body;
}

}  // namespace

TEST_CASE("every route is known to this matrix, and asks for what stands in it", "[http][D1]") {
  std::size_t count = 0;
  for (const http::route& each : http::all_routes()) {
    CAPTURE(std::string(std::string_view(each.method)),
            std::string(std::string_view(each.pattern)));
    const known_route* const expected = known(each);
    REQUIRE(expected != nullptr);
    CHECK(each.needs == expected->needs);
    ++count;
  }
  CHECK(count == std::size(known_routes));
}

TEST_CASE("on every route, each kind of caller gets what is its due", "[http][D1]") {
  gate at;
  for (const known_route& route : known_routes) {
    CAPTURE(std::string(route.method), std::string(route.pattern));
    if (!route.needs) {
      for (const char* anyone : {"", "wrong", "old", "reader", "admin"})
        CHECK((at.try_route(route, anyone, at.id).status == 200 || route.pattern == "/readyz"));
      continue;
    }
    for (const char* unproven : {"", "wrong", "old", "nobody"}) {
      CAPTURE(unproven);
      const auto answer = at.try_route(route, unproven, at.id);
      CHECK(answer.status == 401);
      REQUIRE(answer.find("WWW-Authenticate") != nullptr);
      CHECK(*answer.find("WWW-Authenticate") == "Bearer");
    }
    for (const permission each : {permission::read, permission::submit, permission::control,
                                  permission::callback, permission::operate}) {
      const std::string name(std::string_view(pawl::name_of(each)));
      CAPTURE(name);
      const unsigned status = at.try_route(route, "only " + name, at.id).status;
      if (each == *route.needs)
        CHECK((status != 401 && status != 403));
      else
        CHECK(status == 403);
    }
    const auto foreign = at.try_route(route, "stranger", at.id);
    CHECK((foreign.status != 401 && foreign.status != 403));
    CHECK(foreign.body.find(at.id) == std::string::npos);
    if (route.pattern.find("{id}") != route.pattern.npos) CHECK(foreign.status == 404);
    const unsigned served = at.try_route(route, "admin", at.id).status;
    CHECK((served != 401 && served != 403 && served != 405 && served != 501));
  }
}

TEST_CASE(
    "a method that a path does not have is 405 with those that it has, one that nobody knows is "
    "501",
    "[http][D1][D22]") {
  gate at;
  for (const known_route& route : known_routes) {
    const std::string target = gate::filled(route.pattern, at.id);
    std::set<std::string> allowed;
    for (const known_route& each : known_routes)
      if (http::match(pawl::text(each.pattern), http::parse_target(target)->segments)) {
        allowed.emplace(each.method);
        if (each.method == "GET") allowed.emplace("HEAD");
      }
    for (const char* method :
         {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"}) {
      if (allowed.contains(method)) continue;
      CAPTURE(method, target);
      const auto refused = at.ask(method, target, "admin", {}, {{"X-HTTP-Method-Override", "GET"}});
      CHECK(refused.status == 405);
      REQUIRE(refused.find("Allow") != nullptr);
      for (const std::string& each : allowed)
        CHECK(("," + *refused.find("Allow") + ",").find(each) != std::string::npos);
    }
    CHECK(at.ask("BREW", target).status == 501);
    CHECK(at.ask("get", target).status == 501);
  }
}

TEST_CASE("another method in a header changes nothing", "[http][D22]") {
  gate at;
  for (const char* name : {"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"}) {
    const auto read = at.ask("GET", "/v1/jobs/" + at.id + "/cancel", "admin", {}, {{name, "POST"}});
    CHECK(read.status == 405);
    const auto query = at.get("/v1/jobs/" + at.id + "?_method=DELETE");
    CHECK(query.status == 400);
  }
  CHECK(member(at.get("/v1/jobs/" + at.id).body, "status") == "pending");
}

TEST_CASE("a foreign job is answered like an absent one, on every route, byte for byte",
          "[http][D2]") {
  gate at;
  std::size_t tried = 0;
  for (const known_route& route : known_routes) {
    if (route.pattern.find("{id}") == route.pattern.npos) continue;
    CAPTURE(std::string(route.method), std::string(route.pattern));
    ++tried;
    const auto foreign = at.try_route(route, "stranger", at.id);
    CHECK(foreign.status == 404);
    CHECK_FALSE(foreign.stream);
    CHECK(whole(foreign) == whole(at.try_route(route, "stranger", absent_id)));
    CHECK(whole(foreign) == whole(at.try_route(route, "stranger", "no-id")));
    const auto head = at.ask("HEAD", gate::filled(route.pattern, at.id), "stranger");
    if (route.method == "GET")
      CHECK(whole(head) ==
            whole(at.ask("HEAD", gate::filled(route.pattern, absent_id), "stranger")));
  }
  CHECK(tried == 15);
  CHECK(member(at.get("/v1/jobs/" + at.id).body, "status") == "pending");
  // How long either takes is reported, and not judged: this machine has other things to do.
  const auto median_of = [&](const std::string& id) {
    std::vector<std::chrono::nanoseconds> all;
    for (int i = 0; i < 500; ++i) {
      const auto begin = std::chrono::steady_clock::now();
      static_cast<void>(at.get("/v1/jobs/" + id, "stranger"));
      all.push_back(std::chrono::steady_clock::now() - begin);
    }
    std::nth_element(all.begin(), all.begin() + 250, all.end());
    return std::to_string(all[250].count()) + " ns";
  };
  SUCCEED("foreign: " + median_of(at.id) + ", absent: " + median_of(absent_id));
}

TEST_CASE("the tenant is the token's, whatever else is said", "[http][D3]") {
  gate at;
  for (const char* name : {"X-Tenant", "X-Tenant-Id", "Tenant", "X-Organization"}) {
    const auto answer = at.ask("GET", "/v1/jobs/" + at.id, "stranger", {}, {{name, "acme"}});
    CHECK(answer.status == 404);
    const auto list = at.ask("GET", "/v1/jobs", "stranger", {}, {{name, "acme"}});
    CHECK(list.body == R"({"items":[]})");
  }
  CHECK(at.get("/v1/jobs?tenant=acme", "stranger").status == 400);
  CHECK(at.get("/v1/jobs?tenantId=acme", "stranger").status == 400);
  CHECK(at.get("/v1/tenants/acme/jobs", "stranger").status == 404);
  for (const char* name : {"tenant", "tenantId", "tenant_id"}) {
    const auto made = at.post(
        "/v1/jobs/deck.convert",
        R"({"input":{"document":"d9","source_uri":"s"},")" + std::string(name) + R"(":"acme"})",
        "stranger");
    CHECK(made.status == 400);
  }
  CHECK(at.get("/v1/jobs", "stranger").body == R"({"items":[]})");
}

TEST_CASE("a token without a tenant opens nothing", "[http][D4]") {
  gate at;
  const std::string nameless[] = {"", std::string(1, '\0'), "\n", std::string(256, 'x'), "\xff"};
  for (const std::string& tenant : nameless) {
    at.tokens->add("nameless", {{.tenant = tenant, .user = "eve", .organisation = {}},
                                http::permissions::all()});
    for (const known_route& route : known_routes) {
      if (!route.needs) continue;
      CAPTURE(tenant, std::string(route.pattern));
      CHECK(at.try_route(route, "nameless", at.id).status == 401);
    }
    at.tokens->revoke(http::bearer_tokens::digest_of("nameless"));
  }
  // Such names stand for everything elsewhere. Here they are names.
  for (const char* name : {"0", "null", "*", "%", "root", "undefined"}) {
    CAPTURE(name);
    at.tokens->add("odd",
                   {{.tenant = name, .user = "eve", .organisation = {}}, http::permissions::all()});
    CHECK(at.get("/v1/jobs", "odd").body == R"({"items":[]})");
    CHECK(at.get("/v1/jobs/" + at.id, "odd").status == 404);
    CHECK(member(at.get("/v1/stats", "odd").body, "items") == "[");
    at.tokens->revoke(http::bearer_tokens::digest_of("odd"));
  }
}

TEST_CASE("ids cannot be guessed from one that is known", "[http][D6]") {
  gate at;
  std::set<std::string> random_parts;
  std::string previous = at.id;
  for (int i = 0; i < 200; ++i) {
    const auto made =
        at.post("/v1/jobs/deck.convert",
                R"({"input":{"document":"g)" + std::to_string(i) + R"(","source_uri":"s"}})");
    const std::string id = member(made.body, "jobId");
    REQUIRE(id.size() == 36);
    CHECK(id[14] == '7');
    CHECK(random_parts.insert(id.substr(20)).second);
    // Neighbours of a known id are nobody's.
    std::string next = id;
    next.back() = next.back() == 'f'   ? '0'
                  : next.back() == '9' ? 'a'
                                       : static_cast<char>(next.back() + 1);
    CHECK(at.get("/v1/jobs/" + next).status == 404);
  }
  for (const char* number : {"0", "1", "2", "200", "-1"})
    CHECK(at.get(std::string("/v1/jobs/") + number).status == 404);
  // No digit of the random part stands still; in one of them a bit says where the job is kept.
  for (const std::size_t digit : {0U, 1U, 2U, 4U, 5U, 10U, 15U}) {
    std::set<char> values;
    for (const std::string& each : random_parts) values.insert(each[digit]);
    CHECK(values.size() >= 8);
  }
}

TEST_CASE("a submission says nothing about how its job stands", "[http][D7]") {
  gate at;
  const std::size_t before = at.get("/v1/jobs").body.size();
  for (const char* name :
       {"id",          "jobId",       "state",     "status",   "attempt", "attempts", "maxAttempts",
        "retries",     "epoch",       "fence",     "owner",    "lease",   "phase",    "tenant",
        "user",        "requestedBy", "createdAt", "handler",  "result",  "error",    "progress",
        "parentJobId", "retry",       "key",       "__proto__"}) {
    CAPTURE(name);
    const auto refused =
        at.post("/v1/jobs/deck.convert", R"({"input":{"document":"d7","source_uri":"s"},")" +
                                             std::string(name) + R"(":"1"})");
    CHECK(refused.status == 400);
    CHECK(member(refused.body, "pointer") == "/" + std::string(name));
  }
  CHECK(at.get("/v1/jobs").body.size() == before);
}
