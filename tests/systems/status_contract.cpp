// SPDX-License-Identifier: BSL-1.0
// examples/status_contract, walked through its specification.
#include <algorithm>

#include <pawl/job/id.hpp>

#include "golden.hpp"
#include "slow_file.hpp"
#include "storage/directory.hpp"
#include "system.hpp"

namespace {

using namespace systems_test;
using states = std::vector<std::string>;

class contract {
 public:
  explicit contract(std::vector<std::string> further = {})
      : service(with_folders(std::move(further))),
        ann(service.token("acme", "ann")),
        bob(service.token("acme", "bob")) {}

  support::fresh_directory folder{};
  running_system service;
  std::string ann;  ///< may see every subject
  std::string bob;  ///< may see b1

  [[nodiscard]] std::string record(const std::string& subject) const {
    return folder / ("records/" + subject);
  }
  answer post(const std::string& subject, const std::string& more = {},
              std::vector<std::string> headers = {}) const {
    return service.post("/v1/jobs/subject.index", ann,
                        R"({"input":{"subject_id":")" + subject + "\"}" + more + "}",
                        std::move(headers));
  }
  std::string submit(const std::string& subject, const std::string& more = {}) const {
    const answer is = post(subject, more);
    INFO(is.body);
    REQUIRE(is.status == 202);
    return is.at("/jobId");
  }
  answer look(const std::string& id) const { return service.get("/v1/jobs/" + id, ann); }
  answer until(const std::string& id, const std::string& state) const {
    return service.until_status(id, ann, {state});
  }

 private:
  std::vector<std::string> with_folders(std::vector<std::string> further) const {
    std::filesystem::create_directory(folder / "records");
    write_file(folder / "access", "# who sees what\nann: *\nbob: b1\n");
    further.insert(further.end(), {"--records", folder / "records", "--indexes", folder / "indexes",
                                   "--access", folder / "access"});
    return further;
  }
};

/// The names of an object's members, in order.
std::vector<std::string> names(const json::value& of) {
  std::vector<std::string> out;
  for (const auto& each : of.as_object()) out.emplace_back(each.key());
  return out;
}
const std::vector<std::string> minimal{"jobId",     "jobType",    "subjectId",   "correlationId",
                                       "status",    "attempt",    "maxAttempts", "createdAt",
                                       "startedAt", "completedAt"};

/// Demands an error as RFC 9457 has it, with a stable code.
void check_problem(const answer& is, long status, const std::string& code) {
  INFO(is.status << ' ' << is.body);
  CHECK(is.status == status);
  CHECK(is.header("content-type") == "application/problem+json");
  CHECK(is.at("/status") == std::to_string(status));
  CHECK(is.at("/code") == code);
  CHECK(is.at("/type").starts_with("urn:pawl:problem:"));
  CHECK(is.at("/title") != "(absent)");
}

}  // namespace

