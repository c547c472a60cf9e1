// SPDX-License-Identifier: BSL-1.0
// examples/deck_service, walked through its specification: convert, export and ai, asked over HTTP,
// while a server of the test's own plays the model, the hosts of pictures and a partner.
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <fstream>
#include <mutex>
#include <regex>
#include <set>
#include <thread>

#include <pawl/client.hpp>
#include <pawl/handlers/webhook_signature.hpp>
#include <pawl/storage/sqlite.hpp>
#if __has_include(<libpq-fe.h>)
#include <pawl/storage/postgres.hpp>
#endif

#include "golden.hpp"
#include "handlers/server.hpp"
#include "jobs/deck.hpp"
#include "slow_file.hpp"
#include "system.hpp"

using namespace systems_test;
namespace fs = std::filesystem;

namespace {

const std::string secret = "what the service and its partner share";

/// The rest of the world.
class world {
 public:
  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  [[nodiscard]] std::string url(const std::string& path) const { return server_.url(path); }

  /// A path, or a prompt, is not answered until it is let go.
  void hold(const std::string& what) {
    const std::scoped_lock lock(mutex_);
    held_.insert(what);
  }
  void let_go(const std::string& what) {
    const std::scoped_lock lock(mutex_);
    held_.erase(what);
    changed_.notify_all();
  }
  /// The next answers to a prompt; the last one stays.
  void answer(const std::string& prompt, std::vector<std::string> heads) {
    const std::scoped_lock lock(mutex_);
    heads_[prompt] = std::move(heads);
  }
  [[nodiscard]] std::size_t asked_for(const std::string& what) const {
    const std::scoped_lock lock(mutex_);
    const auto found = asked_.find(what);
    return found == asked_.end() ? 0 : found->second;
  }
  void await(const std::string& what, std::size_t times = 1) {
    std::unique_lock lock(mutex_);
    const bool came =
        changed_.wait_for(lock, std::chrono::minutes{1}, [&] { return asked_[what] >= times; });
    INFO(what);
    REQUIRE(came);
  }
  /// Deliveries about a job that are genuine, by its status.
  [[nodiscard]] std::vector<std::string> told_of(const std::string& job) const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::string> out;
    for (const handlers_test::request& each : told_) {
      const json::value body = json::parse(each.body);
      if (at(body, "/jobId") != job) continue;
      CHECK(pawl::handlers::verify_webhook(secret, each.header("pawl-timestamp"), each.body,
                                           each.header("pawl-signature"), std::time(nullptr)));
      CHECK(at(body, "/id") == each.header("pawl-delivery"));
      out.push_back(at(body, "/status"));
    }
    return out;
  }
  void await_delivery(const std::string& job) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (told_of(job).empty()) {
      REQUIRE(std::chrono::steady_clock::now() < end);
      std::this_thread::sleep_for(milliseconds{10});
    }
  }

 private:
  void serve(handlers_test::wire& to, const handlers_test::request& in) {
    const auto send = [&](const std::string& head, const std::string& body) {
      to.send("HTTP/1.1 " + head + "\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\n\r\n" + body);
    };
    if (in.target == "/partner") {
      const std::scoped_lock lock(mutex_);
      told_.push_back(in);
      send("204 No Content", "");
      return;
    }
    const bool to_model = in.target == "/model";
    const std::string what = to_model ? at(json::parse(in.body), "/prompt") : in.target;
    std::string head = "200 OK";
    {
      std::unique_lock lock(mutex_);
      ++asked_[what];
      changed_.notify_all();
      if (auto found = heads_.find(what); found != heads_.end()) {
        head = found->second.front();
        if (found->second.size() > 1) found->second.erase(found->second.begin());
      }
      changed_.wait_for(lock, std::chrono::seconds{50}, [&] { return !held_.contains(what); });
    }
    if (!to_model || head != "200 OK") {
      send(head, "bytes of " + what);
      return;
    }
    // Piece by piece, as models answer.
    const std::vector<std::string> pieces{"{\"text\":\"To \"}\n", "{\"text\":\"" + what + "\"}\n",
                                          "{\"model\":\"test-model\",\"tokenUsage\":42}\n"};
    std::size_t all = 0;
    for (const std::string& each : pieces) all += each.size();
    to.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(all) + "\r\n\r\n");
    for (const std::string& each : pieces) to.send(each);
  }

  mutable std::mutex mutex_;  ///< for all that follows, but the server
  std::condition_variable changed_;
  std::set<std::string> held_;
  std::map<std::string, std::vector<std::string>> heads_;
  std::map<std::string, std::size_t> asked_;
  std::vector<handlers_test::request> told_;
  handlers_test::server server_{[this](auto& to, auto& in) { serve(to, in); }};
};

