// SPDX-License-Identifier: BSL-1.0
// Ends of jobs that are told elsewhere, and verified there by programs that are not ours.
#include <filesystem>
#include <fstream>

#include <pawl/handlers/http_client.hpp>
#include <pawl/handlers/webhook.hpp>
#include <pawl/testing/recorded_attempt.hpp>

#include "../runtime/bench.hpp"
#include "handlers/server.hpp"
#include "support/program.hpp"

using namespace handlers_test;
using support::program;
using namespace std::chrono_literals;
namespace handlers = pawl::handlers;
namespace fs = std::filesystem;
using handlers::webhook;
using pawl::testing::manual_clock;

namespace {

const std::string secret = "the secret that sender and receiver share";

struct bad_slide : pawl::error_class<"bad_slide", pawl::fatal> {};

struct render : pawl::job<"acme.render.v1", pawl::lifecycles::service, pawl::errors<bad_slide>>,
                handlers::announced_to<"partner"> {
  outcome<int> operator()(context&, int slides) const {
    if (slides < 0) return fail<bad_slide>("slide 3 is empty", "an internal path, /srv/decks/7");
    return slides;
  }
};

webhook to_partner(const std::string& url, std::uint16_t port) {
  handlers::webhook_options options;
  options.guard.allow_network("127.0.0.0/8").allow_port(port);
  webhook out(options);
  out.add("partner", {.url = url, .secret = pawl::secret<std::string>(secret)});
  return out;
}

/// A service whose time the test makes pass.
struct desk {
  manual_clock clock;
  std::vector<pawl::observe::log_entry> log{};
  pawl::service<pawl::testing::memory_store<>, render, webhook> jobs;
  std::unique_ptr<pawl::runtime::engine> engine;
  pawl::session<pawl::testing::memory_store<>, render, webhook> me;

  explicit desk(webhook sends)
      : jobs(
            std::make_unique<pawl::testing::memory_store<>>(pawl::storage::memory_options{}, clock),
            render{}, std::move(sends)),
        engine(pawl::testing::stepped_engine(
            jobs, {.workers = 2, .log = [this](const auto& each) { log.push_back(each); }})),
        me(jobs.as({.tenant = "acme", .user = "ann"})) {
    REQUIRE(engine->enrol());
  }
  void live(int rounds = 4) {
    for (int round = 0; round < rounds; ++round) {
      engine->run_until_idle();
      engine->maintain_once();
      engine->run_until_idle();
      for (int step = 0; step < 4; ++step) {
        clock.advance(15s);
        engine->keep_once();
      }
    }
  }
  [[nodiscard]] std::vector<pawl::job_record> deliveries() const {
    pawl::storage::list_filter filter;
    filter.handler = "pawl.webhook.v1";
    return me.list(filter)->jobs;
  }
};

std::string event_of(const pawl::job_record& ended) {
  return to_string(pawl::job_event{.job = ended.id, .number = ended.last_event}.id());
}

std::string field_of(const std::string& line, const std::string& name) {
  const std::size_t at = line.find('"' + name + "\":");
  if (at == line.npos) return {};
  const std::size_t from = at + name.size() + 3;
  const bool quoted = line[from] == '"';
  const std::size_t end = quoted ? line.find('"', from + 1) : line.find_first_of(",}", from);
  return line.substr(from + quoted, end - from - quoted);
}

/// Node, which verifies what comes.
struct node {
  program runs;
  std::uint16_t port;
  explicit node(const std::string& statuses = {})
      : runs({PAWL_TEST_NODE, PAWL_TEST_RECEIVER, secret, statuses}),
        port(static_cast<std::uint16_t>(std::stoi(runs.line()))) {}
  [[nodiscard]] std::string url() const {
    return "http://127.0.0.1:" + std::to_string(port) + "/hooks";
  }
  /// What it has heard so far, and then it ends.
  std::vector<std::string> heard() {
    post({.url = "http://127.0.0.1:" + std::to_string(port) + "/end"});
    std::vector<std::string> out;
    for (std::string each = runs.line(); !each.empty(); each = runs.line()) out.push_back(each);
    return out;
  }
  long post(const handlers::http_request& request) const {
    struct : handlers::http_receiver {
      bool begin(const handlers::http_answer&) override { return true; }
      bool take(std::string_view) override { return true; }
    } ignores;
    handlers::address_guard guard;
    guard.allow_network("127.0.0.0/8").allow_port(port);
    return handlers::http_client(guard, {}).exchange(request, {}, {}, ignores).status;
  }
};

bool has_node() {
  if (*PAWL_TEST_NODE != '\0') return true;
  WARN("node was not found; nothing is verified by it");
  return false;
}

void answer(wire& to, const std::string& status, const std::string& headers = {}) {
  to.send("HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: 0\r\n\r\n");
}

/// One try to deliver, by itself.
struct single_try {
  pawl::testing::recorded_attempt run{};
  webhook sends;
  handlers::webhook_input input{"partner", "018f3c6e-7a10-8c3e-9b1d-2f6a5e0c4d21", "{}"};
  auto attempt() {
    webhook::context ctx(run);
    return sends(ctx, input);
  }
  std::string failure() {
    const auto end = attempt();
    return end.error() == nullptr ? "" : std::string(std::string_view(end.error()->code));
  }
};

}  // namespace