TEST_CASE("an endpoint accepts work and says where its status is, the same for every type",
          "[STAT-03][STAT-07][STAT-09][STAT-11]") {
  contract at;
  write_file(at.record("s1"), "to be or\nnot to be\n");
  const answer made = at.post("s1", R"(,"correlationId":"order-7")");
  CHECK(made.status == 202);
  CHECK(names(made.read()) == std::vector<std::string>{"jobId", "subjectId", "statusUrl"});
  CHECK(made.at("/subjectId") == "s1");
  CHECK(made.at("/statusUrl") == "/v1/jobs/" + made.at("/jobId"));
  CHECK(made.header("location") == made.at("/statusUrl"));
  // [STAT-09] What was accepted has a status, at once; what was refused has none.
  CHECK(at.service.get(made.at("/statusUrl"), at.ann).status == 200);
  const answer done = at.until(made.at("/jobId"), "Completed");
  // [STAT-07] The minimal shape, and nothing else.
  CHECK(names(done.read()) == minimal);
  CHECK(done.at("/jobId") == made.at("/jobId"));
  CHECK(done.at("/jobType") == "subject.index");
  CHECK(done.at("/subjectId") == "s1");
  CHECK(done.at("/correlationId") == "order-7");
  CHECK(done.at("/attempt") == "1");
  CHECK(done.at("/maxAttempts") == "3");
  for (const char* time : {"/createdAt", "/startedAt", "/completedAt"})
    CHECK(done.at(time).ends_with("Z"));
  const answer summary = at.service.get(made.at("/statusUrl") + "/result", at.ann);
  CHECK(summary.body == R"({"bytes":19,"words":4})");

  // [STAT-03] Another type, the same answers.
  const answer asked = at.service.post("/v1/jobs/subject.search", at.ann,
                                       R"({"input":{"subject_id":"s1","word":"be"}})");
  CHECK(asked.status == 202);
  CHECK(names(asked.read()) == names(made.read()));
  const answer found = at.until(asked.at("/jobId"), "Completed");
  CHECK(names(found.read()) == minimal);
  CHECK(found.at("/jobType") == "subject.search");
  // [STAT-11] Its subject is part of the input; its correlation id was made by the server.
  CHECK(found.at("/subjectId") == "s1");
  CHECK(pawl::parse_job_id(found.at("/correlationId")));
  CHECK(at.service.get(asked.at("/statusUrl") + "/result", at.ann).body ==
        R"({"count":2,"first":[1,2]})");

  const auto jobs = [&] {
    return at.service.get("/v1/jobs?limit=200", at.ann).read().at("items").as_array().size();
  };
  CHECK(jobs() == 2);
  for (const char* refused :
       {R"({"input":{"subject_id":""}})", R"({"input":{"subject_id":"s1"},"subjectId":"s2"})"})
    CHECK(at.service.post("/v1/jobs/subject.index", at.ann, refused).status == 422);
  CHECK(jobs() == 2);
  CHECK(at.service.end() == 0);
}

TEST_CASE("a job goes to one of four ends, and every step of it is kept",
          "[STAT-01][STAT-02][STAT-07][STAT-08][STAT-10]") {
  contract at;
  CHECK(at.service.transitions("subject.index", at.ann) ==  // [STAT-01]
        std::set<std::string>{"Queued Running", "Queued Cancelled", "Running Running",
                              "Running Completed", "Running Failed", "Running Poisoned",
                              "Running Cancelled"});
  // [STAT-10] Its record never comes: three attempts, then it is poisoned.
  const std::string poisoned = at.submit("absent");
  write_file(at.record("good"), "good");
  const std::string completed = at.submit("good");
  write_file(at.record("bad"), std::string("secret\0words", 12));
  const std::string failed = at.submit("bad");
  const slow_file never(at.record("never"));
  const std::string stopped = at.submit("never");
  at.until(stopped, "Running");
  CHECK(at.service.post("/v1/jobs/" + stopped + "/cancel", at.ann).status == 202);
  const std::string unwanted = at.submit("later", R"(,"delayMs":600000)");
  CHECK(at.look(unwanted).at("/status") == "Queued");
  CHECK(at.look(unwanted).at("/startedAt") == "null");
  CHECK(at.service.post("/v1/jobs/" + unwanted + "/cancel", at.ann).at("/status") == "Cancelled");

  CHECK(names(at.until(completed, "Completed").read()) == minimal);
  at.until(stopped, "Cancelled");
  // [STAT-08] A stable code and a safe message: neither the content nor where it is.
  const answer bad = at.until(failed, "Failed");
  CHECK(bad.at("/errorCode") == "INDEX_VALIDATION_ERROR");
  CHECK(bad.at("/errorMessage") == "the record is no text");
  auto with_error = minimal;  // [STAT-07]
  with_error.insert(with_error.end(), {"errorCode", "errorMessage"});
  CHECK(names(bad.read()) == with_error);
  CHECK(bad.at("/attempt") == "1");
  CHECK(bad.body.find("secret") == bad.body.npos);
  CHECK(bad.body.find(at.folder.path()) == bad.body.npos);
  const answer dead = at.until(poisoned, "Poisoned");
  CHECK(dead.at("/errorCode") == "INDEX_RESOURCE_UNAVAILABLE");
  CHECK(dead.at("/errorMessage") == "the record is not available");
  CHECK(dead.at("/attempt") == "3");
  CHECK(dead.at("/completedAt") != "null");
  // An operator finds it among the dead letters, with what only operators see.
  const std::string reader = at.service.token("acme", "ann", "read");
  const std::string letters = at.service.get("/v1/dlq", at.ann).body;
  CHECK(letters.find(poisoned) != letters.npos);
  CHECK(letters.find(failed) == letters.npos);
  CHECK(at.service.get("/v1/dlq", reader).status == 403);

  // [STAT-01] The walks of all of them.
  const std::pair<std::string, states> walks[] = {{completed, {"Running", "Completed"}},
                                                  {failed, {"Running", "Failed"}},
                                                  {stopped, {"Running", "Cancelled"}},
                                                  {unwanted, {"Cancelled"}}};
  for (const auto& [id, walk] : walks) CHECK(at.service.walk(id, at.ann) == walk);
  const states tried = at.service.walk(poisoned, at.ann);
  CHECK(tried.front() == "Running");
  CHECK(tried.back() == "Poisoned");
  CHECK(std::count(tried.begin(), tried.end(), "Poisoned") == 1);

  // [STAT-02] All of it is there after a crash, byte for byte.
  std::vector<std::string> before;
  const std::string ids[] = {completed, failed, stopped, unwanted, poisoned};
  const auto all = [&] {
    std::vector<std::string> out;
    for (const std::string& id : ids) {
      out.push_back(at.look(id).body);
      out.push_back(at.service.get("/v1/jobs/" + id + "/history", at.ann).body);
    }
    return out;
  };
  const auto kept = all();
  at.service.kill();
  at.service.start();
  CHECK(all() == kept);

  // Errors of the interface itself.
  check_problem(at.service.get("/v1/jobs/" + completed, ""), 401, "UNAUTHENTICATED");
  check_problem(at.service.get("/v1/jobs/018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20", at.ann), 404,
                "NOT_FOUND");
  check_problem(at.service.post("/v1/jobs/subject.index", at.ann, R"({"input":{"subject_id":7}})"),
                400, "MALFORMED");
  check_problem(at.service.post("/v1/jobs/no.such.type", at.ann, R"({"input":{}})"), 404,
                "UNKNOWN_HANDLER");
  check_problem(at.service.post("/v1/jobs/" + completed + "/cancel", at.ann), 409,
                "ALREADY_TERMINAL");
  check_problem(at.service.get("/v1/jobs/" + failed + "/result", at.ann), 409, "JOB_FAILED");
}