/// A folder of files that goes with the test.
struct fresh_folder {
  fs::path path;
  fresh_folder() {
    std::string pattern = (fs::temp_directory_path() / "pawl-decks.XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path = pattern;
  }
  fresh_folder(const fresh_folder&) = delete;
  fresh_folder& operator=(const fresh_folder&) = delete;
  ~fresh_folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

/// The service, its world, and what it works on.
struct decks {
  world around;
  fresh_folder files;
  running_system service;
  std::vector<std::string> callers = service.tokens(
      {{.tenant = "acme", .user = "ann", .organisation = "design"},
       {.tenant = "acme", .user = "bob", .allow = "read,submit", .organisation = "sales"},
       {.tenant = "acme", .user = "cay", .allow = "read,submit", .organisation = "sales"}});
  std::string ann = callers[0];

  explicit decks(const std::vector<std::string>& further = {}) : service(options(further)) {}

  std::vector<std::string> options(const std::vector<std::string>& further) {
    ::setenv("PARTNER_SECRET", secret.c_str(), 1);
    std::vector<std::string> out{"--files",    files.path,
                                 "--inside",   "127.0.0.0/8," + std::to_string(around.port()),
                                 "--model",    around.url("/model"),
                                 "--webhook",  around.url("/partner"),
                                 "--patience", "50"};
    out.insert(out.end(), further.begin(), further.end());
    return out;
  }
  /// An outline of so many slides; some have a picture, at this path of the world.
  std::string outline(const std::string& name, int slides, const std::string& pictures = {}) {
    fs::create_directories(files.path / "acme" / "sources");
    std::ofstream out(files.path / "acme" / "sources" / (name + ".md"));
    out << "# The deck " << name << "\n";
    for (int i = 1; i <= slides; ++i) {
      out << "\n## Slide " << i << "\n- it has (one) point\n- and an \xc3\xa4nother\n";
      if (!pictures.empty())
        out << "![](" << around.url(pictures + '/' + std::to_string(i)) << ")\n";
    }
    return R"({"document":")" + name + R"(","source_uri":")" + name + R"(.md"})";
  }
  [[nodiscard]] fs::path deck(const std::string& name) const {
    return files.path / "acme" / "decks" / (name + ".json");
  }
  /// A document that was converted.
  std::string converted(const std::string& name, int slides) {
    const std::string id = service.submit("deck.convert", ann, outline(name, slides));
    service.until_status(id, ann, {"succeeded"});
    return id;
  }
  std::string ask(const std::string& prompt, const std::string& type = "deck.ai") {
    return service.submit(type, ann, R"({"prompt":")" + prompt + "\"}");
  }
  std::string submit_export(const std::string& document, const std::string& as = "pdf") {
    return service.submit("deck.export", ann,
                          R"({"document":")" + document + R"(","target":")" + as + "\"}");
  }
  [[nodiscard]] answer job(const std::string& id) const {
    return service.get("/v1/jobs/" + id, ann);
  }
  answer ended(const std::string& id) {
    return service.until_status(id, ann, {"succeeded", "failed", "canceled"});
  }
};

/// Milliseconds since 1970 of `2026-11-17T03:00:00.000Z`.
std::int64_t time_of(const std::string& written) {
  static const std::regex form(R"((\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z)");
  std::smatch found;
  INFO(written);
  REQUIRE(std::regex_match(written, found, form));
  std::tm time{};
  time.tm_year = std::stoi(found[1]) - 1900;
  time.tm_mon = std::stoi(found[2]) - 1;
  time.tm_mday = std::stoi(found[3]);
  time.tm_hour = std::stoi(found[4]);
  time.tm_min = std::stoi(found[5]);
  time.tm_sec = std::stoi(found[6]);
  return std::int64_t{::timegm(&time)} * 1000 + std::stoi(found[7]);
}

/// How many of some jobs ran at the same time, by what their records say.
std::size_t most_at_once(const std::vector<answer>& jobs) {
  std::size_t most = 0;
  for (const answer& one : jobs) {
    std::size_t running = 0;
    const std::string at = one.at("/startedAt");
    for (const answer& other : jobs)
      running += other.at("/startedAt") <= at && at < other.at("/completedAt") ? 1 : 0;
    most = std::max(most, running);
  }
  return most;
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Whether a path stands in some JSON as this text.
void has(const answer& in, const std::string& path, const std::string& value) {
  INFO(path << " of " << in.body);
  CHECK(in.at(path) == value);
}

}  // namespace

