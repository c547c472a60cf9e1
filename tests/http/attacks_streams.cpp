// SPDX-License-Identifier: BSL-1.0
// Streams: as many as can be had, readers that never read, tokens that end, text that pretends.
#include <algorithm>
#include <filesystem>

#include "client.hpp"

namespace {

using namespace http_test;

/// The ids of the events in what a stream has sent; one that was cut off does not count.
std::vector<std::string> ids_in(const std::string& sent) {
  std::vector<std::string> out;
  for (std::size_t at = 0, end = 0; (end = sent.find("\n\n", at)) != sent.npos; at = end + 2) {
    const std::size_t id = sent.find("id: ", at);
    if (id < end) out.push_back(sent.substr(id + 4, sent.find('\n', id) - id - 4));
  }
  return out;
}

/// Jobs that are submitted and cancelled: two events each in the feed.
void make_events(desk<convert>& at, int jobs) {
  for (int i = 0; i < jobs; ++i) {
    const auto made =
        at.post("/v1/jobs/deck.convert",
                R"({"input":{"document":"e)" + std::to_string(i) + R"(","source_uri":"s"}})");
    REQUIRE(made.status == 202);
    REQUIRE(at.post("/v1/jobs/" + member(made.body, "jobId") + "/cancel",
                    R"({"reason":")" + std::string(400, 'r') + "\"}")
                .status == 200);
  }
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace

TEST_CASE("a token has 8 streams, and all have 256 together", "[http][D24]") {
  desk<convert> at;
  std::vector<http::response> open;
  const auto token = [](int i) { return "watcher " + std::to_string(i); };
  for (int i = 0; i < 33; ++i)
    at.tokens->add(token(i),
                   {{.tenant = "acme", .user = "w", .organisation = {}}, {http::permission::read}});
  for (int i = 0; i < 32; ++i) {
    for (int k = 0; k < 8; ++k) {
      open.push_back(at.get("/v1/events", token(i)));
      REQUIRE(open.back().stream);
    }
    const auto refused = at.get("/v1/events", token(i));
    CHECK(refused.status == 429);
    CHECK(refused.find("Retry-After") != nullptr);
  }
  CHECK(at.get("/v1/events", token(32)).status == 429);
  open.pop_back();
  CHECK(at.get("/v1/events", token(32)).stream);
}

TEST_CASE("a stream holds no more than a page for a reader that does not read", "[http][D24]") {
  desk<convert> at;
  make_events(at, 400);
  auto watching = at.get("/v1/events");
  REQUIRE(watching.stream);
  std::string page;
  CHECK(watching.stream->read(page) == http::event_stream::state::more);
  CHECK(ids_in(page).size() <= 256);
  CHECK(page.size() <= 65'536);
}

TEST_CASE("a reader that stalls is dropped, and goes on where it was", "[http][server][D24]") {
  served at({.most_connections_of_one = 1, .write_timeout = 100ms});
  make_events(at, 1200);
  std::string whole;
  {
    auto all = at.get("/v1/events");
    REQUIRE(all.stream);
    while (all.stream->read(whole) == http::event_stream::state::more) {
    }
  }
  const auto expected = ids_in(whole);
  client stalled(at.server.port(), 4096);
  stalled.send(served::request("GET /v1/events"));
  // It is dropped when another gets its place.
  const auto until = std::chrono::steady_clock::now() + 10s;
  for (std::string seen; seen.empty() && std::chrono::steady_clock::now() < until;) {
    client other(at.server.port());
    other.send(served::request("GET /healthz", {}, "Connection: close\r\n"));
    seen = other.read_to_the_end();
  }
  auto seen = ids_in(stalled.read_to_the_end());
  CHECK(stalled.closed());
  REQUIRE_FALSE(seen.empty());
  REQUIRE(seen.size() < expected.size());

  // It comes again as often as it must: on a busy machine it may stall once more.
  for (int times = 0; times < 100 && seen.back() != expected.back(); ++times) {
    client again(at.server.port());
    again.send(served::request("GET /v1/events", {}, "Last-Event-ID: " + seen.back() + "\r\n"));
    const std::string came = again.read_until("id: " + expected.back() + "\n");
    const auto rest = ids_in(again.closed() ? came : came + "\n\n");  // the last may be cut
    seen.insert(seen.end(), rest.begin(), rest.end());
  }
  CHECK(seen == expected);
}

TEST_CASE("streams that come and go leave nothing behind", "[http][server][D24]") {
  served at({}, {.most_streams_of_one = 4});
  const auto visit = [&] {
    client each(at.server.port());
    each.send(served::request("GET /v1/events"));
    return each.read_until("\r\n").substr(0, 12);
  };
  REQUIRE(visit() == "HTTP/1.1 200");
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 500; ++i) visit();
  // The server hears of the last ones when it comes to it.
  const auto until = std::chrono::steady_clock::now() + 10s;
  while (open_descriptors() > before && std::chrono::steady_clock::now() < until)
    at.status_of(served::request("GET /healthz"));
  CHECK(open_descriptors() <= before);
  std::vector<std::unique_ptr<client>> four;
  for (int i = 0; i < 4; ++i) {
    four.push_back(std::make_unique<client>(at.server.port()));
    four.back()->send(served::request("GET /v1/events"));
    CHECK(four.back()->read_until("\r\n").starts_with("HTTP/1.1 200"));
  }
}

TEST_CASE("a stream ends with its token, which never stands in an address", "[http][server][D25]") {
  served at({}, {.check_token_every = 0ms});
  client watching(at.server.port());
  watching.send(
      "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer reader\r\n\r\n");
  CHECK(watching.read_until("\r\n\r\n").starts_with("HTTP/1.1 200"));
  at.tokens->revoke(http::bearer_tokens::digest_of("reader"));
  make_events(at, 1);  // it looks when something happens, and otherwise once a second
  CHECK(watching.read_to_the_end().find("data:") == std::string::npos);
  CHECK(watching.closed());

  for (const char* name : {"token", "access_token", "authorization", "api_key"}) {
    const std::string target = std::string("/v1/events?") + name + "=admin";
    CHECK(at.get(target, "").status == 401);
    CHECK(at.get(target, "admin").status == 400);
  }
}

TEST_CASE("a caller that loses a permission loses its streams", "[http][D25]") {
  desk<convert> at({.check_token_every = 0ms});
  auto watching = at.get("/v1/events", "reader");
  REQUIRE(watching.stream);
  std::string out;
  CHECK(watching.stream->read(out) == http::event_stream::state::open);
  at.tokens->revoke(http::bearer_tokens::digest_of("reader"));
  at.tokens->add("reader", {{.tenant = "globex", .user = "ann", .organisation = "org"},
                            {http::permission::read}});
  CHECK(watching.stream->read(out) == http::event_stream::state::ended);
}

TEST_CASE("no text of a job begins an event of a stream", "[http][D26]") {
  desk<convert> at;
  const std::string planted =
      "a\\n\\nid: 999999\\nevent: transition\\ndata: {}\\r\\rdata: x\\u2028\\u0085retry: 1";
  const auto made = at.post("/v1/jobs/deck.convert",
                            R"({"input":{"document":"d","source_uri":"s"},"subjectId":")" +
                                planted + R"(","correlationId":")" + planted + "\"}");
  REQUIRE(made.status == 202);
  const std::string id = member(made.body, "jobId");
  REQUIRE(at.post("/v1/jobs/" + id + "/cancel", R"({"reason":")" + planted + "\"}").status == 200);
  for (const std::string& target : {"/v1/jobs/" + id + "/events", std::string("/v1/events")}) {
    CAPTURE(target);
    auto all = at.get(target);
    REQUIRE(all.stream);
    std::string sent;
    all.stream->read(sent);
    CHECK(sent.find('\r') == std::string::npos);
    // Each event is its id, its kind and one line of data, and nothing else stands in between.
    std::size_t line = 0;
    while (line < sent.size()) {
      const std::size_t end = sent.find('\n', line);
      const std::string each = sent.substr(line, end - line);
      CAPTURE(each);
      CHECK((each.empty() || each.starts_with("id: ") || each.starts_with("event: ") ||
             each.starts_with("data: {")));
      CHECK(each != "id: 999999");
      line = end + 1;
    }
    CHECK(sent.find("999999") != std::string::npos);  // it was told, as text
  }
}