TEST_CASE("who may not see a subject sees nothing of its jobs", "[STAT-06]") {
  contract at;
  for (const char* subject : {"a1", "b1"}) write_file(at.record(subject), "text");
  const std::string hidden = at.submit("a1");
  const std::string shown = at.submit("b1");
  at.until(hidden, "Completed");
  at.until(shown, "Completed");
  const answer none = at.service.get("/v1/jobs/018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20", at.bob);
  REQUIRE(none.status == 404);
  const auto as_if_absent = [&](const answer& is) {
    CHECK(is.status == 404);
    CHECK(is.body == none.body);
  };
  CHECK(at.service.get("/v1/jobs/" + shown, at.bob).at("/subjectId") == "b1");
  for (const char* part : {"", "/result", "/history", "/events"})
    as_if_absent(at.service.get("/v1/jobs/" + hidden + part, at.bob));
  as_if_absent(at.service.post("/v1/jobs/" + hidden + "/cancel", at.bob));
  const auto listed = [&](const std::string& token) {
    std::vector<std::string> out;
    const json::value page = at.service.get("/v1/jobs", token).read();
    for (const json::value& each : page.at("items").as_array())
      out.push_back(systems_test::at(each, "/subjectId"));
    return out;
  };
  CHECK(listed(at.bob) == std::vector<std::string>{"b1"});
  CHECK(listed(at.ann) == std::vector<std::string>{"b1", "a1"});
  // Nor are jobs submitted about what may not be seen: nothing is stored of them.
  const auto submitted_by_bob = [&](const std::string& subject) {
    return at.service.post("/v1/jobs/subject.index", at.bob,
                           R"({"input":{"subject_id":")" + subject + "\"}}");
  };
  check_problem(submitted_by_bob("a1"), 403, "NOT_ALLOWED");
  CHECK(listed(at.ann).size() == 2);
  CHECK(submitted_by_bob("b1").status == 202);
  // No answer tells of the hidden jobs by the way: neither counts, nor a key, nor a wait for one.
  check_problem(at.service.get("/v1/stats", at.bob), 403, "NOT_ALLOWED");
  CHECK(at.service.get("/v1/stats", at.ann).status == 200);
  const std::vector<std::string> key{"Idempotency-Key: order-9"};
  const std::string keyed = at.post("a1", {}, key).at("/jobId");
  const answer taken =
      at.service.post("/v1/jobs/subject.index", at.bob, R"({"input":{"subject_id":"b1"}})", key);
  check_problem(taken, 409, "KEY_CONFLICT");
  CHECK(taken.body.find(keyed) == taken.body.npos);
  const auto waiting_for = [&](const std::string& id) {
    const answer is =
        at.service.post("/v1/jobs/subject.index", at.bob,
                        R"({"input":{"subject_id":"b1"},"dependsOn":[")" + id + "\"]}");
    check_problem(is, 422, "UNKNOWN_DEPENDENCY");
    CHECK(is.at("/jobId") == id);
    return is.at("/detail");
  };
  CHECK(waiting_for(hidden) == waiting_for("018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20"));
  // Another tenant's user of the same name sees neither.
  as_if_absent(at.service.get("/v1/jobs/" + shown, at.service.token("globex", "bob")));
  // The application decides: it has changed its mind.
  write_file(at.folder / "access", "ann: *\nbob: a1\n");
  CHECK(at.service.get("/v1/jobs/" + hidden, at.bob).status == 200);
  as_if_absent(at.service.get("/v1/jobs/" + shown, at.bob));
}