TEST_CASE(
    "an outline is converted, exported and asked about",
    "[DECK-01][DECK-02][DECK-04][DECK-05][DECK-06][DECK-07][DECK-09][DECK-10][DECK-11][DECK-13]"
    "[DECK-14][DECK-15][DECK-16][DECK-17][DECK-18][DECK-19][DECK-22][DECK-23][DECK-30][DECK-32]"
    "[DECK-33][DECK-34][DECK-35][DECK-36][DECK-37]") {
  decks at;
  auto& service = at.service;
  // The last one is of the edge cases: a lost worker with attempts left. [DECK-01]
  for (const char* type : {"deck.convert", "deck.export", "deck.ai", "deck.ai_private"})
    CHECK(service.transitions(type, at.ann) ==
          std::set<std::string>{"pending running", "pending canceled", "running succeeded",
                                "running running", "running failed", "running canceled",
                                "running pending"});
  const std::string input = at.outline("d1", 3, "/picture");
  at.around.hold("/picture/2");

  // --- A convert job, seen while it runs
  // -----------------------------------------------------------
  const answer accepted = service.post("/v1/jobs/deck.convert", at.ann,
                                       R"({"input":)" + input + R"(,"metadata":{"from":"test"}})",
                                       {"Idempotency-Key: once"});
  REQUIRE(accepted.status == 202);
  const std::string id = accepted.at("/jobId");
  at.around.await("/picture/2");
  const answer running = service.until("/v1/jobs/" + id, at.ann, [](const answer& is) {
    return is.at("/status") == "running" && is.at("/stage") == "extracting" &&
           is.at("/hasCheckpoint") == "true";
  });
  // One slide of three, in a stage from 15 to 55. [DECK-02][DECK-16]
  has(running, "/progress", "28");
  has(running, "/attempts", "1");

  // The same key and payload: the same job. Another payload: a conflict. [DECK-09][DECK-10]
  const answer again = service.post("/v1/jobs/deck.convert", at.ann,
                                    R"({"input":)" + input + R"(,"metadata":{"from":"test"}})",
                                    {"Idempotency-Key: once"});
  CHECK(again.status == 200);
  CHECK(again.header("idempotency-replayed") == "true");
  has(again, "/jobId", id);
  const answer other = service.post("/v1/jobs/deck.convert", at.ann,
                                    R"({"input":{"document":"d9","source_uri":"d1.md"}})",
                                    {"Idempotency-Key: once"});
  CHECK(other.status == 409);
  has(other, "/code", "KEY_CONFLICT");

  // A second conversion of the document is refused while the first one lives. [DECK-11]
  const answer second = service.post("/v1/jobs/deck.convert", at.ann, R"({"input":)" + input + "}");
  CHECK(second.status == 409);
  has(second, "/code", "LIMIT_REACHED");

  at.around.let_go("/picture/2");
  const answer done = at.ended(id);
  has(done, "/status", "succeeded");
  // What was made is there when the status says so. [DECK-22]
  const json::value deck = json::parse(read_file(at.deck("d1")));
  CHECK(deck.at("slides").as_array().size() == 3);
  CHECK(at.job(id).at("/progress") == "100");  // [DECK-17]
  CHECK(systems_test::at(deck, "/slides/1/points/0") == "it has (one) point");
  CHECK(read_file(at.files.path / "acme" / "pictures" / "d1" / "2-1") == "bytes of /picture/2");
  CHECK(service.walk(id, at.ann) == std::vector<std::string>{"running", "succeeded"});  // [DECK-01]
  service.until("/v1/jobs/" + id, at.ann,
                [&](const answer&) { return fs::is_empty(at.files.path / "parts"); });
  CHECK(service.post("/v1/jobs/deck.convert", at.ann, R"({"input":)" + input + "}").status == 202);

  // The record. [DECK-14][DECK-23]
  for (const char* field : {"/id", "/type", "/status", "/progress", "/attempts", "/maxAttempts",
                            "/createdAt", "/updatedAt", "/startedAt", "/completedAt", "/resultRef",
                            "/metadata/from", "/stage", "/requestedBy"}) {
    INFO(field << " of " << done.body);
    CHECK(done.at(field) != "(absent)");
  }
  has(done, "/requestedBy", "ann");
  CHECK(done.body.find("source_uri") == std::string::npos);
  CHECK(time_of(done.at("/createdAt")) <= time_of(done.at("/startedAt")));
  CHECK(time_of(done.at("/startedAt")) <= time_of(done.at("/completedAt")));
  has(service.get(done.at("/resultRef"), at.ann), "/slides", "3");

  // --- Its events
  // ----------------------------------------------------------------------------------
  const auto events = service.events("/v1/jobs/" + id + "/events", at.ann, [](const auto& seen) {
    return !seen.empty() && systems_test::at(seen.back().data, "/to") == "succeeded";
  });
  static const std::regex uuid(R"([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})");
  std::set<std::string> ids;
  int progress = 0;
  for (const sent_event& each : events) {  // [DECK-19]
    CHECK(std::regex_match(systems_test::at(each.data, "/id"), uuid));
    ids.insert(systems_test::at(each.data, "/id"));
    CHECK(systems_test::at(each.data, "/jobId") == id);
    time_of(systems_test::at(each.data, "/timestamp"));
    CHECK(systems_test::at(each.data, "/attempt") == "1");
    CHECK(systems_test::at(each.data, "/stage") != "(absent)");
    const int now = std::stoi(systems_test::at(each.data, "/progress"));
    CHECK(now >= progress);  // [DECK-16]
    progress = now;
  }
  CHECK(ids.size() == events.size());
  // From the middle on: what follows, and no more. [DECK-15]
  REQUIRE(events.size() >= 3);
  const auto rest =
      service.events("/v1/jobs/" + id + "/events", at.ann,
                     [&](const auto& seen) { return seen.size() == events.size() - 2; },
                     {"Last-Event-ID: " + events[1].id});
  REQUIRE(rest.size() == events.size() - 2);
  CHECK(rest.front().id == events[2].id);
  CHECK(rest.back().data == events.back().data);

  // --- Exports
  // -------------------------------------------------------------------------------------
  for (const std::string as : {"pdf", "pptx"}) {
    CAPTURE(as);
    const answer exported = at.ended(at.submit_export("d1", as));
    has(exported, "/status", "succeeded");
    // Stored, signed, and valid for the hour that the type declares. [DECK-35]
    const std::string link = exported.at("/resultRef");
    REQUIRE(link.starts_with("/files/acme/"));
    CHECK(time_of(exported.at("/resultExpiresAt")) >=
          time_of(exported.at("/completedAt")) + 3'600'000);
    const answer file = service.get(link, "");
    CHECK(file.status == 200);
    CHECK(file.body.substr(0, 4) == (as == "pdf" ? "%PDF" : std::string("PK\x03\x04")));
    CHECK(file.body.find("Slide 3") != std::string::npos);
    std::string altered = link;
    altered.back() = altered.back() == '0' ? '1' : '0';
    CHECK(service.get(altered, "").status == 403);
    const std::size_t expires = link.find("expires=") + 8;
    CHECK(service.get(link.substr(0, expires) + '9' + link.substr(expires), "").status == 403);
    CHECK(service.get(link.substr(0, link.find('?')), at.ann).status == 403);
  }
  const answer absent = at.ended(at.submit_export("d7"));
  has(absent, "/status", "failed");
  has(absent, "/error/class", "validation_error");
  CHECK(absent.at("/resultRef") == "(absent)");

  // --- A question
  // ----------------------------------------------------------------------------------
  at.around.hold("why");
  const std::string asked = at.ask("why");
  at.around.await("why");
  const answer asking = service.until("/v1/jobs/" + asked, at.ann, [](const answer& is) {
    return is.at("/stage") == "sending_prompt";
  });
  has(asking, "/progress", "10");  // [DECK-02][DECK-16]
  at.around.let_go("why");
  const answer answered = at.ended(asked);
  has(answered, "/status", "succeeded");
  has(answered, "/audit/model", "test-model");  // [DECK-23]
  has(answered, "/audit/tokenUsage", "42");
  has(answered, "/metadata", "{}");
  CHECK(answered.body.find("why") == std::string::npos);
  has(service.get("/v1/jobs/" + asked + "/result", at.ann), "/response", "To why");
  // What is not to be kept is not, and the status says so. [DECK-36]
  const std::string whispered = at.ask("softly", "deck.ai_private");
  has(at.ended(whispered), "/resultKept", "false");
  CHECK(at.job(whispered).at("/resultRef") == "(absent)");
  const answer nothing = service.get("/v1/jobs/" + whispered + "/result", at.ann);
  CHECK(nothing.status == 404);
  has(nothing, "/code", "NO_RESULT");

  // --- What cannot work
  // ----------------------------------------------------------------------------
  const answer wrong = at.ended(
      service.submit("deck.convert", at.ann, R"({"document":"d3","source_uri":"d3.pptx"})"));
  has(wrong, "/status", "failed");  // [DECK-04][DECK-06]
  has(wrong, "/attempts", "1");
  has(wrong, "/error/code", "CONVERT_UNSUPPORTED_FORMAT");
  has(wrong, "/error/retryable", "false");
  CHECK(wrong.at("/progress") != "100");  // [DECK-17]

  // --- The partner was told of every end. [DECK-30]
  const std::string waiting = [&] {
    const answer made = service.post("/v1/jobs/deck.ai", at.ann,
                                     R"({"input":{"prompt":"later"},"delayMs":3600000})");
    REQUIRE(made.status == 202);
    return made.at("/jobId");
  }();
  // Delayed, and cancelled while it waits: it never runs. [DECK-07][DECK-32]
  const answer delayed = at.job(waiting);
  has(delayed, "/status", "pending");
  // Shown by the wall clock, kept on the store's own line: they may differ by a millisecond.
  const std::int64_t wait = time_of(delayed.at("/dueAt")) - time_of(delayed.at("/createdAt"));
  CHECK(std::abs(wait - 3'600'000) < 1000);
  const answer cancelled = service.post("/v1/jobs/" + waiting + "/cancel", at.ann);
  CHECK(cancelled.status == 200);
  has(cancelled, "/status", "canceled");
  has(cancelled, "/attempts", "0");
  CHECK(cancelled.at("/startedAt") == "(absent)");
  for (const auto& [job, status] :
       {std::pair(id, "succeeded"), std::pair(wrong.at("/id"), "failed"),
        std::pair(waiting, "canceled")}) {
    at.around.await_delivery(job);
    CHECK(at.around.told_of(job) == std::vector<std::string>{status});
  }
  CHECK(at.around.asked_for("later") == 0);
  CHECK(service
            .post("/v1/jobs/pawl.webhook.v1", at.ann,
                  R"({"input":{"endpoint":"partner","delivery":"d","body":"{}"}})")
            .status == 404);
  // A job that is due soon runs no sooner. [DECK-32]
  const answer soon =
      service.post("/v1/jobs/deck.ai", at.ann, R"({"input":{"prompt":"soon"},"delayMs":400})");
  const answer came = at.ended(soon.at("/jobId"));
  CHECK(time_of(came.at("/startedAt")) >= time_of(came.at("/createdAt")) + 390);

  // --- What is measured, and shown
  // -----------------------------------------------------------------
  const std::string root = service.token("root", "ops");
  const std::string metrics = service.get("/metrics", root).body;
  for (const char* line :  // [DECK-18]
       {"# TYPE job_enqueue_total counter", "# TYPE job_start_total counter",
        "# TYPE job_duration_seconds histogram", "# TYPE job_attempts histogram",
        "# TYPE job_in_progress gauge", "# TYPE job_retry_total counter",
        "# TYPE job_failure_total counter", "# TYPE job_canceled_total counter",
        "# TYPE job_stage_time_seconds histogram"}) {
    INFO(line);
    CHECK(metrics.find(line) != std::string::npos);
  }
  const auto sample = [&](const std::string& name) {
    return service.metric(name, root).value_or(-1);
  };
  CHECK(sample(R"(job_failure_total{job_type="deck.convert",error_class="unsupported_format"})") ==
        1);
  CHECK(sample(R"(job_canceled_total{job_type="deck.ai"})") == 1);
  CHECK(sample(R"(job_enqueue_total{job_type="deck.export"})") == 3);
  CHECK(sample(R"(job_start_total{job_type="deck.export"})") == 3);
  CHECK(sample(R"(job_in_progress{job_type="deck.export"})") == 0);
  CHECK(sample(R"(job_duration_seconds_count{job_type="deck.export",outcome="failed"})") == 1);
  CHECK(sample(R"(job_attempts_count{job_type="deck.ai_private"})") == 1);
  // Every stage of every type was gone through. [DECK-02]
  const std::pair<const char*, std::vector<const char*>> stages[] = {
      {"deck.convert",
       {"validating_input", "fetching_source", "extracting", "normalizing", "generating_preview",
        "finalizing"}},
      {"deck.export",
       {"preparing", "rendering_slides", "packaging", "uploading_artifact", "finalizing"}},
      {"deck.ai", {"preparing_context", "sending_prompt", "streaming_response", "finalizing"}}};
  for (const auto& [type, names] : stages)
    for (const char* stage : names) {
      INFO(type << ' ' << stage);
      CHECK(sample(std::string(R"(job_stage_time_seconds_count{job_type=")") + type +
                   R"(",stage=")" + stage + "\"}") >= 1);
    }
  // The service level that is aimed at, beside what was measured. [DECK-34][DECK-37]
  const json::value types = service.get("/v1/handlers", at.ann).read();
  const auto declared = [&](const std::string& type) -> json::value {
    for (const json::value& each : types.at("items").as_array())
      if (systems_test::at(each, "/handlerId") == type) return each;
    FAIL(type << " is not listed");
    return {};
  };
  struct level {
    const char* type;
    const char* figure;     // in the description
    const char* quantile;   // among the metrics
    const char* histogram;  // that has it
    const char* seconds;
  };
  const std::string convert_took =
      R"(job_duration_seconds_bucket{job_type="deck.convert",outcome="succeeded",le=")";
  const std::string export_took =
      R"(job_duration_seconds_bucket{job_type="deck.export",outcome="succeeded",le=")";
  const std::string ai_took = R"(pawl_first_output_seconds_bucket{job_type="deck.ai",le=")";
  for (const level& each : {level{"deck.convert", "p50Ms", "0.5", convert_took.c_str(), "6"},
                            level{"deck.convert", "p95Ms", "0.95", convert_took.c_str(), "15"},
                            level{"deck.convert", "p99Ms", "0.99", convert_took.c_str(), "30"},
                            level{"deck.export", "p50Ms", "0.5", export_took.c_str(), "4"},
                            level{"deck.export", "p95Ms", "0.95", export_took.c_str(), "12"},
                            level{"deck.export", "p99Ms", "0.99", export_took.c_str(), "25"},
                            level{"deck.ai", "p50Ms", "0.5", ai_took.c_str(), "1.2"},
                            level{"deck.ai", "p95Ms", "0.95", ai_took.c_str(), "4"},
                            level{"deck.ai", "p99Ms", "0.99", ai_took.c_str(), "8"}}) {
    CAPTURE(each.type, each.figure);
    const double seconds = std::stod(each.seconds);
    CHECK(systems_test::at(declared(each.type), std::string("/objectives/") + each.figure) ==
          std::to_string(static_cast<int>(seconds * 1000 + 0.5)));
    CHECK(sample(std::string(R"(pawl_objective_seconds{job_type=")") + each.type +
                 R"(",quantile=")" + each.quantile + "\"}") == seconds);
    // Whether it is met is read off a bucket that ends there. [DECK-34]
    CHECK(sample(each.histogram + std::string(each.seconds) + "\"}") >= 1);
  }
  for (const char* type : {"deck.convert", "deck.export", "deck.ai"}) {
    CHECK(systems_test::at(declared(type), "/objectives/failurePercent") == "2");
    CHECK(systems_test::at(declared(type), "/objectives/ofFirstOutput") ==
          (type == std::string("deck.ai") ? "true" : "false"));
  }
  CHECK(sample(R"(pawl_first_output_seconds_count{job_type="deck.ai"})") == 2);
  CHECK(sample(
            R"(job_duration_seconds_bucket{job_type="deck.export",outcome="succeeded",le="25"})") ==
        2);

  // --- The description. [DECK-33]
  const answer described = service.get("/openapi.json", "");
  for (const char* field : {"attempts", "maxAttempts", "stage", "createdAt", "updatedAt",
                            "startedAt", "completedAt", "resultExpiresAt"})
    CHECK(described.at(std::string("/components/schemas/Job/properties/") + field) != "(absent)");
  CHECK(described.at("/components/schemas/JobEvent/properties/timestamp") != "(absent)");
  CHECK(described.body.find("CONVERT_UNSUPPORTED_FORMAT") != std::string::npos);
  CHECK(described.at("/paths/~1v1~1jobs~1{id}~1cancel/post/operationId") == "cancelJob");
  // Attempts, backoff, jitter and classes, as the specification's table has them. [DECK-05]
  const auto retries = [&](const std::string& type) { return described.at("/x-retry/" + type); };
  CHECK(
      retries("deck.convert") ==
      R"({"maxAttempts":3,"firstDelayMs":2000,"longestDelayMs":30000,"jitter":"full",)"
      R"("errors":["CONVERT_TRANSIENT_STORAGE","CONVERT_NETWORK_TIMEOUT","CONVERT_AI_RATE_LIMIT","CONVERT_TIMEOUT",)"
      R"("CONVERT_WORKER_LOST"]})");
  CHECK(
      retries("deck.export") ==
      R"({"maxAttempts":3,"firstDelayMs":2000,"longestDelayMs":30000,"jitter":"full",)"
      R"("errors":["EXPORT_TRANSIENT_STORAGE","EXPORT_NETWORK_TIMEOUT","EXPORT_TIMEOUT","EXPORT_WORKER_LOST"]})");
  CHECK(
      retries("deck.ai") ==
      R"({"maxAttempts":2,"firstDelayMs":1000,"longestDelayMs":10000,"jitter":"decorrelated",)"
      R"("errors":["AI_MODEL_OVERLOADED","AI_NETWORK_TIMEOUT","AI_AI_RATE_LIMIT","AI_TIMEOUT","AI_WORKER_LOST"]})");

  // --- Rates, for a user and for an organisation. [DECK-13]
  const auto submit_as = [&](const std::string& token) {
    return service.post("/v1/jobs/deck.ai_private", token, R"({"input":{"prompt":"many"}})");
  };
  for (int i = 0; i < 20; ++i) REQUIRE(submit_as(at.callers[1]).status == 202);
  const answer too_many = submit_as(at.callers[1]);
  CHECK(too_many.status == 429);
  has(too_many, "/code", "RATE_LIMITED");
  CHECK(std::stoi(too_many.header("retry-after")) >= 1);
  CHECK(submit_as(at.callers[2]).status == 202);
  CHECK(service.end() == 0);
}

