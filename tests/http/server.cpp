// SPDX-License-Identifier: BSL-1.0
// The server, talked to over real connections to this machine.
#include <sqlite3.h>

#include <algorithm>
#include <list>
#include <thread>

#include "client.hpp"

using namespace http_test;

TEST_CASE("requests follow each other on one connection", "[http][server]") {
  served at;
  client one(at.server.port());
  one.send(served::request("POST /v1/jobs/deck.convert", good));
  const std::string made = one.read_until("statusUrl");
  CHECK(made.starts_with("HTTP/1.1 202"));
  one.read_until("}");
  one.forget();
  one.send(served::request("GET /v1/jobs"));
  CHECK(one.read_until("]}").starts_with("HTTP/1.1 200"));
  one.forget();
  one.send(served::request("HEAD /v1/jobs"));
  const std::string head = one.read_until("\r\n\r\n");
  CHECK(head.starts_with("HTTP/1.1 200"));
  CHECK(head.ends_with("\r\n\r\n"));
  one.forget();
  one.send(served::request("GET /healthz", {}, "Connection: close\r\n"));
  CHECK(one.read_to_the_end().starts_with("HTTP/1.1 200"));
  CHECK(one.closed());
}

TEST_CASE("headers, addresses and bodies have their limits", "[http][server][D9][D10][D18]") {
  served at({.most_header_bytes = 16'384});
  const std::string start = "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\n";
  CHECK(at.status_of(start + "X-Long: " + std::string(100'000, 'x')) == "HTTP/1.1 431");
  CHECK(at.status_of("GET /" + std::string(100'000, 'x') + " HTTP/1.1\r\n\r\n") == "HTTP/1.1 414");
  CHECK(
      at.status_of(served::request("GET /" + std::string(9'000, 'x'))).starts_with("HTTP/1.1 414"));
  std::string many = start;
  for (int i = 0; i < 101; ++i) many += "X-" + std::to_string(i) + ": y\r\n";
  CHECK(at.status_of(many + "\r\n") == "HTTP/1.1 431");
  CHECK(at.status_of("POST /v1/jobs/deck.convert HTTP/1.1\r\nHost: localhost\r\n"
                     "Content-Length: 10000000000\r\n\r\n") == "HTTP/1.1 413");
}

TEST_CASE("what is no plain HTTP/1.1 is refused, and the connection closed",
          "[http][server][D13][D15][D17]") {
  served at;
  const std::string start = "POST /v1/jobs/deck.convert HTTP/1.1\r\nHost: localhost\r\n";
  for (const std::string& bytes :
       {start + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        start + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        start + "Content-Length: +5\r\n\r\nhello", start + "Content-Length: 0x5\r\n\r\nhello",
        start + "Content-Length: -1\r\n\r\n",
        start + "Content-Length: 18446744073709551616\r\n\r\n",
        start + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
        std::string("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11),
        std::string("GET / HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\n\r\n")}) {
    CAPTURE(bytes);
    client each(at.server.port());
    each.send(bytes);
    const std::string answer = each.read_to_the_end();
    CHECK((answer.starts_with("HTTP/1.1 400") || answer.starts_with("HTTP/1.1 501")));
    CHECK(each.closed());
  }
  CHECK(at.status_of(served::request("GET /healthz")) == "HTTP/1.1 200");
}

TEST_CASE("a loopback server answers to loopback names only", "[http][server][D23]") {
  served at;
  CHECK(at.status_of("GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n") == "HTTP/1.1 421");
  CHECK(at.status_of("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n") == "HTTP/1.1 200");
  CHECK(
      at.status_of("GET /healthz HTTP/1.1\r\nHost: [::1]:80\r\n\r\n").starts_with("HTTP/1.1 200"));
}

TEST_CASE("connections are counted, in all and by address", "[http][server][D12]") {
  served at({.most_connections_of_one = 2});
  client one(at.server.port());
  one.send(served::request("GET /healthz"));
  one.read_until("alive");
  client two(at.server.port());
  two.send(served::request("GET /healthz"));
  two.read_until("alive");
  client three(at.server.port());
  three.send(served::request("GET /healthz"));
  CHECK(three.read_to_the_end().empty());
  CHECK(three.closed());
}

TEST_CASE("nobody is served from elsewhere without tokens", "[http][server][D41]") {
  desk<convert> at({.auth = std::make_shared<http::everyone_is>(
                        http::caller{{"acme", "ann", {}}, http::permissions::all()})});
  http::server open(at.api, {.address = "0.0.0.0"});
  const auto refused = open.start();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().find("token") != std::string::npos);
  http::server here(at.api, {.address = "127.0.0.1"});
  CHECK(here.start());
  http::server nowhere(at.api, {.address = "not an address"});
  CHECK_FALSE(nowhere.start());
  http::server taken(at.api, {.port = here.port()});
  CHECK_FALSE(taken.start());
}

TEST_CASE("a stream brings what happens, and ends when the server stops",
          "[http][server][DECK-19]") {
  served at;
  const auto job = at.bench.submit(deck_jobs::convert_input{"d1", "s"});
  client watching(at.server.port());
  watching.send(served::request("GET /v1/events"));
  watching.read_until("\r\n\r\n");
  *at.bench.handler.act = [](convert::context& ctx, const deck_jobs::convert_input&) {
    ctx.progress(40, "half");
    return convert::outcome<deck_jobs::convert_output>(deck_jobs::convert_output{"deck://1", 3});
  };
  at.bench.engine->run_until_idle();
  const std::string seen = watching.read_until("\"to\":\"succeeded\"");
  CHECK(seen.find("\"to\":\"running\"") < seen.find("\"to\":\"succeeded\""));
  CHECK(seen.find(to_string(job.id)) != std::string::npos);
  at.server.stop();
  watching.read_to_the_end();
  CHECK(watching.closed());
}

TEST_CASE("many clients submit at once, and each gets its own job", "[http][server]") {
  served at;
  std::vector<std::thread> clients;
  std::vector<std::string> ids(8);
  for (std::size_t i = 0; i < ids.size(); ++i)
    clients.emplace_back([&, i] {
      client each(at.server.port());
      each.send(served::request(
          "POST /v1/jobs/deck.convert",
          R"({"input":{"document":"d)" + std::to_string(i) + R"(","source_uri":"s"}})"));
      ids[i] = member(each.read_until("statusUrl"), "jobId");
    });
  for (std::thread& each : clients) each.join();
  std::sort(ids.begin(), ids.end());
  CHECK(std::unique(ids.begin(), ids.end()) == ids.end());
  for (const std::string& each : ids) CHECK(pawl::parse_job_id(each));
}

TEST_CASE("submissions that come while one is committed share the next commit", "[http][server]") {
  desk<convert, everything, runtime_test::on_sqlite> at;
  http::server server{at.api, {.writers = 1}};
  REQUIRE(server.start());
  const std::uint64_t before = at.bench.jobs.store().commits();
  // Another program writes to the file, so that the first one's commit takes as long as the others
  // need to come.
  sqlite3* held = nullptr;
  REQUIRE(sqlite3_open((at.bench.place.directory / "jobs.db").c_str(), &held) == SQLITE_OK);
  REQUIRE(sqlite3_exec(held, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
  std::list<client> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back(server.port());
    clients.back().send(served::request(
        "POST /v1/jobs/deck.convert",
        R"({"input":{"document":"d)" + std::to_string(i % 7) + R"(","source_uri":"s"}})"));
  }
  client other(server.port());
  other.send(served::request("GET /healthz"));  // answered after those before it were read
  CHECK(other.read_until("\r\n\r\n").starts_with("HTTP/1.1 200"));
  REQUIRE(sqlite3_exec(held, "ROLLBACK", nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(held);
  int accepted = 0;
  int refused = 0;
  for (client& each : clients) {
    const std::string answer = each.read_until("}");
    accepted += answer.starts_with("HTTP/1.1 202");
    refused += answer.starts_with("HTTP/1.1 409");  // a second one of the first document
  }
  CHECK(accepted == 7);
  CHECK(refused == 1);
  // The first one's, and one for the rest; a request may have been read late.
  CHECK(at.bench.jobs.store().commits() <= before + 4);
}