TEST_CASE("a status told twice is one status", "[STAT-04]") {
  contract at;
  // The same submission again: one job.
  write_file(at.record("s1"), "text");
  const answer first = at.post("s1", {}, {"Idempotency-Key: order-1"});
  const answer again = at.post("s1", {}, {"Idempotency-Key: order-1"});
  CHECK(first.status == 202);
  CHECK(again.status == 200);
  CHECK(again.header("idempotency-replayed") == "true");
  CHECK(again.at("/jobId") == first.at("/jobId"));
  // The same report again: one transition.
  const std::string waits = at.submit("later", R"(,"delayMs":600000)");
  const std::string report = R"({"event_id":"e1","status":"Cancelled",)"
                             R"("occurred_at":"2026-11-17T03:00:00Z"})";
  const std::string where = "/v1/internal/jobs/" + waits + "/status";
  CHECK(at.service.post(where, at.ann, report).status == 204);
  const std::string once = at.look(waits).body;
  const answer replayed = at.service.post(where, at.ann, report);
  CHECK(replayed.status == 200);
  CHECK(replayed.at("/replayed") == "true");
  CHECK(at.look(waits).body == once);
  CHECK(at.service.walk(waits, at.ann) == states{"Cancelled"});
  // A worker that is lost, and one that does its work again: one end.
  slow_file comes(at.record("slow"));
  const std::string lost = at.submit("slow");
  at.until(lost, "Running");
  at.service.kill();
  at.service.start();
  CHECK(at.look(lost).at("/status") == "Running");
  comes.deliver_all("at last");
  const answer done = at.until(lost, "Completed");
  CHECK(done.at("/attempt") == "2");
  const states walk = at.service.walk(lost, at.ann);
  CHECK(std::count(walk.begin(), walk.end(), "Completed") == 1);
  CHECK(walk.back() == "Completed");
}

TEST_CASE("a status is a summary, and stays one", "[STAT-05]") {
  contract at;
  // A megabyte is indexed; what is told of it is less than a kilobyte, and has none of its words.
  std::string large;
  for (int i = 0; i < 100'000; ++i) large += "word" + std::to_string(i % 997) + '\n';
  write_file(at.record("large"), large);
  const answer done = at.until(at.submit("large"), "Completed");
  CHECK(done.body.size() < 1024);
  CHECK(done.body.find("word") == done.body.npos);
  const answer asked = at.service.post("/v1/jobs/subject.search", at.ann,
                                       R"({"input":{"subject_id":"large","word":"word1"}})");
  at.until(asked.at("/jobId"), "Completed");
  const answer found = at.service.get("/v1/jobs/" + asked.at("/jobId") + "/result", at.ann);
  CHECK(found.at("/count") == "101");
  CHECK(found.read().at("first").as_array().size() == 20);
  // A submission is no place for a blob either: nothing is stored of what is too large.
  check_problem(at.post(std::string(5000, 's')), 413, "PAYLOAD_TOO_LARGE");
  check_problem(at.post("large", R"(,"metadata":{"blob":")" + std::string(2048, 'x') + "\"}"), 413,
                "PAYLOAD_TOO_LARGE");
  CHECK(at.service.get("/v1/jobs", at.ann).read().at("items").as_array().size() == 2);
}