TEST_CASE("an organisation has a rate of its own, however many users it has", "[DECK-13]") {
  decks at;
  auto& service = at.service;
  constexpr int users = 15;
  constexpr int of_one = 19;  // one less than a user may
  std::vector<running_system::caller> all;
  for (int i = 0; i < users; ++i)
    all.push_back({"acme", "user" + std::to_string(i), "read,submit", "large", {}});
  all.push_back({"acme", "user0", "read,submit", "small", {}});
  const std::vector<std::string> tokens = service.tokens(all);
  const auto submit_as = [&](const std::string& token) {
    return service.post("/v1/jobs/deck.ai", token,
                        R"({"input":{"prompt":"many"},"delayMs":3600000})");
  };
  int accepted = 0;
  answer refused;
  for (int i = 0; i < users * of_one && refused.status == 0; ++i) {
    const answer is = submit_as(tokens[static_cast<std::size_t>(i / of_one)]);
    if (is.status == 202)
      ++accepted;
    else
      refused = is;
  }
  // Two hundred a minute: so many at once, and a few more for the time that it has taken.
  CHECK(accepted >= 200);
  CHECK(refused.status == 429);
  has(refused, "/code", "RATE_LIMITED");
  CHECK(submit_as(tokens.back()).status == 202);
}

TEST_CASE("a fault of the program fails its job at once, and a person is called", "[DECK-06]") {
  decks at;
  // Nothing that a handler expects: the deck is a folder.
  fs::create_directories(at.deck("odd"));
  const answer failed = at.ended(
      at.service.submit("deck.ai", at.ann, R"({"document":"odd","prompt":"what is this?"})"));
  has(failed, "/status", "failed");
  has(failed, "/attempts", "1");
  has(failed, "/error/class", "internal_bug");
  has(failed, "/error/code", "AI_INTERNAL_BUG");
  has(failed, "/error/retryable", "false");
  const std::string alert = "look at this: deck.ai " + failed.at("/id") + ": internal_bug: ";
  at.service.until("/v1/jobs/" + failed.at("/id"), at.ann, [&](const answer&) {
    return at.service.log().find(alert) != std::string::npos;
  });
  // What is the caller's own fault calls nobody.
  const answer wrong = at.ended(
      at.service.submit("deck.convert", at.ann, R"({"document":"d3","source_uri":"d3.pptx"})"));
  has(wrong, "/error/class", "unsupported_format");
  CHECK(at.service.end() == 0);
  CHECK(at.service.log().find("look at this: deck.convert") == std::string::npos);
}

