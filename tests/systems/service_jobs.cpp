// SPDX-License-Identifier: BSL-1.0
// examples/service_jobs, walked through its specification: natively, as services of a platform and
// its operators do, and over HTTP, as its users look.
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <set>

#include <pawl/handlers/download.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/memory.hpp>

#include "golden.hpp"
#include "handlers/server.hpp"
#include "native.hpp"
#include "service_jobs/handlers.hpp"
#include "storage/directory.hpp"

using namespace systems_test;
using namespace service_jobs;
using namespace std::chrono_literals;
using pawl::handlers::download;
using pawl::storage::errc;

namespace {

using list = std::vector<std::string>;

std::string contents(const fs::path& file) {
  std::ifstream from(file);
  return {std::istreambuf_iterator<char>(from), {}};
}
bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
/// Asks for something until it is so: up to a minute, then the test fails.
template <class Condition>
void until(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + 1min;
  while (!condition()) {
    REQUIRE(std::chrono::steady_clock::now() < end);
    std::this_thread::sleep_for(milliseconds{10});
  }
}

/// A pipe that a job reads, so that the test says how far it comes.
class pipe_to {
 public:
  explicit pipe_to(fs::path file) : file_(std::move(file)) {
    if (::mkfifo(file_.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
  }
  ~pipe_to() { close(); }
  pipe_to(const pipe_to&) = delete;
  pipe_to& operator=(const pipe_to&) = delete;

  /// Opened when it is first written to, which is when a job reads it.
  void write(const std::string& text) {
    if (end_ < 0) until([&] { return (end_ = ::open(file_.c_str(), O_WRONLY | O_NONBLOCK)) >= 0; });
    REQUIRE(::write(end_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  void close() {
    if (end_ >= 0) ::close(end_);
    end_ = -1;
  }

 private:
  fs::path file_;
  int end_ = -1;
};

/// The service, the folder that it works in, and those who look.
struct platform {
  support::fresh_directory place{};
  fs::path folder = place / "data";
  running_system service;
  std::vector<std::string> tokens = service.tokens({{"acme", "ann", "read"},
                                                    {"acme", "otto", "read,operate"},
                                                    {"initech", "bob"},
                                                    {"acme", "mighty"},
                                                    {"root", "otto", "read,operate"},
                                                    {"demo", "visitor", "read"}});
  std::string ann = tokens[0];
  std::string operators = tokens[1];
  std::string bob = tokens[2];
  std::string mighty = tokens[3];  ///< may do all that there is
  std::string root = tokens[4];
  std::string demo = tokens[5];  ///< for whom the command line of the service acts

  explicit platform(list further = {}) : service(with_folder(std::move(further))) {}
  list with_folder(list further) const {
    further.insert(further.end(), {"--folder", folder});
    return further;
  }

  /// A native client, as any process of the platform opens one.
  auto client() const {
    return std::make_unique<pawl::client<shared_store, report, import_orders, charge, download>>(
        shared_store::open(service), pawl::jobs<report, import_orders, charge, download>{});
  }
  answer status(const pawl::job_id& id, const std::string& token) const {
    return service.get("/v1/jobs/" + to_string(id), token);
  }
  answer result(const pawl::job_id& id, const std::string& token) const {
    return service.get("/v1/jobs/" + to_string(id) + "/result", token);
  }
  answer until_state(const pawl::job_id& id, const std::string& state) const {
    return service.until_status(to_string(id), ann, {state});
  }
  list walk(const pawl::job_id& id) const { return service.walk(to_string(id), ann); }
  /// What the jobs of a list are, in its order.
  list listed(const std::string& query, const std::string& token) const {
    list out;
    const json::value page = service.get("/v1/jobs" + query, token).read();
    for (const json::value& each : page.at("items").as_array()) out.push_back(at(each, "/id"));
    return out;
  }
  std::string notices() const { return contents(folder / "notices"); }
};

const pawl::principal as_ann{.tenant = "acme", .user = "ann", .organisation = {}};
const pawl::principal as_bob{.tenant = "initech", .user = "bob", .organisation = {}};

}  // namespace

TEST_CASE("a report is generated in the background", "[SVC-01][SVC-05][SVC-07][SVC-08][SVC-12]") {
  platform at;
  pipe_to orders(at.folder / "orders/BIG.csv");

  // 1, 2. It is submitted with a key, and its id is there while nothing of it is done.
  pawl::job_id id{};
  {
    auto jobs = at.client();
    id = jobs->as(as_ann).submit<report>({"BIG", 2026}, {.key = "BIG-2026"}).value().id;
  }  // its submitter is gone: SVC-01
  auto jobs = at.client();
  const auto me = jobs->as(as_ann);

  // The same key is the same job, of the same tenant and handler: SVC-08.
  CHECK(me.submit<report>({"BIG", 2026}, {.key = "BIG-2026"}).value().id == id);
  CHECK(me.submit<report>({"BIG", 1999}, {.key = "BIG-2026"}).error().code == errc::key_conflict);
  CHECK(me.submit<import_orders>({"x"}, {.key = "BIG-2026", .delay = 1h}).value().id != id);
  CHECK(
      jobs->as(as_bob).submit<report>({"BIG", 2026}, {.key = "BIG-2026", .delay = 1h}).value().id !=
      id);

  // 3. A worker picks it up. 4. It reports how far it is: SVC-12.
  orders.write("4\n2026-01-01,100\n2026-02-01,20\n");
  const answer half = at.service.until("/v1/jobs/" + to_string(id), at.ann,
                                       [](const answer& is) { return is.at("/progress") == "50"; });
  CHECK(half.at("/status") == "running");
  CHECK(half.header("retry-after") != "(absent)");
  CHECK(holds(at.service.get("/v1/jobs/" + to_string(id) + "/history", at.ann).body, "2 orders"));
  CHECK(at.result(id, at.ann).status == 409);
  CHECK(at.result(id, at.ann).at("/code") == "JOB_UNFINISHED");
  CHECK(me.result(pawl::job_ref<report>{id}).error().why == pawl::no_output::reason::unfinished);

  // 5. It ends, and its result is stored. 6. The user has it by polling, the service by its type.
  orders.write("2026-03-01,3\n2025-12-31,5000\n");
  orders.close();
  CHECK(at.until_state(id, "succeeded").at("/progress") == "100");
  CHECK(at.walk(id) == list{"running", "succeeded"});
  const std::string url = "file://" + (at.folder / "reports/BIG-2026-report.txt").string();
  CHECK(at.result(id, at.ann).at("/url") == url);
  CHECK(me.result(pawl::job_ref<report>{id})->url == url);
  CHECK(contents(at.folder / "reports/BIG-2026-report.txt") == "BIG 2026: 123 cents\n");

  SECTION("a user cancels") {
    // A pending job at once, and it never runs: SVC-07.
    const auto later = me.submit<report>({"ALFKI", 2026}, {.delay = 1h}).value();
    CHECK(me.cancel(later.id, "not needed") == true);
    CHECK(at.status(later.id, at.ann).at("/status") == "canceled");
    CHECK(at.walk(later.id) == list{"canceled"});
    CHECK(at.result(later.id, at.ann).at("/code") == "JOB_CANCELLED");
    // A running one is told by its token, in another process than the one that cancels.
    const pipe_to silent(at.folder / "orders/SILENT.csv");
    const auto job = me.submit<report>({"SILENT", 2026}).value();
    at.until_state(job.id, "running");
    CHECK(me.cancel(job.id, "too slow") == false);
    at.until_state(job.id, "canceled");
    CHECK(me.status(job.id)->cancel_reason == "too slow");
    CHECK(at.walk(job.id) == list{"running", "canceled"});
    CHECK_FALSE(fs::exists(at.folder / "reports/SILENT-2026-report.txt"));
  }
  CHECK(at.service.end() == 0);
}

TEST_CASE("over HTTP jobs are looked at, and nothing else",
          "[SVC-09][SVC-10][SVC-11][SVC-27][SVC-28][SVC-31][SVC-32][SVC-36][SVC-40]") {
  platform at;
  auto jobs = at.client();
  const auto me = jobs->as(as_ann);
  const auto done = me.submit<report>({"ALFKI", 2026}).value();
  at.until_state(done.id, "succeeded");
  const std::string of_done = "/v1/jobs/" + to_string(done.id);

  // Whatever a token allows, nothing can be written: SVC-10.
  const json::value described = at.service.get("/openapi.json", {}).read();
  for (const auto& [path, methods] : described.at("paths").as_object()) {
    CAPTURE(path);
    for (const auto& [method, ignored] : methods.as_object()) CHECK(method == "get");
  }
  for (const char* method : {"POST", "PUT", "PATCH", "DELETE"})
    for (const std::string& path :
         {std::string("/v1/jobs/acme.report.v1"), std::string("/v1/jobs"), of_done,
          of_done + "/cancel", of_done + "/run", of_done + "/raise", std::string("/v1/dlq"),
          "/v1/dlq/" + to_string(done.id) + "/replay", std::string("/v1/bulk/cancel"),
          std::string("/v1/bulk/replay"), "/v1/internal/jobs/" + to_string(done.id) + "/status"}) {
      CAPTURE(method, path);
      const answer is = at.service.ask({.method = method,
                                        .path = path,
                                        .token = at.mighty,
                                        .body = R"({"input":{"customer":"ALFKI","year":2026}})"});
      CHECK((is.status == 404 || is.status == 405));
    }
  CHECK(at.service.get("/v1/dlq", at.mighty).status == 404);
  CHECK(at.listed("", at.ann) == list{to_string(done.id)});
  CHECK(at.walk(done.id) == list{"running", "succeeded"});

  // Who has no token is nobody; another tenant's job is not there: SVC-27, SVC-11.
  for (const std::string& path : {std::string("/v1/jobs"), of_done, of_done + "/result",
                                  std::string("/v1/handlers"), std::string("/metrics")}) {
    CAPTURE(path);
    CHECK(at.service.get(path, {}).status == 401);
  }
  CHECK(at.service.get(of_done, "nonsense").status == 401);
  CHECK(at.status(done.id, at.bob).status == 404);
  CHECK(at.result(done.id, at.bob).status == 404);
  CHECK(at.listed("", at.bob).empty());
  const auto other = jobs->as(as_bob);
  const pawl::job_ref<report> theirs{done.id};
  CHECK(other.status(done.id).error().code == errc::not_found);
  CHECK(other.result(theirs).error().store.code == errc::not_found);
  CHECK(other.cancel(done.id).error().code == errc::not_found);
  CHECK(other.replay(done.id).error().code == errc::not_found);
  CHECK(other.dead_letters()->letters.empty());
  // Nobody submits without a tenant.
  CHECK(jobs->as({}).submit<report>({"ALFKI", 2026}).error().code == errc::invalid);

  // The newest first, 50 unless said, never more than 200: SVC-28.
  const std::vector<report_input> many(205, report_input{"ALFKI", 2026});
  list ids{to_string(done.id)};
  for (const auto& each : me.submit_all<report>(many, {.delay = 1h}))
    ids.push_back(to_string(each.value().id));
  std::reverse(ids.begin(), ids.end());
  const auto first = [&](std::ptrdiff_t count) { return list(ids.begin(), ids.begin() + count); };
  CHECK(at.listed("", at.ann) == first(50));
  CHECK(at.listed("?limit=3", at.ann) == first(3));
  CHECK(at.listed("?limit=1000", at.ann) == first(200));
  // By handler, status and time: SVC-09.
  CHECK(at.listed("?handler=acme.import.v1", at.ann).empty());
  CHECK(at.listed("?handler=acme.report.v1&limit=1", at.ann) == first(1));
  CHECK(at.listed("?status=succeeded", at.ann) == list{to_string(done.id)});
  const std::string created = at.status(done.id, at.ann).at("/createdAt");
  CHECK(at.listed("?created_after=" + created + "&status=succeeded", at.ann).empty());
  CHECK(at.listed("?created_before=" + created, at.ann).empty());
  const std::string later = at.service.get("/v1/jobs/" + ids.front(), at.ann).at("/createdAt");
  CHECK(at.listed("?created_before=" + later + "&status=succeeded", at.ann) ==
        list{to_string(done.id)});

  // Handlers are listed, with what the specification asks of them: SVC-32, SVC-36.
  std::map<std::string, json::value> handlers;
  const json::value page = at.service.get("/v1/handlers", at.ann).read();
  for (const json::value& each : page.at("items").as_array())
    handlers[systems_test::at(each, "/handlerId")] = each;
  const auto says = [&](const std::string& handler, const std::string& what) {
    return systems_test::at(handlers.at(handler), what);
  };
  CHECK(handlers.size() == 5);
  CHECK(says("acme.report.v1", "/restartable") == "true");
  CHECK(says("acme.report.v1", "/timeoutMs") == "300000");
  CHECK(says("acme.report.v1", "/maxRetries") == "2");
  CHECK(says("acme.report.v1", "/gts") == "false");
  CHECK(says("acme.follow.v1", "/restartable") == "false");
  CHECK(says("gts.acme.billing.payments.charge.v1~", "/gts") == "true");
  CHECK(says("gts.acme.billing.payments.charge.v1~", "/maxRetries") == "0");

  // The contract has a version, and its paths begin with the major one: SVC-31, SVC-40.
  CHECK(systems_test::at(described, "/info/version").starts_with("1."));
  for (const char* field : {"/id", "/type", "/status", "/progress", "/createdAt", "/updatedAt",
                            "/startedAt", "/completedAt", "/resultRef"}) {
    CAPTURE(field);
    CHECK(at.status(done.id, at.ann).at(field) != "(absent)");
  }
}

TEST_CASE("what is submitted is looked at first", "[SVC-26]") {
  platform at;
  auto jobs = at.client();
  const auto me = jobs->as(as_ann);
  const std::string too_much(1 << 20, 'x');
  CHECK(me.submit<report>({too_much, 2026}).error().code == errc::payload_too_large);
  CHECK(me.submit<report>({"\xff", 2026}).error().code == errc::invalid);
  for (const std::string& tenant :
       {std::string("a b"), std::string("a\nb"), std::string(300, 'a')}) {
    CAPTURE(tenant);
    CHECK(jobs->as({.tenant = tenant, .user = "x"}).submit<report>({"ALFKI", 2026}).error().code ==
          errc::invalid);
  }
  CHECK(at.listed("", at.ann).empty());
}

TEST_CASE("jobs that fail are tried again, dead-lettered, looked into and submitted again",
          "[SVC-02][SVC-04][SVC-06][SVC-14][SVC-33][SVC-35][SVC-37]") {
  const support::fresh_directory spans;
  platform at({"--spans", spans / "spans"});
  auto jobs = at.client();
  const auto me = jobs->as(as_ann);
  const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  CHECK(at.service.transitions("acme.report.v1", at.ann) ==  // SVC-02
        std::set<std::string>{"pending running", "running succeeded", "running failed",
                              "running canceled", "pending canceled", "failed pending",
                              "failed dead_lettered"});

  // 1, 2. One retry, as this job asks for (SVC-04); then it is dead (SVC-02).
  const auto job =
      me.submit<report>({"NEWCO", 2026}, {.retry = {.max_attempts = 2},
                                          .traceparent = "00-" + trace + "-00f067aa0ba902b7-01"})
          .value();
  const answer dead = at.until_state(job.id, "dead_lettered");
  CHECK(at.walk(job.id) ==
        list{"running", "failed", "pending", "running", "failed", "dead_lettered"});
  CHECK(dead.at("/attempts") == "2");
  CHECK(dead.at("/maxAttempts") == "2");
  CHECK(dead.at("/error/class") == "network_timeout");
  CHECK(at.result(job.id, at.ann).at("/code") == "JOB_FAILED");
  // 3. Its handler is told: SVC-14.
  until([&] { return holds(at.notices(), "NEWCO: network_timeout\n"); });
  // Each attempt was a span below its submitter's: SVC-35.
  const std::string span = trace + " 00f067aa0ba902b7 acme.report.v1 ";
  until([&] { return holds(contents(spans / "spans"), span + "dead_lettered\n"); });
  CHECK(contents(spans / "spans") == span + "failed\n" + span + "dead_lettered\n");

  // 4. An operator finds it by its status. 5. And sees why, with all that it was given: SVC-33.
  CHECK(at.listed("?status=dead_lettered", at.operators) == list{to_string(job.id)});
  const auto letter = me.dead_letter(job.id);
  REQUIRE(letter);
  CHECK(letter->payload == R"({"customer":"NEWCO","year":2026})");
  CHECK(letter->job.error->code == "network_timeout");
  CHECK(letter->job.attempt == 2);
  CHECK(me.dead_letters()->letters.size() == 1);
  CHECK(jobs->as(as_bob).dead_letters()->letters.empty());

  // What was missing comes; it is submitted again, and what was dead stays so: SVC-33, SVC-06.
  std::ofstream(at.folder / "orders/NEWCO.csv") << "1\n2026-05-05,77\n";
  const auto again = me.replay(job.id);
  REQUIRE(again);
  at.until_state(*again, "succeeded");
  CHECK(me.status(*again)->parent == job.id);
  CHECK(at.status(job.id, at.ann).at("/status") == "dead_lettered");
  CHECK(contents(at.folder / "reports/NEWCO-2026-report.txt") == "NEWCO 2026: 77 cents\n");

  // What can never succeed is not tried again.
  const auto bad = me.submit<report>({"../etc/passwd", 2026}).value();
  at.until_state(bad.id, "dead_lettered");
  CHECK(at.walk(bad.id) == list{"running", "failed", "dead_lettered"});
  CHECK(at.status(bad.id, at.ann).at("/error/class") == "bad_input");

  // Each state as the store has it and as HTTP shows it: SVC-37.
  std::set<std::string> seen;
  const auto is_at = [&](const pawl::job_id& id, const std::string& state) {
    at.until_state(id, state);
    CHECK(me.status(id)->state == state);
    seen.insert(state);
  };
  is_at(job.id, "dead_lettered");
  is_at(*again, "succeeded");
  // This job asks for another delay than its type has: SVC-04.
  const auto waits = me.submit<import_orders>({"absent"}, {.retry = {.initial = 1_h, .cap = 1_h}});
  is_at(waits.value().id, "failed");
  // Anything up to an hour, but always the same for this job. It failed between its start and now.
  const auto asked = pawl::delay(pawl::exponential<1_h, 1_h>::plan.with(pawl::full_jitter::spread),
                                 waits->id.seed(), 1);
  const auto waiting = me.status(*waits).value();
  constexpr auto rounding = 10ms;  // between the store's clock and that of the wall
  CHECK(*waiting.due_at >= *waiting.started_at + milliseconds{asked.count} - rounding);
  CHECK(*waiting.due_at <= std::chrono::system_clock::now() + milliseconds{asked.count} + rounding);
  CHECK(me.submit<report>({"x", 1}, {.retry = {.initial = 1_h}}).error().code == errc::invalid);
  const auto later = me.submit<report>({"ALFKI", 2026}, {.delay = 1h}).value();
  is_at(later.id, "pending");
  CHECK(me.cancel(later.id) == true);
  is_at(later.id, "canceled");
  const pipe_to orders(at.folder / "orders/SLOW.csv");
  is_at(me.submit<report>({"SLOW", 2026}).value().id, "running");
  CHECK(seen.size() == 6);
}

TEST_CASE("a service that is killed goes on where it was",
          "[SVC-11][SVC-14][SVC-15][SVC-16][SVC-18][SVC-29][SVC-34][SVC-38]") {
  constexpr std::int64_t chunk = 16'384;
  handlers_test::served_file file;
  file.bytes = handlers_test::numbered_bytes(300'000);
  std::atomic<bool> answers{false};
  handlers_test::server source([&](handlers_test::wire& to, const handlers_test::request& asked) {
    // Three chunks, and then nothing until the service is started again.
    if (!answers && asked.range().first >= 3 * chunk) return to.wait_for_end();
    file(to, asked);
  });
  handlers_test::server provider(
      [](handlers_test::wire& to, const handlers_test::request&) { to.wait_for_end(); });
  const support::fresh_directory streams;
  pipe_to stream(streams / "stream");
  platform at({"--follow", streams / "stream", "--provider", provider.url("/charges"),
               "--local-ports",
               std::to_string(source.port()) + ',' + std::to_string(provider.port())});
  auto jobs = at.client();
  const auto me = jobs->as(as_ann);

  // An import that has come to its 250th row, and another that has not begun with its first.
  std::string rows;
  for (int i = 0; i < 250; ++i) rows += std::to_string(i) + ",row\n";
  std::ofstream(at.folder / "incoming/long") << rows;
  std::ofstream{at.folder / "incoming/empty"};
  const auto import = me.submit<import_orders>({"long"}).value();
  const auto unbegun = me.submit<import_orders>({"empty"}).value();
  at.service.until("/v1/jobs/" + to_string(import.id) + "/history", at.ann,
                   [](const answer& is) { return holds(is.body, "250 rows"); });
  CHECK(at.until_state(import.id, "running").at("/hasCheckpoint") == "true");
  CHECK(at.until_state(unbegun.id, "running").at("/hasCheckpoint") == "false");
  // A download that has three chunks.
  const auto fetched =
      me.submit<download>({.url = source.url(), .dest = "model.bin", .chunk_size = chunk}).value();
  source.await_requests(4);
  // A stream that is followed in memory: visible here as any job is, and nowhere else.
  stream.write("one\ntwo\n");
  const std::string followed = at.listed("?handler=acme.follow.v1", at.root).at(0);
  at.service.until("/v1/jobs/" + followed + "/history", at.root,
                   [](const answer& is) { return holds(is.body, "2 lines"); });
  CHECK(at.service.get("/v1/jobs/" + followed, at.root).at("/status") == "running");
  // It is the system's own, and no customer's: SVC-11.
  CHECK(at.service.get("/v1/jobs/" + followed, at.ann).status == 404);
  CHECK(at.listed("?handler=acme.follow.v1", at.ann).empty());
  CHECK(at.service.metric(R"(job_start_total{job_type="acme.follow.v1"})", at.root) == 1);
  CHECK(jobs->store()
            .get(pawl::storage::scope::every_tenant(), *pawl::parse_job_id(followed))
            .error()
            .code == errc::not_found);
  CHECK_FALSE(holds(at.service.get("/v1/stats", at.root).body, "acme.follow.v1"));
  // A payment that the provider has been asked for.
  const auto paid = me.submit<charge>({"ALFKI", 1250}).value();
  provider.await_requests(1);
  at.until_state(paid.id, "running");

  at.service.kill();
  answers = true;
  stream.close();
  const std::size_t asked_before = source.requests().size();
  std::ofstream(at.folder / "incoming/long", std::ios::app) << "250,row\nend\n";
  std::ofstream(at.folder / "incoming/empty") << "only,row\nend\n";
  at.service.start();

  // SVC-15, SVC-16: found, queued again, and given their checkpoints.
  CHECK(at.until_state(import.id, "succeeded").at("/attempts") == "2");
  CHECK(at.walk(import.id) == list{"running", "failed", "pending", "running", "succeeded"});
  const auto told = [&](const pawl::job_id& id) {
    return at.service.get("/v1/jobs/" + to_string(id) + "/history", at.ann).body;
  };
  CHECK(holds(told(import.id), "begins behind row 250"));
  CHECK(contents(at.folder / "imported/long") == rows + "250,row\n");
  CHECK(me.result(import)->rows == 251);
  // Without a checkpoint it begins at the beginning.
  at.until_state(unbegun.id, "succeeded");
  CHECK(holds(told(unbegun.id), "begins behind row 0"));
  CHECK(contents(at.folder / "imported/empty") == "only,row\n");
  // SVC-34: never begun a second time, and the record says why it has failed.
  CHECK(at.until_state(paid.id, "dead_lettered").at("/error/class") == "worker_lost");
  CHECK(at.walk(paid.id) == list{"running", "failed", "dead_lettered"});
  CHECK(at.status(paid.id, at.ann).at("/attempts") == "1");
  // SVC-14: after a recovery handlers are told of a success and of a failure.
  until([&] { return holds(at.notices(), "long: 251 rows\n"); });
  until([&] { return holds(at.notices(), "ALFKI: worker_lost\n"); });
  // SVC-29, SVC-38: the stream is gone with its process; only its successor is there.
  CHECK(at.service.get("/v1/jobs/" + followed, at.root).status == 404);
  CHECK(at.listed("?handler=acme.follow.v1", at.root).size() == 1);
  CHECK_FALSE(holds(at.service.get("/v1/workers", at.root).body, followed));
  // SVC-18: by Range, behind what was fetched.
  at.until_state(fetched.id, "succeeded");
  CHECK(contents(at.folder / "files/model.bin") == file.bytes);
  CHECK(source.requests().at(asked_before).range().first == 3 * chunk);
  CHECK(file.sent == 300'000);
  CHECK(provider.requests().size() == 1);
  CHECK(at.service.end() == 0);
}

TEST_CASE("streams are processed in memory, with a bound, a cancellation and an end",
          "[SVC-29][SVC-30][SVC-38]") {
  platform at;
  const auto of_follow = [&] {
    return at.service.get("/v1/stats", at.operators).body + at.service.get("/v1/jobs", at.ann).body;
  };
  const std::string before = of_follow();
  {
    // Another service of the platform, on the same store.
    pawl::service mine{shared_store::open(at.service), follow{}};
    REQUIRE(mine.start({.workers = 1, .prefetch = 0, .lease_check_interval = 10ms}));
    const auto me = mine.as(as_ann);
    const support::fresh_directory streams;
    pipe_to quick(streams / "quick");
    const auto done = me.submit<follow>({std::make_shared<line_feed>(streams / "quick")}).value();
    quick.write("a\nb\nc\n");
    quick.close();
    CHECK(me.result(done, 60s)->lines == 3);
    CHECK(me.status(done)->state == "succeeded");

    pipe_to silent(streams / "silent");
    const auto feed = std::make_shared<line_feed>(streams / "silent");
    const auto running = me.submit<follow>({feed}).value();
    until([&] { return me.status(running)->state == "running"; });
    std::vector<pawl::job_ref<follow>> waiting;
    for (int i = 0; i < 200; ++i) {
      const auto more = me.submit<follow>({feed});
      if (!more) {
        CHECK(more.error().code == errc::queue_overloaded);
        break;
      }
      waiting.push_back(*more);
    }
    // A hundred wait, beside what a worker was about to begin: SVC-30.
    CHECK(waiting.size() >= 100);
    CHECK(waiting.size() <= 101);
    CHECK(me.cancel(waiting.back().id) == true);
    CHECK(me.status(waiting.back())->state == "canceled");
    CHECK(me.cancel(running.id) == false);
    CHECK(me.wait(running, 60s)->state == "canceled");
    // Nothing of it is stored, and no other process knows of it: SVC-29.
    CHECK(of_follow() == before);
    CHECK(at.status(running.id, at.ann).status == 404);
    mine.stop(0ms);
  }
  CHECK(of_follow() == before);
}

TEST_CASE("a job of an unknown handler waits until one is registered", "[SVC-17]") {
  struct future : pawl::job<"acme.future.v1", pawl::lifecycles::service> {
    outcome<int> operator()(context&, const int& in) const { return in + 1; }
  };
  platform at;
  pawl::job_ref<future> job{};
  {
    pawl::client early{shared_store::open(at.service), pawl::jobs<future>{}};
    job = early.as(as_ann).submit<future>(41).value();
  }
  // The service that runs has looked for work since, and left this job alone.
  auto jobs = at.client();
  at.until_state(jobs->as(as_ann).submit<report>({"ALFKI", 2026}).value().id, "succeeded");
  CHECK(at.status(job.id, at.ann).at("/status") == "pending");
  pawl::service late{shared_store::open(at.service), future{}};
  REQUIRE(late.start({.workers = 1}));
  CHECK(late.as(as_ann).result(job, 60s) == 42);
  CHECK(at.status(job.id, at.ann).at("/status") == "succeeded");
}

TEST_CASE("urgent jobs come first, dependents later, delayed ones in their time, long ones a few",
          "[SVC-13][SVC-19][SVC-20][SVC-21][SVC-39]") {
  std::atomic<int> given_up{0};
  handlers_test::server provider([&](handlers_test::wire& to, const handlers_test::request&) {
    to.wait_for_end();
    ++given_up;
  });
  platform at({"--workers", "3", "--provider", provider.url("/charges"), "--local-ports",
               std::to_string(provider.port())});
  auto jobs = at.client();
  const auto me = jobs->as(as_ann);

  // Four imports of files that nobody ends: two run, and a short job finds a worker: SVC-39.
  std::vector<pawl::job_id> imports;
  for (int i = 0; i < 4; ++i) {
    const std::string name = "endless" + std::to_string(i);
    std::ofstream{at.folder / "incoming" / name};
    imports.push_back(me.submit<import_orders>({name}).value().id);
  }
  at.until_state(imports[0], "running");
  at.until_state(imports[1], "running");
  at.until_state(me.submit<report>({"ALFKI", 2026}).value().id, "succeeded");
  CHECK(at.listed("?handler=acme.import.v1&status=running", at.ann).size() == 2);
  CHECK(at.listed("?handler=acme.import.v1&status=pending", at.ann).size() == 2);

  // A provider that does not answer: the third worker waits, and is asked to stop in time: SVC-13.
  const auto paid = me.submit<charge>({"ALFKI", 1}).value();
  CHECK(at.until_state(paid.id, "dead_lettered").at("/error/class") == "timeout");
  CHECK(at.walk(paid.id) == list{"running", "failed", "dead_lettered"});
  CHECK(*me.status(paid)->completed_at - *me.status(paid)->started_at >= 5s);
  until([&] { return given_up == 1; });  // by its token: the request was under way

  // Of two that are due at the same time, one worker takes the urgent one: SVC-21, SVC-19.
  pipe_to slow(at.folder / "orders/SLOW.csv");
  pipe_to fast(at.folder / "orders/FAST.csv");
  const auto now = [] {
    return std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
  };
  auto ahead = 1s;
  auto due = now() + ahead;
  const auto submit_due = [&](const char* customer, const char* priority) {
    return me.submit<report>({customer, 2026}, {.priority = priority, .run_at = due}).value();
  };
  auto low = submit_due("SLOW", "low");
  auto urgent = submit_due("FAST", "urgent");
  // Both were there before either was due, or a machine that is too busy is given more time.
  while (now() >= due) {
    for (const auto& late : {low, urgent}) {
      static_cast<void>(me.cancel(late.id));
      at.until_state(late.id, "canceled");
    }
    ahead *= 2;
    due = now() + ahead;
    low = submit_due("SLOW", "low");
    urgent = submit_due("FAST", "urgent");
  }
  at.until_state(urgent.id, "running");
  CHECK(at.status(low.id, at.ann).at("/status") == "pending");
  CHECK(*me.status(urgent)->started_at >= due);

  // What depends on another waits for its success, and ends with its failure: SVC-20.
  const auto after = me.submit<report>({"ALFKI", 2025}, {.depends_on = {low.id}}).value();
  CHECK(at.status(after.id, at.ann).at("/status") == "pending");
  fast.write("1\n2026-01-01,1\n");
  slow.write("1\n2026-01-01,1\n");
  at.until_state(urgent.id, "succeeded");
  at.until_state(after.id, "succeeded");
  CHECK(*me.status(after)->started_at >= *me.status(low)->completed_at);
  const auto bad = me.submit<report>({"no name", 2026}).value();
  const auto never = me.submit<report>({"ALFKI", 2024}, {.depends_on = {bad.id}}).value();
  at.until_state(never.id, "canceled");
  CHECK(at.walk(never.id) == list{"canceled"});
  CHECK(at.service.end() == 0);
}

TEST_CASE("operators act by the command line of the service itself", "[SVC-33]") {
  platform at;
  const auto run = [&](list words) {
    words.insert(words.begin(), program_under_test());
    if (at.service.is_on_postgres())
      words.insert(words.end(), {"--postgres", "", "--schema", at.service.schema()});
    else
      words.insert(words.end(), {"--database", at.service.file()});
    support::program runs(words);
    std::string said = runs.line();
    CHECK(runs.wait() == 0);
    return said;
  };
  const std::string made = run({"--report", "ALFKI:2026"});
  at.service.until_status(made, at.demo, {"succeeded"});
  CHECK(run({"--report", "ALFKI:2026"}) == made);
  const std::string dead = run({"--report", "no-name:2026"});
  at.service.until_status(dead, at.demo, {"dead_lettered"});
  CHECK(run({"--dead-letters", "acme.report.v1"}) ==
        dead + R"( {"customer":"no-name","year":2026} bad_input: this is no name of a customer)");
  const std::string again = run({"--replay", dead});
  CHECK(again != dead);
  at.service.until_status(again, at.demo, {"dead_lettered"});
  const pipe_to orders(at.folder / "orders/SLOW.csv");
  const std::string slow = run({"--report", "SLOW:2026"});
  at.service.until_status(slow, at.demo, {"running"});
  CHECK(run({"--cancel", slow}) == "asked to end");
  at.service.until_status(slow, at.demo, {"canceled"});
}

TEST_CASE("the golden run of the service jobs", "[golden]") {
  platform at;
  auto jobs = at.client();
  const auto me = jobs->as(as_ann);
  golden_walk walk(at.service, "service_jobs");
  const auto done = me.submit<report>({"ALFKI", 2026}, {.key = "once"}).value();
  walk.job(to_string(done.id), at.ann, "succeeded");
  walk.get("/v1/jobs/" + to_string(done.id) + "/result", at.ann);
  const auto dead = me.submit<report>({"../etc/passwd", 2026}).value();
  walk.job(to_string(dead.id), at.ann, "dead_lettered");
  walk.get("/v1/jobs/" + to_string(dead.id) + "/result", at.ann);
  const auto later = me.submit<report>({"ALFKI", 2026}, {.delay = 1h}).value();
  CHECK(me.cancel(later.id, "not needed") == true);
  walk.job(to_string(later.id), at.ann, "canceled");
  std::ofstream(at.folder / "incoming/rows") << "1,row\n2,row\nend\n";
  const auto imported = me.submit<import_orders>({"rows"}).value();
  walk.job(to_string(imported.id), at.ann, "succeeded");
  walk.post("/v1/jobs/acme.report.v1", at.mighty, R"({"input":{"customer":"ALFKI","year":2026}})");
  walk.common("acme.report.v1", at.ann);
  walk.compare();
}
