// SPDX-License-Identifier: BSL-1.0
// An application's own routes beside the API's: what they are asked for, and by whom.
#include <set>

#include "desk.hpp"

namespace {

using namespace http_test;
using runtime_test::convert;

/// An application that notes what it is asked, and has one page.
struct application {
  struct visit {
    std::string method;
    std::vector<std::string> path;
    std::string user;  ///< empty: nobody
  };
  std::shared_ptr<std::vector<visit>> seen = std::make_shared<std::vector<visit>>();

  [[nodiscard]] http::own_routes routes() const {
    return [seen = seen](const http::own_request& asked) -> std::optional<http::response> {
      seen->push_back({std::string(asked.method), asked.target.segments,
                       asked.who ? asked.who->who.user : std::string()});
      if (asked.target.segments.front() == "throws") throw std::runtime_error("a page is torn");
      if (asked.target.segments != std::vector<std::string>{"files", "a b"}) return {};
      http::response out{.headers = {{"Content-Type", "text/plain"}}, .body = "the page"};
      for (const auto& [name, value] : asked.target.query) out.body += ' ' + name + '=' + value;
      return out;
    };
  }
};

struct with_application : application, desk<convert> {
  explicit with_application(http::api_options options = {.guesses_a_minute = 1'000'000})
      : desk<convert>(asking(std::move(options))) {}
  http::api_options asking(http::api_options options) {
    options.otherwise = routes();
    return options;
  }
};

}  // namespace

TEST_CASE("an application answers what the API has no route for", "[http]") {
  with_application at;
  const auto page = at.get("/files/a%20b?x=1%2B1", "");
  CHECK(page.status == 200);
  CHECK(page.body == "the page x=1+1");
  CHECK(*page.find("Content-Type") == "text/plain");
  CHECK(*page.find("X-Content-Type-Options") == "nosniff");
  CHECK(*page.find("Cache-Control") == "no-store");
  REQUIRE(at.seen->size() == 1);
  CHECK(at.seen->back().user.empty());

  const auto head = at.ask("HEAD", "/files/a%20b", "");
  CHECK(head.status == 200);
  CHECK(head.body.empty());
  CHECK(*head.find("Content-Length") == "8");
  CHECK(at.seen->back().method == "GET");

  const auto absent = at.get("/nowhere", "");
  CHECK(absent.status == 404);
  CHECK(member(absent.body, "code") == member(desk<convert>().get("/nowhere").body, "code"));
  CHECK(at.get("/throws", "").status == 500);
}

TEST_CASE("an application is told who asks, and nobody gets there with a wrong token",
          "[http][D1]") {
  with_application at({.guesses_a_minute = 2});
  CHECK(at.get("/files/a%20b", "reader").status == 200);
  CHECK(at.seen->back().user == "ann");
  const std::size_t before = at.seen->size();
  CHECK(at.get("/files/a%20b", "wrong").status == 401);
  CHECK(at.get("/files/a%20b", "nobody").status == 401);
  CHECK(at.get("/files/a%20b", "wrong").status == 429);  // guesses are counted as everywhere
  CHECK(at.ask("GET", "/files/a%20b", "", {}, {{"Authorization", "Basic eA=="}}).status == 429);
  CHECK(at.seen->size() == before);
}

TEST_CASE("no route of the API, and nothing below /v1, is ever the application's", "[http][D1]") {
  with_application at;
  for (const http::route& each : http::all_routes()) {
    std::string target{std::string_view(each.pattern)};
    for (const char* hole : {"{id}", "{type}"})
      if (const std::size_t found = target.find(hole); found != target.npos)
        target.replace(found, std::string_view(hole).size(), "x");
    CAPTURE(target);
    for (const char* method : {"GET", "HEAD", "POST", "PUT", "DELETE"})
      static_cast<void>(at.ask(method, target, ""));
  }
  for (const char* target : {"/v1", "/v1/", "/v1/files", "/%761/files"})
    CHECK(at.get(target).status == 404);
  CHECK(at.seen->empty());
}

TEST_CASE("what an API does not offer is the application's only outside of /v1", "[http]") {
  application own;
  desk<convert, http::api<http::read_only>> at({.otherwise = own.routes()});
  CHECK(at.get("/v1/dlq").status == 404);
  CHECK(at.get("/metrics").status == 404);
  REQUIRE(own.seen->size() == 1);
  CHECK(own.seen->front().path == std::vector<std::string>{"metrics"});
}

TEST_CASE("bodies and last places are as scarce for an application", "[http][D12]") {
  with_application at({.most_body_bytes = 8});
  CHECK(at.ask("POST", "/files/a%20b", "", "123456789").status == 413);
  http::request in{
      .method = "GET", .target = "/files/a%20b", .headers = {}, .body = {}, .peer = "p"};
  in.on_reserve = true;
  CHECK(at.api.handle(in).status == 503);
  CHECK(at.seen->empty());
  in.headers = {{"Authorization", "Bearer admin"}};
  CHECK(at.api.handle(in).status == 200);
}

TEST_CASE("an application is not waited for where all clients are served", "[http][server]") {
  with_application at;
  const auto slow = [&](std::string target) {
    return at.api.core().reads_much({.method = "GET", .target = std::move(target)});
  };
  CHECK(slow("/files/a%20b?x=1"));
  CHECK_FALSE(slow("/healthz"));
  CHECK_FALSE(slow("/v1/jobs/x"));
  CHECK_FALSE(slow("/v1/nowhere"));
  CHECK_FALSE(desk<convert>().api.core().reads_much({.method = "GET", .target = "/files/a"}));
}

namespace {

struct sealed : pawl::job<"acme.sealed", pawl::lifecycles::service> {
  static constexpr bool from_inside_only = true;
  outcome<int> operator()(context&, int in) const { return in; }
};

}  // namespace

TEST_CASE("a job type that is submitted from inside only is listed, and takes nothing over HTTP",
          "[http]") {
  desk<sealed> at;
  CHECK(at.get("/v1/handlers").body.find("acme.sealed") != std::string::npos);
  const auto refused = at.post("/v1/jobs/acme.sealed", R"({"input":1})");
  CHECK(refused.status == 404);
  CHECK(member(refused.body, "code") == "UNKNOWN_HANDLER");
  CHECK(member(at.get("/v1/jobs").body, "id") == "(absent)");
}