TEST_CASE("while conversions fail, fewer of them run at once; when they succeed again, all may",
          "[DECK-28]") {
  decks at({"--workers", "4", "--window", "4"});
  auto& service = at.service;
  const auto pictures_of = [](const std::string& name) { return '/' + name; };
  /// Conversions of this many documents, each with one picture.
  const auto submit = [&](const std::string& name, int count) {
    std::vector<std::string> ids;
    for (int i = 0; i < count; ++i) {
      const std::string each = name + std::to_string(i);
      ids.push_back(service.submit("deck.convert", at.ann, at.outline(each, 1, pictures_of(each))));
    }
    return ids;
  };
  const auto begun = [&](const std::string& name, int count) {
    std::size_t out = 0;
    for (int i = 0; i < count; ++i)
      out += at.around.asked_for(pictures_of(name + std::to_string(i)) + "/1");
    return out;
  };
  const auto end_all = [&](const std::vector<std::string>& ids, const std::string& how) {
    for (const std::string& each : ids) CHECK(at.ended(each).at("/status") == how);
  };
  const auto held = [&](const std::string& name) {
    for (int i = 0; i < 4; ++i) at.around.hold(pictures_of(name + std::to_string(i)) + "/1");
    return submit(name, 4);
  };
  const auto let_go = [&](const std::string& name) {
    for (int i = 0; i < 4; ++i) at.around.let_go(pictures_of(name + std::to_string(i)) + "/1");
  };

  // While all is well, as many run as there are workers.
  const auto well = held("well");
  for (int i = 0; i < 4; ++i) at.around.await(pictures_of("well" + std::to_string(i)) + "/1");
  let_go("well");
  end_all(well, "succeeded");

  for (int i = 0; i < 4; ++i)
    at.around.answer(pictures_of("bad" + std::to_string(i)) + "/1", {"503 Service Unavailable"});
  end_all(submit("bad", 4), "failed");

  const auto slow = held("slow");
  at.around.await("/slow0/1");
  // There are workers, and others get them.
  CHECK(at.ended(at.ask("anything")).at("/status") == "succeeded");
  CHECK(begun("slow", 4) == 1);
  let_go("slow");
  end_all(slow, "succeeded");

  end_all(submit("good", 20), "succeeded");
  const auto again = held("again");
  for (int i = 0; i < 4; ++i) at.around.await(pictures_of("again" + std::to_string(i)) + "/1");
  let_go("again");
  end_all(again, "succeeded");
}

