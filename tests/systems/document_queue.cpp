// SPDX-License-Identifier: BSL-1.0
// examples/document_queue, walked through its specification.
#include <set>

#include <pawl/codec/sha256.hpp>
#include <pawl/codec/time.hpp>

#include "golden.hpp"
#include "slow_file.hpp"
#include "storage/directory.hpp"
#include "system.hpp"

namespace {

using namespace systems_test;
using states = std::vector<std::string>;

/// What the specification allows: a document goes from the first to the second.
const std::set<std::pair<std::string, std::string>> valid{
    {"CREATED", "QUEUED"}, {"QUEUED", "RUNNING"},   {"RUNNING", "SUCCEEDED"},
    {"RUNNING", "FAILED"}, {"RUNNING", "RETRYING"}, {"RETRYING", "QUEUED"},
    {"QUEUED", "FAILED"}};

std::int64_t milliseconds_of(const json::value& event) {
  const std::string written = at(event, "/timestamp");
  std::chrono::sys_time<milliseconds> time{};
  REQUIRE_FALSE(pawl::detail::codec::parse_time(pawl::text(written), time));
  return time.time_since_epoch().count();
}

class queue {
 public:
  explicit queue(std::vector<std::string> further = {})
      : service(with_files(std::move(further))), ann(service.token("acme", "ann")) {}

  support::fresh_directory files{};
  running_system service;
  std::string ann;

  std::string submit(const std::string& reference, const std::string& more = {}) const {
    const answer is = service.post("/v1/jobs/document.process", ann,
                                   R"({"input":{"reference":")" + reference + "\"}" + more + "}");
    INFO(is.body);
    REQUIRE(is.status == 202);
    return is.at("/jobId");
  }
  /// One that waits in the queue for longer than a test lasts.
  std::string submit_for_later() const { return submit("later", R"(,"delayMs":600000)"); }
  answer look(const std::string& id) const { return service.get("/v1/jobs/" + id, ann); }
  answer until(const std::string& id, const std::string& state) const {
    return service.until("/v1/jobs/" + id, ann,
                         [&](const answer& is) { return is.at("/state") == state; });
  }
  /// Until it has ended, however.
  answer until_end(const std::string& id) const {
    return service.until("/v1/jobs/" + id, ann,
                         [&](const answer& is) { return is.at("/completedAt") != "null"; });
  }
  states walk(const std::string& id) const { return service.walk(id, ann); }
  json::array history(const std::string& id) const {
    return service.get("/v1/jobs/" + id + "/history", ann).read().at("items").as_array();
  }
  answer cancel(const std::string& id, const std::string& reason = {}) const {
    return service.post("/v1/jobs/" + id + "/cancel", ann,
                        reason.empty() ? "{}" : R"({"reason":")" + reason + "\"}");
  }
  answer raise(const std::string& id, const std::string& event) const {
    return service.post("/v1/jobs/" + id + "/raise", ann, R"({"event":")" + event + "\"}");
  }

  /// Demands that a document was queued again only after its second, each time.
  void check_delays(const std::string& id) const {
    const json::array events = history(id);
    unsigned retries = 0;
    for (std::size_t i = 1; i < events.size(); ++i) {
      if (at(events[i], "/from") != "RETRYING") continue;
      ++retries;
      REQUIRE(at(events[i - 1], "/to") == "RETRYING");
      // Not sooner than said: how much later is up to the machine. The store counts by a clock
      // that nobody sets, and shows the time of day.
      CHECK(milliseconds_of(events[i]) - milliseconds_of(events[i - 1]) >= 990);
    }
    CHECK(std::to_string(retries) == look(id).at("/retryCount"));
  }
  /// Demands that each step of a history is a valid one, from the first to where it stands.
  void check_steps(const std::string& id) const {
    std::string state = "CREATED";
    std::int64_t number = 0;
    for (const json::value& each : history(id)) {
      CHECK(at(each, "/sequence") == std::to_string(++number));
      if (at(each, "/kind") != "transition") continue;
      CHECK(at(each, "/from") == state);
      CHECK(valid.contains({state, at(each, "/to")}));
      state = at(each, "/to");
    }
    CHECK(look(id).at("/state") == state);
  }

 private:
  std::vector<std::string> with_files(std::vector<std::string> further) const {
    further.insert(further.end(), {"--files", files.path()});
    return further;
  }
};

/// A document that was retried so often before it was processed, or given up.
states walk_with_retries(int retries, const std::string& end) {
  states out;
  for (int i = 0; i < retries; ++i) out.insert(out.end(), {"QUEUED", "RUNNING", "RETRYING"});
  out.insert(out.end(), {"QUEUED", "RUNNING", end});
  return out;
}

}  // namespace

