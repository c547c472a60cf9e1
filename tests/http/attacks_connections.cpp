// SPDX-License-Identifier: BSL-1.0
// Clients that are slow on purpose, that take all the places, or that say they come from elsewhere.
#include <pawl/http/client_address.hpp>

#include <sys/resource.h>

#include "client.hpp"

namespace {

using namespace http_test;

/// Connects until a client is served: those that are to be dropped before hold its place.
std::string status_when_there_is_room(const served& at, const std::string& bytes) {
  const auto until = std::chrono::steady_clock::now() + 10s;
  std::string seen;
  while (seen.empty() && std::chrono::steady_clock::now() < until) {
    client each(at.server.port());
    each.send(bytes);
    seen = each.read_until("\r\n").substr(0, 12);
  }
  return seen;
}
const std::string health = served::request("GET /healthz", {}, "Connection: close\r\n");

}  // namespace

TEST_CASE("a request that comes too slowly is answered 408 and closed", "[http][server][D11]") {
  const std::string start = "POST /v1/jobs/deck.convert HTTP/1.1\r\nHost: localhost\r\n";
  const std::string body = "Content-Length: 1000\r\nContent-Type: application/json\r\n\r\n{";
  struct slow {
    const char* what;
    http::server_options options;
    std::string sent;
  };
  const slow all[] = {
      {"a header that never ends", {.header_timeout = 40ms}, start + "X-Slow: "},
      {"a body that never ends", {.body_timeout = 40ms}, start + body},
      {"a body below the pace", {.body_timeout = 1h, .slow_after = 40ms}, start + body},
      {"a body that was announced",
       {.body_timeout = 40ms},
       start + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"},
  };
  for (const slow& each : all) {
    CAPTURE(each.what);
    served at(each.options);
    client waits(at.server.port());
    waits.send(each.sent);
    std::string answer = waits.read_to_the_end();
    if (answer.starts_with("HTTP/1.1 100 Continue\r\n\r\n")) answer.erase(0, 25);
    CHECK(answer.starts_with("HTTP/1.1 408"));
    CHECK(answer.find("TIMED_OUT") != std::string::npos);
    CHECK(waits.closed());
  }
}

TEST_CASE("a body above the pace may take longer than the first look at it",
          "[http][server][D11]") {
  // Every look finds it faster than nothing at all.
  served at({.body_timeout = 1h, .least_bytes_a_second = 0, .slow_after = 1ms});
  client steady(at.server.port());
  const std::string whole = served::request("POST /v1/jobs/deck.convert", good);
  for (const char each : whole) steady.send(std::string(1, each));
  CHECK(steady.read_until("\r\n").starts_with("HTTP/1.1 202"));
}

TEST_CASE("a connection that says nothing is closed without a word", "[http][server][D11]") {
  served at({.idle_timeout = 40ms});
  client silent(at.server.port());
  CHECK(silent.read_to_the_end().empty());
  CHECK(silent.closed());
  client once(at.server.port());
  once.send(served::request("GET /healthz"));
  CHECK(once.read_to_the_end().find("alive") != std::string::npos);
  CHECK(once.closed());
}

TEST_CASE("a client that does not read is dropped, and others are served meanwhile",
          "[http][server][D11]") {
  served at({.most_connections_of_one = 2, .write_timeout = 100ms});
  for (int i = 0; i < 200; ++i)
    REQUIRE(at.post("/v1/jobs/deck.convert",
                    R"({"input":{"document":"d)" + std::to_string(i) + R"(","source_uri":"s"}})")
                .status == 202);
  client first(at.server.port());
  first.send(served::request("GET /healthz"));
  first.read_until("alive");
  // More answers than the system keeps for it, and none of them is read.
  client stalled(at.server.port(), 4096);
  std::string asked;
  for (int i = 0; i < 150; ++i) asked += served::request("GET /v1/jobs?limit=200");
  stalled.send(asked);
  first.forget();
  first.send(served::request("GET /healthz"));
  CHECK(first.read_until("alive").starts_with("HTTP/1.1 200"));
  CHECK(status_when_there_is_room(at, health) == "HTTP/1.1 200");
}

TEST_CASE("two thousand slow connections, and others are served; each is ended in the end",
          "[http][server][D11]") {
  constexpr std::size_t most = 2000;
  rlimit files{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &files) == 0);
  const rlim_t needed = 2 * most + 200;  // both ends are here
  if (files.rlim_cur < needed) {
    files.rlim_cur = std::min(needed, files.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
  const std::size_t count = std::min(most, (static_cast<std::size_t>(files.rlim_cur) - 200) / 2);
  CHECK(count == most);  // red where the system allows fewer files

  const auto crowd = [&](const served& at, std::vector<std::unique_ptr<client>>& slow) {
    const std::string start = "POST /v1/jobs/deck.convert HTTP/1.1\r\nHost: localhost\r\n";
    const std::string begun[] = {
        start + "X-Slow: ",
        start + "Content-Length: 1000\r\nContent-Type: application/json\r\n\r\n{", "G",
        served::request("GET /dashboard/app.js") + served::request("GET /dashboard/app.js")};
    for (std::size_t i = 0; i < count; ++i) {
      // Who does not read has little room for what it was sent.
      slow.push_back(std::make_unique<client>(at.server.port(), i % 4 == 3 ? 2048 : 0));
      slow.back()->send(begun[i % 4]);
      if (i % 500 != 499) continue;
      client other(at.server.port());
      other.send(health);
      CHECK(other.read_until("alive").starts_with("HTTP/1.1 200"));
    }
  };
  http::server_options options{.most_connections = most + 100,
                               .most_connections_of_one = most + 100,
                               .header_timeout = 1h,
                               .body_timeout = 1h,
                               .idle_timeout = 1h,
                               .slow_after = 1h,
                               .write_timeout = 1h};
  {
    // All of them at once, for nothing ends them: one more is served beside them.
    served at(options);
    std::vector<std::unique_ptr<client>> slow;
    crowd(at, slow);
    client urgent(at.server.port());
    urgent.send(served::request("GET /v1/jobs?limit=1"));
    CHECK(urgent.read_until("items").starts_with("HTTP/1.1 200"));
  }
  options.header_timeout = options.body_timeout = options.slow_after = 100ms;
  options.idle_timeout = options.write_timeout = 100ms;
  served at(options);
  std::vector<std::unique_ptr<client>> slow;
  crowd(at, slow);
  std::size_t answered = 0;
  for (std::size_t i = 0; i < slow.size(); ++i) {
    const std::string answer = slow[i]->read_to_the_end();
    CHECK(slow[i]->closed());
    if (i % 4 != 3 && answer.starts_with("HTTP/1.1 408")) ++answered;
  }
  CHECK(answered == count / 4 * 3);
}

TEST_CASE("the last places are for health and operators", "[http][server][D12]") {
  served at({.most_connections = 4, .reserved_connections = 2});
  client one(at.server.port());
  client two(at.server.port());
  for (client* each : {&one, &two}) {
    each->send(served::request("GET /healthz"));
    each->read_until("alive");
  }
  const auto as = [](const std::string& token) {
    return "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token +
           "\r\n\r\n";
  };
  client reader(at.server.port());
  reader.send(as("reader"));
  const std::string refused = reader.read_to_the_end();
  CHECK(refused.starts_with("HTTP/1.1 503"));
  CHECK(refused.find("SERVER_FULL") != std::string::npos);
  CHECK(refused.find("Retry-After") != std::string::npos);
  // Who holds a reserved place gives it back after one answer.
  for (const std::string& bytes : {as("admin"), served::request("GET /healthz")}) {
    client urgent(at.server.port());
    urgent.send(bytes);
    CHECK(urgent.read_to_the_end().starts_with("HTTP/1.1 200"));
    CHECK(urgent.closed());
  }
  client three(at.server.port());
  client four(at.server.port());
  client five(at.server.port());
  CHECK(five.read_to_the_end().empty());
  CHECK(five.closed());
}

TEST_CASE("the client of a trusted proxy is whom it names, and nobody else's word counts",
          "[http][server][D8]") {
  const auto guess = [](const std::string& client) {
    return "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer guess\r\n"
           "X-Forwarded-For: " +
           client + "\r\nConnection: close\r\n\r\n";
  };
  served behind({.trusted_proxies = {"127.0.0.0/8"}, .most_connections_of_one = 1});
  for (int i = 0; i < 10; ++i) CHECK(behind.status_of(guess("203.0.113.5")) == "HTTP/1.1 401");
  CHECK(behind.status_of(guess("203.0.113.5")) == "HTTP/1.1 429");
  CHECK(behind.status_of(guess("203.0.113.6")) == "HTTP/1.1 401");
  served open;
  for (int i = 0; i < 10; ++i)
    CHECK(open.status_of(guess("203.0.113." + std::to_string(i))) == "HTTP/1.1 401");
  CHECK(open.status_of(guess("203.0.113.99")) == "HTTP/1.1 429");
}

TEST_CASE("a list of proxies is read from its end, as far as it can be trusted", "[http][server]") {
  using proxies = http::trusted_proxies;
  const auto trusted = proxies::parse({"10.0.0.0/8", "192.0.2.7", "fd00::/8"});
  REQUIRE(trusted);
  const auto client_of = [&](const std::string& peer, std::vector<std::string> lists) {
    http::request in;
    for (std::string& each : lists) in.headers.push_back({"X-Forwarded-For", std::move(each)});
    return trusted->client_of(in, *proxies::address_of(peer));
  };
  CHECK(client_of("10.1.2.3", {"203.0.113.5"}) == "203.0.113.5");
  CHECK(client_of("10.1.2.3", {"6.6.6.6, 203.0.113.5"}) == "203.0.113.5");
  CHECK(client_of("10.1.2.3", {"6.6.6.6, 203.0.113.5, 192.0.2.7"}) == "203.0.113.5");
  CHECK(client_of("10.1.2.3", {"6.6.6.6", "203.0.113.5 ,10.9.9.9"}) == "203.0.113.5");
  CHECK(client_of("10.1.2.3", {"203.0.113.5", "10.9.9.9"}) == "203.0.113.5");
  CHECK(client_of("10.1.2.3", {"203.0.113.5:4711"}) == "203.0.113.5");
  CHECK(client_of("fd00::1", {"[2001:db8::5]:4711"}) == "2001:db8::5");
  CHECK(client_of("::ffff:10.1.2.3", {"203.0.113.5"}) == "203.0.113.5");
  CHECK(client_of("11.1.2.3", {"203.0.113.5"}) == "11.1.2.3");
  CHECK(client_of("10.1.2.3", {}) == "10.1.2.3");
  CHECK(client_of("10.1.2.3", {"unknown"}) == "10.1.2.3");
  CHECK(client_of("10.1.2.3", {"203.0.113.5, nonsense"}) == "10.1.2.3");
  CHECK(client_of("192.0.2.8", {"203.0.113.5"}) == "192.0.2.8");
  for (const char* bad : {"", "proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "1.2.3"})
    CHECK_FALSE(proxies::parse({bad}));
  served at;
  http::server wrong(at.api, {.trusted_proxies = {"proxy.example"}});
  REQUIRE_FALSE(wrong.start());
}