TEST_CASE("what fails for a while waits inside of running, and dies with its payload",
          "[DECK-03][DECK-04][DECK-20][DECK-21][DECK-40]") {
  decks at({"--reprocess-after", "3"});
  auto& service = at.service;
  at.around.answer("busy", {"429 Too Many Requests\r\nRetry-After: 3", "200 OK"});
  at.around.answer("down", {"503 Service Unavailable", "503 Service Unavailable", "200 OK"});
  at.around.answer("broke", {"402 Payment Required"});

  // What a provider asks for is waited for, in running, and is no failure. [DECK-40][DECK-03]
  const std::string busy = at.ask("busy");
  at.around.await("busy");
  const answer waits = service.until(
      "/v1/jobs/" + busy, at.ann, [](const answer& is) { return is.at("/dueAt") != "(absent)"; });
  has(waits, "/status", "running");
  has(waits, "/error/class", "ai_rate_limit");
  // What is due is measured from the start of the machine, and shown as a time of the day: within a
  // few milliseconds the two agree.
  CHECK(time_of(waits.at("/dueAt")) >= time_of(waits.at("/updatedAt")) + 2990);

  const answer broke = at.ended(at.ask("broke"));
  has(broke, "/status", "failed");
  has(broke, "/attempts", "1");
  has(broke, "/error/code", "AI_QUOTA_EXCEEDED");
  CHECK(service.get("/v1/dlq/" + broke.at("/id"), at.ann).status == 404);

  // Out of attempts: a dead letter, with all that is needed to understand it. [DECK-04][DECK-20]
  const std::string down = at.ask("down");
  const answer dead = at.ended(down);
  has(dead, "/status", "failed");
  has(dead, "/attempts", "2");
  CHECK(service.walk(down, at.ann) == std::vector<std::string>{"running", "running", "failed"});
  const answer letter = service.get("/v1/dlq/" + down, at.ann);
  REQUIRE(letter.status == 200);
  INFO(letter.body);
  CHECK(letter.body.find("\"prompt\":\"down\"") != std::string::npos);
  CHECK(letter.body.find("\"attempts\":2") != std::string::npos);
  CHECK(letter.body.find("model_overloaded") != std::string::npos);
  CHECK(letter.body.find(dead.at("/completedAt")) != std::string::npos);

  // After a while it is tried again by itself, as a job of its own. [DECK-21]
  const auto repeats = [&](const answer& is) {
    const json::value page = is.read();
    for (const json::value& each : page.at("items").as_array())
      if (systems_test::at(each, "/parentJobId") == down &&
          systems_test::at(each, "/status") == "succeeded")
        return true;
    return false;
  };
  service.until("/v1/jobs?handler=deck.ai", at.ann, repeats);
  has(at.job(down), "/status", "failed");
  // And a person may do so too.
  const answer replayed = service.post("/v1/dlq/" + down + "/replay", at.ann);
  REQUIRE(replayed.status == 202);
  const answer repeated = at.ended(replayed.at("/jobId"));
  has(repeated, "/parentJobId", down);
  CHECK(repeated.at("/id") != down);

  const answer then = at.ended(busy);
  has(then, "/status", "succeeded");
  has(then, "/attempts", "2");
  CHECK(service.walk(busy, at.ann) == std::vector<std::string>{"running", "running", "succeeded"});
  CHECK(service.metric(R"(job_retry_total{job_type="deck.ai",error_class="ai_rate_limit"})",
                       service.token("root", "ops")) == 1);
}