TEST_CASE("every end of a job is delivered, and verified by the receiver", "[DECK-30]") {
  if (!has_node()) return;
  node partner;
  desk d(to_partner(partner.url(), partner.port));
  const auto good = *d.me.submit<render>(7, {.subject = "deck-1", .correlation = "request-9"});
  const auto bad = *d.me.submit<render>(-1);
  const auto dropped = *d.me.submit<render>(8, {.delay = 1h});
  REQUIRE(d.me.cancel(dropped.id));
  d.live();
  const auto heard = partner.heard();
  REQUIRE(heard.size() == 3);
  const auto about = [&](const pawl::job_ref<render>& job) {
    for (const std::string& each : heard)
      if (field_of(each, "jobId") == to_string(job.id)) return each;
    return std::string();
  };
  for (const auto& [job, status, outcome] :
       {std::tuple(good, "succeeded", "success"), std::tuple(bad, "dead_lettered", "dead"),
        std::tuple(dropped, "canceled", "cancelled")}) {
    const std::string said = about(job);
    INFO(said);
    CHECK(field_of(said, "verdict") == "new");
    CHECK(said.find("\"status\":\"" + std::string(status) + '"') != std::string::npos);
    CHECK(field_of(said, "outcome") == outcome);
    CHECK(said.find("\"type\":\"application/json\"") != std::string::npos);
    CHECK(said.find("\"type\":\"acme.render.v1\"") != std::string::npos);
    CHECK(field_of(said, "delivery") == event_of(*d.me.status(job.id)));
    CHECK(field_of(said, "id") == field_of(said, "delivery"));
  }
  CHECK(field_of(about(good), "subjectId") == "deck-1");
  CHECK(field_of(about(good), "correlationId") == "request-9");
  CHECK(about(bad).find("\"message\":\"slide 3 is empty\"") != std::string::npos);
  CHECK(field_of(about(bad), "code") == d.me.status(bad.id)->public_code());
  for (const std::string& each : heard) CHECK(each.find("/srv/decks") == std::string::npos);
  for (const pawl::job_record& each : d.deliveries()) CHECK(each.state == "succeeded");
}

TEST_CASE("a delivery that is tried again is the same delivery", "[DECK-30]") {
  if (!has_node()) return;
  node partner("503,500,429,408");
  desk d(to_partner(partner.url(), partner.port));
  const auto job = *d.me.submit<render>(7);
  d.live(20);
  const auto heard = partner.heard();
  REQUIRE(heard.size() == 5);
  for (const std::string& each : heard) {
    CHECK(field_of(each, "verdict") == "new");
    CHECK(field_of(each, "delivery") == event_of(*d.me.status(job.id)));
  }
  REQUIRE(d.deliveries().size() == 1);
  CHECK(d.deliveries()[0].state == "succeeded");
  CHECK(d.deliveries()[0].retries == 4);
}

TEST_CASE("what is replayed, altered or old is refused by the receiver", "[DECK-30]") {
  if (!has_node()) return;
  // A thief on the way takes down what comes.
  server thief([](wire& to, const request&) { answer(to, "204 x"); });
  desk d(to_partner(thief.url("/hooks"), thief.port()));
  REQUIRE(d.me.submit<render>(7));
  d.live();
  REQUIRE(thief.requests().size() == 1);
  const request taken = thief.requests()[0];
  node partner;
  const auto send = [&](const std::string& timestamp, const std::string& signature,
                        const std::string& body) {
    return partner.post(
        {.url = partner.url(),
         .headers = {"Content-Type: application/json",
                     "Pawl-Delivery: " + taken.header("pawl-delivery"),
                     "Pawl-Timestamp: " + timestamp, "Pawl-Signature: " + signature},
         .body = body});
  };
  const std::string timestamp = taken.header("pawl-timestamp");
  const std::string signature = taken.header("pawl-signature");
  const auto later = [&](int by) { return std::to_string(std::stoll(timestamp) + by); };
  CHECK(send(timestamp, signature, taken.body) == 204);
  CHECK(send(timestamp, signature, taken.body) == 204);
  CHECK(send(timestamp, signature, taken.body + ' ') == 401);
  CHECK(send(later(1), signature, taken.body) == 401);
  CHECK(send(later(-900), handlers::webhook_signature(secret, later(-900), taken.body),
             taken.body) == 401);
  CHECK(send(later(900), handlers::webhook_signature(secret, later(900), taken.body), taken.body) ==
        401);
  CHECK(send(timestamp, handlers::webhook_signature(secret + '!', timestamp, taken.body),
             taken.body) == 401);
  CHECK(send(timestamp, "", taken.body) == 401);
  std::vector<std::string> verdicts;
  for (const std::string& each : partner.heard()) verdicts.push_back(field_of(each, "verdict"));
  CHECK(verdicts == std::vector<std::string>{"new", "repeated", "forged", "forged", "old", "old",
                                             "forged", "forged"});
  // And by ours, which receivers in C++ use.
  const std::int64_t now = std::stoll(timestamp);
  CHECK(handlers::verify_webhook(secret, timestamp, taken.body, signature, now));
  CHECK_FALSE(handlers::verify_webhook(secret, timestamp, taken.body + ' ', signature, now));
  CHECK_FALSE(handlers::verify_webhook(secret, timestamp, taken.body, signature, now + 301));
}