TEST_CASE("the four histories of a document",
          "[DOC-03][DOC-04][DOC-05][DOC-06][DOC-10][DOC-12][DOC-13]") {
  queue at;
  // Successful processing.
  const std::string text = "one two\nthree\n";
  write_file(at.files / "good.txt", text);
  const std::string good = at.submit("good.txt");
  // [DOC-06] What never changes, and what is null at first.
  const std::string waiting = at.submit_for_later();
  const answer queued = at.look(waiting);
  CHECK(queued.at("/jobId") == waiting);
  CHECK(queued.at("/state") == "QUEUED");
  CHECK(queued.at("/startedAt") == "null");
  CHECK(queued.at("/completedAt") == "null");
  // [DOC-04] The counts and errors of a document that nothing has happened to.
  CHECK(queued.at("/retryCount") == "0");
  CHECK(queued.at("/maxRetries") == "3");
  CHECK(queued.at("/lastError") == "null");
  CHECK(queued.at("/errorType") == "null");

  const answer done = at.until(good, "SUCCEEDED");
  CHECK(at.walk(good) == walk_with_retries(0, "SUCCEEDED"));
  CHECK(done.at("/retryCount") == "0");
  CHECK(done.at("/lastError") == "null");
  CHECK(done.at("/startedAt") != "null");
  CHECK(done.at("/completedAt") != "null");
  const answer facts = at.service.get("/v1/jobs/" + good + "/result", at.ann);
  CHECK(facts.at("/sha256") == pawl::sha256_of(pawl::text(text)).hex());
  CHECK(facts.at("/bytes") == "14");
  CHECK(facts.at("/lines") == "2");
  CHECK(facts.at("/words") == "3");

  // Three retries used up; it goes on while the others are looked at.
  const std::string absent = at.submit("absent.txt");

  // A transient failure, then success.
  const std::string late = at.submit("late.txt");
  const answer retrying = at.until(late, "RETRYING");
  CHECK(retrying.at("/retryCount") == "1");
  CHECK(retrying.at("/lastError") == "the document is not there yet");
  CHECK(retrying.at("/errorType") == "RETRYABLE");
  CHECK(retrying.at("/startedAt") != "null");
  CHECK(retrying.at("/completedAt") == "null");
  write_file(at.files / "late.txt", "here");
  const answer came = at.until(late, "SUCCEEDED");
  CHECK(at.walk(late) == walk_with_retries(std::stoi(came.at("/retryCount")), "SUCCEEDED"));
  CHECK(came.at("/lastError") == "null");
  CHECK(came.at("/errorType") == "null");
  for (const char* constant : {"/jobId", "/createdAt", "/maxRetries", "/startedAt"})
    CHECK(came.at(constant) == retrying.at(constant));
  at.check_delays(late);

  // [DOC-05] Not retryable: at once.
  write_file(at.files / "empty.txt", "");
  write_file(at.files / "large.txt", std::string(1'048'577, 'x'));
  std::filesystem::create_directory(at.files / "folder");
  const std::pair<const char*, const char*> fatal[] = {
      {"empty.txt", "the document is empty"},
      {"large.txt", "the document is larger than 1048576 bytes"},
      {"folder", "this is no document"},
      {"../jobs.db", "a reference names a document below the folder"}};
  for (const auto& [reference, why] : fatal) {
    CAPTURE(reference);
    const std::string id = at.submit(reference);
    const answer failed = at.until_end(id);
    CHECK(at.walk(id) == walk_with_retries(0, "FAILED"));
    CHECK(failed.at("/retryCount") == "0");
    CHECK(failed.at("/lastError") == why);
    CHECK(failed.at("/errorType") == "TERMINAL");
  }

  // [DOC-10] Whatever is in it, and whatever it is called: the same walk.
  std::string noise(5000, '\0');
  for (std::size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * i % 251);
  for (const char* name : {"a.pdf", "b.enc", "c"}) {
    write_file(at.files / name, noise);
    const std::string id = at.submit(name);
    at.until_end(id);
    CHECK(at.walk(id) == walk_with_retries(0, "SUCCEEDED"));
  }

  // [DOC-03] The fourth transient failure is the last.
  const answer given_up = at.until(absent, "FAILED");
  CHECK(at.walk(absent) == walk_with_retries(3, "FAILED"));
  CHECK(given_up.at("/retryCount") == "3");
  CHECK(given_up.at("/maxRetries") == "3");
  CHECK(given_up.at("/lastError") == "the document is not there yet");
  CHECK(given_up.at("/errorType") == "RETRYABLE");
  CHECK(given_up.at("/completedAt") != "null");
  at.check_delays(absent);
  CHECK(at.service.end() == 0);
}