TEST_CASE("a conversion is cancelled between two slides, or goes on after kill -9",
          "[DECK-08][DECK-17][DECK-19][DECK-24][DECK-29]") {
  decks at;
  auto& service = at.service;
  at.around.hold("/c/3");
  at.around.hold("/k/4");
  const std::string cancelled = service.submit("deck.convert", at.ann, at.outline("c", 5, "/c"));
  const std::string killed = service.submit("deck.convert", at.ann, at.outline("k", 6, "/k"));
  at.around.await("/c/3");
  CHECK(service.post("/v1/jobs/" + cancelled + "/cancel", at.ann).status == 202);
  const answer ended = at.ended(cancelled);
  has(ended, "/status", "canceled");
  has(ended, "/progress", "31");  // two slides of five: as far as it came [DECK-17]
  at.around.let_go("/c/3");
  CHECK_FALSE(fs::exists(at.deck("c")));

  at.around.await("/k/4");
  service.until("/v1/jobs/" + killed, at.ann,
                [](const answer& is) { return is.at("/hasCheckpoint") == "true"; });
  service.kill();
  CHECK_FALSE(fs::exists(at.deck("k")));
  service.start();
  at.around.let_go("/k/4");
  const answer done = at.ended(killed);
  has(done, "/status", "succeeded");
  has(done, "/attempts", "2");  // a lost attempt is one
  CHECK(service.walk(killed, at.ann) ==
        std::vector<std::string>{"running", "pending", "running", "succeeded"});
  // What was done before is not done again.
  for (int slide = 1; slide <= 3; ++slide)
    CHECK(at.around.asked_for("/k/" + std::to_string(slide)) == 1);
  CHECK(at.around.asked_for("/k/4") == 2);
  // Which is said, to those who follow it. [DECK-19]
  const auto events =
      service.events("/v1/jobs/" + killed + "/events", at.ann, [](const auto& seen) {
        return !seen.empty() && systems_test::at(seen.back().data, "/to") == "succeeded";
      });
  const auto said = std::find_if(events.begin(), events.end(), [](const sent_event& each) {
    return systems_test::at(each.data, "/message") == "goes on behind slide 3";
  });
  REQUIRE(said != events.end());
  CHECK(systems_test::at(said->data, "/attempt") == "2");
  CHECK(at.around.asked_for("/k/6") == 1);
  CHECK(json::parse(read_file(at.deck("k"))).at("slides").as_array().size() == 6);
  // What it had put aside goes after its end.
  service.until("/v1/jobs/" + killed, at.ann,
                [&](const answer&) { return fs::is_empty(at.files.path / "parts"); });
}

namespace {

/// Whether another process may write to the store of one that is stopped.
bool is_free(const running_system& stopped) {
  if (stopped.is_on_postgres()) return true;
  sqlite3* file = nullptr;
  sqlite3_open(stopped.file().c_str(), &file);
  sqlite3_busy_timeout(file, 500);
  const bool free =
      sqlite3_exec(file, "BEGIN IMMEDIATE; ROLLBACK", nullptr, nullptr, nullptr) == SQLITE_OK;
  sqlite3_close(file);
  return free;
}

}  // namespace

TEST_CASE("a worker that comes back after its job has ended changes nothing, and says so",
          "[DECK-25]") {
  decks at;
  at.around.hold("/z/2");
  const std::string id = at.service.submit("deck.convert", at.ann, at.outline("z", 2, "/z"));
  at.around.await("/z/2");
  at.service.pause();
  while (!is_free(at.service)) {  // it was stopped in the middle of a commit
    at.service.go_on();
    CHECK(at.job(id).status == 200);  // it has gone on
    at.service.pause();
  }
  const running_system other(running_system::beside{at.service});
  at.around.let_go("/z/2");
  // When the lease of the one that sleeps has run out.
  const answer ended = other.until_status(id, at.ann, {"succeeded"});
  has(ended, "/attempts", "2");
  at.service.go_on();
  const std::regex warning("\"level\":\"warning\".*(duplicate_completion|lease_lost).*" + id);
  other.until("/v1/jobs/" + id, at.ann,
              [&](const answer&) { return std::regex_search(at.service.log(), warning); });
  CHECK(other.get("/v1/jobs/" + id, at.ann).body == ended.body);
  CHECK(other.walk(id, at.ann) ==
        std::vector<std::string>{"running", "pending", "running", "succeeded"});
}

#ifdef PAWL_TEST_SKEWED_CLOCK
TEST_CASE("times are those of the database, whatever the service's clock says", "[DECK-26]") {
  if (std::getenv("PGHOST") == nullptr) return;  // a SQLite file has no clock of its own
  ::setenv("LD_PRELOAD", PAWL_TEST_SKEWED_CLOCK, 1);
  decks at;
  ::unsetenv("LD_PRELOAD");
  const std::int64_t hour = 3'600'000;
  const auto is_now = [&](const std::string& written) {
    const std::int64_t off = time_of(written) - std::int64_t{std::time(nullptr)} * 1000;
    INFO(written);
    CHECK(std::abs(off) < hour / 4);
  };
  const std::string id = at.converted("late", 2);
  const answer job = at.job(id);
  for (const char* time : {"/createdAt", "/updatedAt", "/startedAt", "/completedAt"})
    is_now(job.at(time));
  for (const sent_event& each :
       at.service.events("/v1/jobs/" + id + "/events", at.ann, [](const auto& seen) {
         return !seen.empty() && systems_test::at(seen.back().data, "/to") == "succeeded";
       }))
    is_now(systems_test::at(each.data, "/timestamp"));
  CHECK(at.service.log().find("clock") != std::string::npos);  // it has noticed
}
#endif