TEST_CASE("a job is running when its work begins, not while every worker is busy", "[STAT-12]") {
  contract at({"--workers", "1"});
  slow_file comes(at.record("first"));
  const std::string first = at.submit("first");
  at.until(first, "Running");
  write_file(at.record("second"), "text");
  const std::string second = at.submit("second");
  const answer waiting = at.look(second);
  CHECK(waiting.at("/status") == "Queued");
  CHECK(waiting.at("/startedAt") == "null");
  CHECK(waiting.at("/attempt") == "0");
  CHECK(at.service.walk(second, at.ann).empty());
  const std::string held = R"(pawl_held_seconds_count{job_type="subject.index"})";
  // What is measured of all tenants is for operators of the root tenant.
  const std::string root = at.service.token("root", "ops");
  CHECK(at.service.get("/metrics", at.ann).status == 404);
  CHECK(at.service.metric(held, root) == 1.0);
  comes.deliver_all("done");
  const answer before = at.until(first, "Completed");
  const answer after = at.until(second, "Completed");
  CHECK(after.at("/startedAt") >= before.at("/startedAt"));
  // How long it lay there can be seen.
  CHECK(at.service.metric(held, root) == 2.0);
  const auto sum = at.service.metric(R"(pawl_held_seconds_sum{job_type="subject.index"})", root);
  CHECK(sum > 0.0);
}

TEST_CASE("polling is enough", "[STAT-13]") {
  contract at;
  slow_file comes(at.record("slow"));
  const std::string id = at.submit("slow");
  const answer running = at.until(id, "Running");
  const std::string tag = running.header("etag");
  REQUIRE(tag.starts_with('"'));
  CHECK(std::stoi(running.header("retry-after")) >= 1);
  const auto ask = [&] {
    return at.service.ask({.method = "GET",
                           .path = "/v1/jobs/" + id,
                           .token = at.ann,
                           .headers = {"If-None-Match: " + tag}});
  };
  const answer same = ask();
  CHECK(same.status == 304);
  CHECK(same.body.empty());
  CHECK(same.header("etag") == tag);
  comes.deliver_all("text");
  at.until(id, "Completed");
  const answer changed = ask();
  CHECK(changed.status == 200);
  CHECK(changed.at("/status") == "Completed");
  CHECK(changed.header("etag") != tag);
  // There is nothing more to come for.
  CHECK(changed.header("retry-after") == "(absent)");
}

TEST_CASE("the golden run of the status contract", "[golden]") {
  contract at;
  golden_walk walk(at.service, "status_contract");
  const auto submit = [&](const std::string& subject, const std::string& more = {}) {
    return walk
        .post("/v1/jobs/subject.index", at.ann,
              R"({"input":{"subject_id":")" + subject + "\"}" + more + "}")
        .at("/jobId");
  };
  write_file(at.record("a1"), "to be or\nnot to be\n");
  write_file(at.record("bad"), std::string("secret\0words", 12));
  const std::string done = submit("a1", R"(,"correlationId":"order-7")");
  walk.job(done, at.ann, "Completed");
  walk.get("/v1/jobs/" + done + "/result", at.ann);
  walk.get("/v1/jobs/" + done, at.bob);
  const std::string failed = submit("bad");
  walk.job(failed, at.ann, "Failed");
  walk.get("/v1/jobs/" + failed + "/result", at.ann);
  const std::string poisoned = submit("absent");
  walk.job(poisoned, at.ann, "Poisoned");
  walk.get("/v1/dlq", at.ann);
  const std::string later = submit("later", R"(,"delayMs":600000)");
  walk.post("/v1/jobs/" + later + "/cancel", at.ann);
  walk.job(later, at.ann, "Cancelled");
  walk.post("/v1/jobs/subject.index", at.bob, R"({"input":{"subject_id":"a1"}})");
  walk.post("/v1/jobs/subject.index", at.ann, R"({"input":{"subject_id":""}})");
  walk.common("subject.index", at.ann);
  walk.compare();
}