TEST_CASE("the transitions of a document, and what is refused", "[DOC-01][DOC-02][DOC-15]") {
  queue at;
  const json::value types = at.service.get("/v1/handlers", at.ann).read();
  std::set<std::pair<std::string, std::string>> offered;
  for (const json::value& each : types.at("items").at(0).at("transitions").as_array())
    offered.insert({systems_test::at(each, "/from"), systems_test::at(each, "/to")});
  CHECK(offered == valid);

  const auto refuses = [&](const std::string& id, const std::string& event) {
    CAPTURE(event);
    const std::string before = at.look(id).at("/state");
    const answer is = at.raise(id, event);
    CHECK(is.status == 409);
    CHECK(is.header("content-type") == "application/problem+json");
    CHECK(at.look(id).at("/state") == before);
  };
  // [DOC-02] Nothing goes back to CREATED, or into the queue a second time.
  const std::string queued = at.submit_for_later();
  for (const char* event : {"submit", "retry_due", "succeed", "fail"}) refuses(queued, event);
  // [DOC-02] Nothing is queued without a retry, or ended by others than its worker.
  slow_file comes(at.files / "slow");
  const std::string running = at.submit("slow");
  at.until(running, "RUNNING");
  for (const char* event : {"submit", "retry_due", "start", "abort", "succeed"})
    refuses(running, event);
  comes.deliver_all("slowly");
  at.until(running, "SUCCEEDED");
  const std::string failed = at.submit("../out");
  at.until(failed, "FAILED");

  // [DOC-02][DOC-15] Nothing leaves a terminal state, and nothing of it changes: neither by what
  // callers do, nor by a process that dies and another that begins.
  for (const std::string& id : {running, failed}) {
    const std::string record = at.look(id).body;
    const std::string events = at.service.get("/v1/jobs/" + id + "/history", at.ann).body;
    const auto unchanged = [&] {
      CHECK(at.look(id).body == record);
      CHECK(at.service.get("/v1/jobs/" + id + "/history", at.ann).body == events);
    };
    for (const char* event :
         {"submit", "start", "succeed", "fail", "lose", "retry_due", "cancel", "abort"}) {
      refuses(id, event);
      unchanged();
    }
    CHECK(at.cancel(id, "too late").status == 409);
    unchanged();
    CHECK(at.service.post("/v1/jobs/" + id + "/run", at.ann).status == 409);
    unchanged();
    CHECK(at.service.post("/v1/dlq/" + id + "/replay", at.ann).status == 404);
    unchanged();
    at.service.kill();
    at.service.start();
    unchanged();
  }
}

TEST_CASE("a document that was cancelled or for which there is no room has failed, and says why",
          "[DOC-11][DOC-14]") {
  {
    queue at;
    const auto failed_with = [&](const std::string& id, const std::string& why) {
      const answer is = at.until(id, "FAILED");
      CHECK(is.at("/lastError") == why);
      CHECK(is.at("/errorType") == "TERMINAL");
      CHECK(is.at("/completedAt") != "null");
    };
    // [DOC-11] From the queue, at once.
    const std::string unwanted = at.submit_for_later();
    CHECK(at.cancel(unwanted, "not needed").at("/state") == "FAILED");
    failed_with(unwanted, "not needed");
    CHECK(at.walk(unwanted) == states{"QUEUED", "FAILED"});
    CHECK(at.look(unwanted).at("/startedAt") == "null");
    const std::string unexplained = at.submit_for_later();
    at.cancel(unexplained);
    failed_with(unexplained, "cancelled");
    const std::string aborted = at.submit_for_later();
    CHECK(at.raise(aborted, "abort").status == 202);
    failed_with(aborted, "event abort has ended the job");
    // While it runs: its worker stops.
    const slow_file never(at.files / "never");
    const std::string running = at.submit("never");
    at.until(running, "RUNNING");
    CHECK(at.cancel(running, "too slow").status == 202);
    failed_with(running, "too slow");
    // While it waits for its retry: not what has failed before, but what has ended it.
    const std::string retrying = at.submit("absent");
    at.until(retrying, "RETRYING");
    CHECK(at.cancel(retrying, "too late").status == 200);
    failed_with(retrying, "too late");
    at.check_steps(retrying);
    // [DOC-14] What has succeeded has none, though it may have failed on its way; the others have.
    write_file(at.files / "good", "good");
    const answer done = at.until_end(at.submit("good"));
    CHECK(done.at("/lastError") == "null");
    CHECK(done.at("/errorType") == "null");
    const json::value all = at.service.get("/v1/jobs?status=FAILED", at.ann).read();
    CHECK(all.at("items").as_array().size() == 5);
    for (const json::value& each : all.at("items").as_array()) {
      CHECK(systems_test::at(each, "/lastError") != "null");
      CHECK(systems_test::at(each, "/errorType") == "TERMINAL");
    }
  }
  // [DOC-11] No disk is as large as this service wants it.
  queue full({"--room", "18446744073709551615"});
  const std::string id = full.submit_for_later();
  const answer failed = full.until(id, "FAILED");
  CHECK(failed.at("/lastError") == "there is no room to process documents");
  CHECK(failed.at("/errorType") == "TERMINAL");
  CHECK(full.walk(id) == states{"QUEUED", "FAILED"});
}