TEST_CASE("exports are bounded for each document, and in all by configuration",
          "[DECK-12][DECK-38]") {
  decks at({"--exports", "3", "--workers", "8"});
  auto& service = at.service;
  at.converted("big", 20);
  const std::string whole = read_file(at.deck("big"));
  for (int i = 0; i < 6; ++i) fs::copy_file(at.deck("big"), at.deck("copy" + std::to_string(i)));
  // How many exports run at once, of which as many as may are held until all the others had their
  // chance. An export is held by its deck, which is a pipe when the export opens it.
  const auto run = [&](const std::vector<std::string>& documents, std::size_t held_ones) {
    std::vector<std::string> ids;
    std::vector<std::unique_ptr<slow_file>> held;
    for (const std::string& each : documents) {
      if (held.size() == held_ones) {
        ids.push_back(at.submit_export(each));
        continue;
      }
      const fs::path deck = at.deck(each);
      fs::remove(deck);
      held.push_back(std::make_unique<slow_file>(deck));
      ids.push_back(at.submit_export(each));
      held.back()->await_reader();
      write_file(deck, whole);  // for the next one
    }
    // The service has looked for work since.
    CHECK(at.ended(at.ask("meanwhile")).at("/status") == "succeeded");
    for (const auto& each : held) each->deliver_all(whole);
    std::vector<answer> out;
    for (const std::string& each : ids) {
      out.push_back(at.ended(each));
      CHECK(out.back().at("/status") == "succeeded");
    }
    return most_at_once(out);
  };
  const std::vector<std::string> same(6, "big");
  const std::vector<std::string> different{"copy0", "copy1", "copy2", "copy3", "copy4", "copy5"};
  CHECK(run(same, 2) == 2);
  CHECK(run(different, 3) == 3);

  // An operator of another process sets it, and this one keeps to it.
  const auto set_in = [&](auto store, const char* limit, int count) {
    REQUIRE(store);
    const auto& type = pawl::type_of<deck_jobs::export_job>;
    REQUIRE((*store)->configure(type, limit, count));
    CHECK_FALSE((*store)->configure(type, limit, 65));
  };
  const auto set = [&](const char* limit, int count) {
#if __has_include(<libpq-fe.h>)
    if (service.is_on_postgres())
      return set_in(pawl::storage::postgres<>::open("", {.schema = service.schema()}), limit,
                    count);
#endif
    set_in(pawl::storage::sqlite<>::open(service.file()), limit, count);
  };
  set("concurrent", 1);
  CHECK(run(different, 1) == 1);
  set("concurrent", 4);
  set("active_per_document_at_claim", 3);  // [DECK-12]
  CHECK(run(same, 3) == 3);
}

TEST_CASE("an overloaded queue sheds, and what is urgent comes first", "[DECK-27][DECK-31]") {
  decks at({"--workers", "1", "--high-watermark", "4"});
  auto& service = at.service;
  at.around.hold("first");
  const std::string first = at.ask("first");
  at.around.await("first");
  const auto submit = [&](const std::string& prompt, const std::string& priority) {
    return service.post(
        "/v1/jobs/deck.ai", at.ann,
        R"({"input":{"prompt":")" + prompt + R"("},"priority":")" + priority + "\"}");
  };
  std::vector<std::string> ids;
  for (const auto& [prompt, priority] :
       {std::pair("one", "normal"), std::pair("two", "normal"), std::pair("three", "high")}) {
    const answer made = submit(prompt, priority);
    INFO(made.body);
    REQUIRE(made.status == 202);
    ids.push_back(made.at("/jobId"));
  }
  // Beyond the watermark a new job is refused, and told when to come back.
  answer shed;
  for (int i = 0; i < 4 && shed.status != 503; ++i) shed = submit("more", "normal");
  CHECK(shed.status == 503);
  has(shed, "/code", "QUEUE_OVERLOADED");
  CHECK(shed.header("retry-after") != "(absent)");
  CHECK(service.get("/v1/jobs/" + first, at.ann).status == 200);

  at.around.let_go("first");
  std::vector<answer> ended;
  for (const std::string& each : ids) ended.push_back(at.ended(each));
  CHECK(ended[2].at("/startedAt") <= ended[0].at("/startedAt"));
  CHECK(ended[0].at("/startedAt") <= ended[1].at("/startedAt"));
  // And with room, when the partner has been told too, there is room.
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
  while (submit("again", "normal").status != 202) {
    REQUIRE(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(milliseconds{20});
  }
}

TEST_CASE("the golden run of the deck service", "[golden]") {
  decks at;
  golden_walk walk(at.service, "deck_service");
  const auto submit = [&](const std::string& type, const std::string& input,
                          const std::string& more = {}) {
    return walk.post("/v1/jobs/" + type, at.ann, R"({"input":)" + input + more + "}").at("/jobId");
  };
  const std::string converted =
      submit("deck.convert", at.outline("d1", 2), R"(,"metadata":{"from":"test"})");
  walk.job(converted, at.ann, "succeeded");
  walk.get("/v1/jobs/" + converted + "/result", at.ann);
  const std::string exported = submit("deck.export", R"({"document":"d1","target":"pdf"})");
  walk.job(exported, at.ann, "succeeded");
  const std::string absent = submit("deck.export", R"({"document":"d7","target":"pdf"})");
  walk.job(absent, at.ann, "failed");
  const std::string answered = submit("deck.ai", R"({"prompt":"why"})");
  walk.job(answered, at.ann, "succeeded");
  walk.get("/v1/jobs/" + answered + "/result", at.ann);
  const std::string whispered = submit("deck.ai_private", R"({"prompt":"softly"})");
  walk.job(whispered, at.ann, "succeeded");
  walk.get("/v1/jobs/" + whispered + "/result", at.ann);
  const std::string wrong = submit("deck.convert", R"({"document":"d3","source_uri":"d3.pptx"})");
  walk.job(wrong, at.ann, "failed");
  walk.get("/v1/jobs/" + wrong + "/result", at.ann);
  const std::string later = submit("deck.ai", R"({"prompt":"later"})", R"(,"delayMs":3600000)");
  walk.post("/v1/jobs/" + later + "/cancel", at.ann);
  walk.job(later, at.ann, "canceled");
  walk.post("/v1/jobs/deck.convert", at.ann, R"({"input":{"document":"d1"}})");
  // The partner is told by jobs of the service's own, which are counted below.
  for (const std::string& id : {converted, exported, absent, answered, whispered, wrong, later})
    at.around.await_delivery(id);
  walk.common("deck.convert", at.ann);
  walk.compare();
}