TEST_CASE("an answer decides whether a delivery is tried again", "[DECK-30]") {
  std::string status;
  std::string headers;
  server partner([&](wire& to, const request&) { answer(to, status, headers); });
  single_try t{.sends = to_partner(partner.url(), partner.port())};
  for (const char* each : {"200 x", "201 x", "204 x"}) {
    status = each;
    CHECK(t.attempt().has_value());
  }
  for (const char* each : {"400 x", "401 x", "404 x", "409 x", "410 Gone", "422 x", "304 x"}) {
    INFO(each);
    status = each;
    CHECK(t.failure() == "receiver_refused");
  }
  for (const char* each : {"500 x", "502 x", "503 x", "504 x", "429 x", "408 x"}) {
    INFO(each);
    status = each;
    CHECK(t.failure() == "receiver_unavailable");
  }
  status = "429 x";
  headers = "Retry-After: 30\r\n";
  CHECK(t.attempt().least_wait() == 30s);
  // No redirect is followed.
  server other([](wire& to, const request&) { answer(to, "204 x"); });
  status = "307 x";
  headers = "Location: " + other.url() + "\r\n";
  CHECK(t.failure() == "receiver_refused");
  CHECK(other.connections() == 0);
}

TEST_CASE("a receiver that does not answer is tried again", "[DECK-30]") {
  handlers::webhook_options options;
  server silent([](wire& to, const request&) { to.wait_for_end(); });
  options.guard.allow_network("127.0.0.0/8").allow_port(silent.port());
  options.longest = 50ms;
  webhook sends(options);
  sends.add("partner", {.url = silent.url(), .secret = pawl::secret<std::string>(secret)});
  single_try t{.sends = sends};
  CHECK(t.failure() == "receiver_unavailable");
  t.run.stop.request_stop();
  CHECK(t.attempt().is_cancelled());
}

TEST_CASE("a delivery goes to no address inside, to no unknown endpoint and under no false id",
          "[DECK-30]") {
  server inner([](wire& to, const request&) { answer(to, "204 x"); });
  handlers::webhook_options options;
  options.guard.allow_port(inner.port());
  webhook sends(options);
  for (const char* host : {"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0x7f000001"}) {
    sends.add("partner", {.url = "http://" + std::string(host) + ':' + std::to_string(inner.port()),
                          .secret = pawl::secret<std::string>(secret)});
    CHECK(single_try{.sends = sends}.failure() == "address_refused");
  }
  CHECK(inner.connections() == 0);
  single_try elsewhere{.sends = sends};
  elsewhere.input.endpoint = "nobody";
  CHECK(elsewhere.failure() == "unknown_endpoint");
  for (const std::string& each :
       std::vector<std::string>{"", "a\r\nX: y", "a b", "\xc3\xa9", std::string(129, 'a')}) {
    single_try forged{.sends = sends};
    forged.input.delivery = each;
    CHECK(forged.failure() == "invalid_input");
  }
  CHECK_THROWS_AS(
      sends.add("x", {.url = "https://example.com", .secret = pawl::secret<std::string>("short")}),
      std::invalid_argument);
}

TEST_CASE("the secret of an endpoint is neither stored nor logged", "[DECK-30]") {
  support::fresh_directory directory;
  server partner([](wire& to, const request&) { answer(to, "500 x"); });
  {
    std::string log;
    auto store = pawl::storage::sqlite<>::open(directory / "jobs.db").value();
    pawl::service jobs{std::move(store), render{}, to_partner(partner.url(), partner.port())};
    const auto engine = pawl::testing::stepped_engine(
        jobs, {.log = [&](const pawl::observe::log_entry& each) { log += each.message; }});
    REQUIRE(engine->enrol());
    REQUIRE(jobs.as({.tenant = "acme", .user = "ann"}).submit<render>(1));
    engine->run_until_idle();
    engine->maintain_once();
    engine->run_until_idle();
    REQUIRE(partner.requests().size() == 1);
    CHECK(log.find(secret) == std::string::npos);
  }
  std::size_t looked_at = 0;
  for (const auto& each : fs::directory_iterator(directory.path())) {
    std::ifstream from(each.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(from), {}};
    CHECK(bytes.find(secret) == std::string::npos);
    looked_at += bytes.find("partner") != std::string::npos;
  }
  CHECK(looked_at != 0);  // what is stored could be found
  for (const request& each : partner.requests()) {
    CHECK(each.body.find(secret) == std::string::npos);
    for (const auto& header : each.headers) CHECK(header.second.find(secret) == std::string::npos);
  }
}