TEST_CASE("no document is lost, doubled or queued without its delay when a process is killed",
          "[DOC-07][DOC-08][DOC-09][DOC-13]") {
  queue at;
  // [DOC-07] A second process on the same store wants work, too.
  running_system second(running_system::beside{at.service});
  slow_file shared(at.files / "shared");
  const std::string once = at.submit("shared");
  at.until(once, "RUNNING");
  const std::string block(1000, 'a');
  for (int i = 0; i < 3; ++i) shared.deliver(block);
  shared.end();
  at.until(once, "SUCCEEDED");
  // Two readers of one pipe would have shared what it delivers.
  CHECK(at.service.get("/v1/jobs/" + once + "/result", at.ann).at("/bytes") == "3000");
  CHECK(at.walk(once) == walk_with_retries(0, "SUCCEEDED"));
  CHECK(second.end() == 0);

  // Three that run, some that wait for their retry, and more than there are workers for.
  std::vector<std::unique_ptr<slow_file>> slow;
  std::vector<std::string> running;
  for (int i = 0; i < 3; ++i) {
    const std::string name = "slow" + std::to_string(i);
    slow.push_back(std::make_unique<slow_file>(at.files / name));
    running.push_back(at.submit(name));
  }
  for (const std::string& id : running) at.until(id, "RUNNING");
  std::vector<std::string> all = running;
  for (int i = 0; i < 30; ++i) {
    const std::string name = "document" + std::to_string(i);
    if (i % 5 != 0) write_file(at.files / name, name);
    all.push_back(at.submit(name));
  }
  at.service.kill();
  for (int i = 0; i < 30; ++i) write_file(at.files / ("document" + std::to_string(i)), "late");
  at.service.start();

  // [DOC-13] Those that were lost wait for their second, and then run again.
  at.until(running[0], "RETRYING");
  for (const auto& each : slow) each->deliver_all("at last");
  // [DOC-09] Each of them ends, [DOC-08] and whatever was cut off was done or was not.
  for (const std::string& id : all) {
    CHECK(at.until_end(id).at("/state") == "SUCCEEDED");
    at.check_steps(id);
    at.check_delays(id);
  }
  for (const std::string& id : running) {
    CHECK(at.walk(id) == walk_with_retries(1, "SUCCEEDED"));
    CHECK(at.look(id).at("/retryCount") == "1");
  }
  CHECK(at.service.get("/v1/jobs?limit=200", at.ann).read().at("items").as_array().size() ==
        all.size() + 1);
}

TEST_CASE("the golden run of the document queue", "[golden]") {
  queue at;
  golden_walk walk(at.service, "document_queue");
  const auto submit = [&](const std::string& reference, const std::string& more = {}) {
    return walk
        .post("/v1/jobs/document.process", at.ann,
              R"({"input":{"reference":")" + reference + "\"}" + more + "}")
        .at("/jobId");
  };
  write_file(at.files / "good.txt", "one two\nthree\n");
  const std::string good = submit("good.txt");
  walk.job(good, at.ann, "SUCCEEDED");
  walk.get("/v1/jobs/" + good + "/result", at.ann);
  walk.job(submit("../outside"), at.ann, "FAILED");
  walk.job(submit("absent.txt"), at.ann, "FAILED");

  const std::string key = "Idempotency-Key: once";
  const std::string body = R"({"input":{"reference":"later"},"delayMs":600000})";
  const std::string later =
      walk.post("/v1/jobs/document.process", at.ann, body, {key}).at("/jobId");
  walk.post("/v1/jobs/document.process", at.ann, body, {key});
  walk.post("/v1/jobs/document.process", at.ann, R"({"input":{"reference":"other"}})", {key});
  walk.get("/v1/jobs/" + later + "/result", at.ann);
  walk.post("/v1/jobs/" + later + "/raise", at.ann, R"({"event":"retry_due"})");
  walk.post("/v1/jobs/" + later + "/cancel", at.ann, R"({"reason":"not needed"})");
  walk.post("/v1/jobs/" + later + "/cancel", at.ann);
  walk.job(later, at.ann, "FAILED");
  walk.get("/v1/jobs?status=FAILED&limit=2", at.ann);
  walk.common("document.process", at.ann);
  walk.compare();
}
