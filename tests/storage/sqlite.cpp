// SPDX-License-Identifier: BSL-1.0
// What is SQLite's own: the file, its permissions, its failures, and transactions of the caller's.
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <latch>
#include <thread>

#include <pawl/job/id_source.hpp>
#include <pawl/job/type.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/open.hpp>
#include <pawl/testing/manual_clock.hpp>
#include <pawl/testing/storage/bench.hpp>
#include <pawl/testing/storage/jobs.hpp>

#include "../../examples/jobs/deck.hpp"
#include "../../examples/jobs/service.hpp"
#include "../support/catch.hpp"
#include "configured.hpp"
#include "directory.hpp"

namespace {

using namespace pawl::storage;
using support::fresh_directory;
using file_store = pawl::storage::sqlite<>;

const pawl::job_descriptor& report_type = pawl::type_of<service_jobs::report_job>;
pawl::id_source ids;

std::unique_ptr<file_store> open(const std::string& path, sqlite_options options = {}) {
  auto opened = file_store::open(path, options);
  if (!opened) throw std::runtime_error(describe(opened.error()));
  const pawl::job_descriptor* const types[] = {&report_type};
  if (auto learnt = (*opened)->learn(types); !learnt)
    throw std::runtime_error(describe(learnt.error()));
  return *std::move(opened);
}
errc refusal(const std::string& path) {
  const auto opened = file_store::open(path);
  REQUIRE_FALSE(opened.has_value());
  CHECK_FALSE(opened.error().message.empty());
  return opened.error().code;
}

submit one_job(std::string key = {}) {
  return {.type = &report_type,
          .id = ids.next(pawl::system_clock{}.wall()),
          .who = {"acme", "ann", ""},
          .payload = R"({"customer":"ALFKI","year":2026})",
          .key = std::move(key)};
}
const scope acme = scope::tenant("acme");
constexpr milliseconds patience{5000};

mode_t permissions(const std::string& path) {
  struct stat found{};
  REQUIRE(::stat(path.c_str(), &found) == 0);
  return found.st_mode & 0777U;
}

/// One operation in a transaction of the caller's, as a value.
template <class Operation>
result<typename Operation::answer_type> apply_in(joined_transaction& in, Operation op) {
  in.apply(&op);
  if (!op.answer) return pawl::unexpected<error>(op.answer.error());
  return *std::move(op.answer);
}

/// Transactions in the log of a file: the last frame of each says how large the file is then. Of
/// frames that an earlier round of the log has left behind the salt is another.
int commits_in_log(const std::string& path) {
  std::ifstream from(path + "-wal", std::ios::binary);
  const std::string log{std::istreambuf_iterator<char>(from), {}};
  const auto number = [&](std::size_t at) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < 4; ++i)
      out = out << 8U | static_cast<unsigned char>(log.at(at + i));
    return out;
  };
  int out = 0;
  const std::size_t frame = 24 + number(8);
  for (std::size_t at = 32; at + frame <= log.size(); at += frame)
    if (number(at + 8) == number(16) && number(at + 4) != 0) ++out;
  return out;
}

/// A connection of an application's own.
class connection {
 public:
  explicit connection(const std::string& path) { sqlite3_open(path.c_str(), &db_); }
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection() { sqlite3_close_v2(db_); }
  int run(const char* sql) { return sqlite3_exec(db_, sql, nullptr, nullptr, nullptr); }
  [[nodiscard]] sqlite3* get() const { return db_; }

 private:
  sqlite3* db_ = nullptr;
};

}  // namespace

TEST_CASE("a submission is one commit, and those of many threads share theirs",
          "[SVC-22][SVC-24]") {
  const fresh_directory directory;
  const std::string path = directory / "jobs.db";
  const auto store = open(path, {.durability = durability_level::full});
  const int before = commits_in_log(path);
  for (int i = 1; i <= 10; ++i) {
    submit op = one_job();
    store->apply_one(op);
    REQUIRE(op.answer);
    CHECK(commits_in_log(path) == before + i);
  }
  constexpr int threads = 16;
  constexpr int each = 3;
  // The first commit takes as long as the other threads need to come: another program holds the
  // file until then.
  connection other(path);
  REQUIRE(other.run("BEGIN IMMEDIATE") == SQLITE_OK);
  std::latch begun(threads);
  {
    std::vector<std::jthread> submitting;
    for (int t = 0; t < threads; ++t)
      submitting.emplace_back([&] {
        begun.count_down();
        for (int i = 0; i < each; ++i) {
          submit op = one_job();
          store->apply_one(op);
          if (!op.answer) std::abort();
        }
      });
    begun.wait();
    REQUIRE(other.run("ROLLBACK") == SQLITE_OK);
  }
  const int commits = commits_in_log(path) - before - 10;
  CHECK(commits >= each);
  CHECK(commits < threads * each);
  CHECK(store->count(scope::every_tenant())->in(pawl::phase::ready) == 10 + threads * each);
}

TEST_CASE("all files of a store are readable by their owner alone") {
  const fresh_directory directory;
  const std::string path = directory / "jobs.db";
  const auto jobs = open(path);
  REQUIRE(apply_one(*jobs, one_job()));
  for (const char* suffix : {"", "-wal", "-shm", "-wake"})
    CHECK(permissions(path + suffix) == 0600);
}

TEST_CASE("the durability that was asked for is in force, or the store does not open") {
  const fresh_directory directory;
  const auto shown = [&](sqlite_options options, const std::string& name) {
    auto db = pawl::storage::detail::connect(directory / name,
                                             SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, patience);
    pawl::storage::detail::set_durability(db.get(), options.durability);
    return pawl::storage::detail::pragma(db.get(), "journal_mode") + ' ' +
           pawl::storage::detail::pragma(db.get(), "synchronous");
  };
  CHECK(shown({}, "a.db") == "wal 2");
  CHECK(shown({.durability = durability_level::normal}, "b.db") == "wal 1");
  // A database in memory has no write-ahead log, and would be another one for each connection.
  CHECK(refusal(":memory:") == errc::invalid);
  auto in_memory = pawl::storage::detail::connect(":memory:", SQLITE_OPEN_READWRITE, patience);
  CHECK_THROWS_AS(pawl::storage::detail::set_durability(in_memory.get(), durability_level::full),
                  pawl::storage::detail::store_failure);
}

TEST_CASE("a store is found again, with its jobs, by the process that opens it next") {
  const fresh_directory directory;
  const submit job = one_job("once");
  {
    const auto jobs = open(directory / "jobs.db");
    CHECK(apply_one(*jobs, job)->created);
  }
  const auto jobs = open(directory / "jobs.db");
  CHECK(jobs->get(acme, job.id)->state == "pending");
  submit again = one_job("once");
  CHECK(apply_one(*jobs, again)->id == job.id);
}

TEST_CASE("a limit that one process sets holds in the others, and after them") {
  const fresh_directory directory;
  support::check_that_a_limit_holds_in_every_process([&] { return open(directory / "jobs.db"); });
}

TEST_CASE("what is no store is refused by a code that says so") {
  const fresh_directory directory;
  const auto file = [&](const std::string& name, const std::string& content) {
    const std::string path = directory / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  };
  CHECK(refusal(file("text", std::string(5000, 'x'))) == errc::not_a_store);

  const std::string foreign = directory / "foreign.db";
  {
    connection other(foreign);
    REQUIRE(other.run("CREATE TABLE pawl_jobs (mine TEXT)") == SQLITE_OK);
  }
  CHECK(refusal(foreign) == errc::not_a_store);

  const std::string newer = directory / "newer.db";
  open(newer).reset();
  {
    connection later(newer);
    REQUIRE(later.run("UPDATE pawl_schema SET version = 99") == SQLITE_OK);
  }
  CHECK(refusal(newer) == errc::newer_schema);

  const std::string older = directory / "older.db";
  open(older).reset();
  {
    connection earlier(older);
    REQUIRE(earlier.run("UPDATE pawl_schema SET version = 1") == SQLITE_OK);
  }
  CHECK(refusal(older) == errc::not_a_store);

  CHECK(refusal(directory / "no/such/directory/jobs.db") == errc::failed);
}

TEST_CASE("an application's own tables may stand in the same file") {
  const fresh_directory directory;
  {
    connection application(directory / "app.db");
    REQUIRE(application.run("CREATE TABLE orders (id INTEGER PRIMARY KEY)") == SQLITE_OK);
  }
  const auto jobs = open(directory / "app.db");
  CHECK(apply_one(*jobs, one_job()));
}

TEST_CASE("many processes may open a new store at once") {
  const fresh_directory directory;
  std::vector<std::jthread> all;
  std::atomic<int> opened{0};
  for (int i = 0; i < 8; ++i)
    all.emplace_back([&] { opened += open(directory / "jobs.db") != nullptr; });
  all.clear();
  CHECK(opened == 8);
}

TEST_CASE("a damaged file gives an error or the right data, and never a crash") {
  const fresh_directory directory;
  const std::string sound = directory / "sound.db";
  std::vector<pawl::job_id> submitted;
  {
    const auto jobs = open(sound);
    for (int i = 0; i < 50; ++i) {
      submit job = one_job();
      submitted.push_back(job.id);
      REQUIRE(apply_one(*jobs, std::move(job)));
    }
  }
  std::string bytes;
  {
    std::ifstream in(sound, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  std::uint64_t random = 42;
  int refused = 0;
  for (int round = 0; round < 100; ++round) {
    random = pawl::detail::scatter(random);
    std::string damaged = bytes;
    damaged[random % damaged.size()] ^= static_cast<char>(1 + (random >> 32) % 255);
    const std::string path = directory / ("damaged" + std::to_string(round) + ".db");
    std::ofstream(path, std::ios::binary) << damaged;
    auto opened = file_store::open(path);
    if (!opened) {
      CHECK(is_store_failure(opened.error().code));
      ++refused;
      continue;
    }
    const pawl::job_descriptor* const types[] = {&report_type};
    static_cast<void>((*opened)->learn(types));
    for (const pawl::job_id& id : submitted) {
      const auto found = (*opened)->get(acme, id);
      if (!found)
        refused += is_store_failure(found.error().code) || found.error().code == errc::not_found;
    }
    const auto owner = apply_one(**opened, enrol{});
    if (owner) static_cast<void>(apply_one(**opened, claim{owner->owner, {&report_type}, 10, 0}));
  }
  CHECK(refused > 0);
}

/// Why there is no answer; nothing if there is one.
template <class T>
std::optional<errc> code_of(const pawl::storage::answer_to<T>& answer) {
  if (answer) return {};
  return answer.error().code;
}

TEST_CASE("a file that was deleted under its store takes no more jobs") {
  const fresh_directory directory;
  const std::string path = directory / "jobs.db";
  const auto jobs = open(path);
  REQUIRE(apply_one(*jobs, one_job()));
  REQUIRE(::unlink(path.c_str()) == 0);
  const auto answered = apply_one(*jobs, one_job());
  REQUIRE_FALSE(answered.has_value());
  CHECK(answered.error().code == errc::gone);
}

TEST_CASE("a file that was deleted or replaced under its store is not read any more") {
  const fresh_directory directory;
  const std::string path = directory / "jobs.db";
  const auto jobs = open(path);
  const auto made = apply_one(*jobs, one_job());
  REQUIRE(made);
  const auto answers = [&] {
    const std::optional<errc> codes[] = {
        code_of(jobs->get(acme, made->id)), code_of(jobs->result_of(acme, made->id)),
        code_of(jobs->list(acme, {})),      code_of(jobs->events(acme, made->id, 0, 10)),
        code_of(jobs->feed(acme, "", 10)),  code_of(jobs->dead_letters(acme, {})),
        code_of(jobs->count(acme))};
    std::size_t gone = 0;
    for (const auto& code : codes) gone += code == errc::gone;
    return gone;
  };
  CHECK(answers() == 0);
  REQUIRE(::rename(path.c_str(), (path + "-elsewhere").c_str()) == 0);
  CHECK(answers() == 7);
  const auto another = open(path);  // a new one in its place
  CHECK(answers() == 7);
  CHECK(another->list(acme, {})->jobs.empty());
  REQUIRE(::rename((path + "-elsewhere").c_str(), path.c_str()) == 0);
  CHECK(answers() == 0);
}

TEST_CASE("a full disk refuses clearly, loses nothing, and goes on when there is space again") {
  const fresh_directory directory;
  if (::mount("tmpfs", directory.path().c_str(), "tmpfs", 0, "size=8m") != 0) {
    WARN("a small file system cannot be mounted here; the test needs root");
    return;
  }
  struct unmount {
    const std::string& path;
    ~unmount() { ::umount2(path.c_str(), MNT_DETACH); }
  };
  const std::string mounted = directory.path();
  const unmount afterwards{mounted};
  {
    const auto jobs = open(directory / "jobs.db");
    std::vector<pawl::job_id> acknowledged;
    std::optional<error> full;
    // The rest of the space goes to another program.
    std::ofstream filler(directory / "filler", std::ios::binary);
    filler << std::string(4 << 20, 'x') << std::flush;
    for (int i = 0; i < 20'000 && !full; ++i) {
      submit job = one_job();
      job.payload = '"' + std::string(4000, 'p') + '"';
      const pawl::job_id id = job.id;
      const auto answered = apply_one(*jobs, std::move(job));
      if (answered)
        acknowledged.push_back(id);
      else
        full = answered.error();
    }
    REQUIRE(full.has_value());
    CHECK(full->code == errc::full);
    CHECK(is_transient(full->code));
    REQUIRE_FALSE(acknowledged.empty());
    // Reading goes on meanwhile.
    CHECK(jobs->get(acme, acknowledged.back())->state == "pending");

    filler.close();
    REQUIRE(::unlink((directory / "filler").c_str()) == 0);
    CHECK(apply_one(*jobs, one_job()).has_value());
    for (const pawl::job_id& id : acknowledged) REQUIRE(jobs->get(acme, id).has_value());
  }
}

TEST_CASE("a store that cannot be written says so") {
  const fresh_directory directory;
  const std::string path = directory / "jobs.db";
  open(path).reset();
  if (::mount(directory.path().c_str(), directory.path().c_str(), nullptr, MS_BIND, nullptr) != 0 ||
      ::mount(nullptr, directory.path().c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY,
              nullptr) != 0) {
    ::umount2(directory.path().c_str(), MNT_DETACH);
    WARN("a read-only file system cannot be mounted here; the test needs root");
    return;
  }
  const auto opened = file_store::open(path);
  ::umount2(directory.path().c_str(), MNT_DETACH);
  REQUIRE_FALSE(opened.has_value());
  CHECK((opened.error().code == errc::read_only || opened.error().code == errc::failed));
}

TEST_CASE("a submission inside the caller's transaction lives and dies with it [SVC-01]",
          "[SVC-01]") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  connection application(directory / "app.db");
  REQUIRE(application.run("CREATE TABLE orders (id INTEGER PRIMARY KEY)") == SQLITE_OK);
  const auto in = jobs->join(pawl::refer_to(application.get()));

  const submit kept = one_job("order-1");
  REQUIRE(application.run("BEGIN IMMEDIATE; INSERT INTO orders VALUES (1)") == SQLITE_OK);
  REQUIRE(apply_in(*in, kept));
  CHECK_FALSE(jobs->get(acme, kept.id).has_value());
  REQUIRE(application.run("COMMIT") == SQLITE_OK);
  jobs->notify();
  CHECK(jobs->get(acme, kept.id)->state == "pending");

  const submit dropped = one_job("order-2");
  REQUIRE(application.run("BEGIN IMMEDIATE; INSERT INTO orders VALUES (2)") == SQLITE_OK);
  REQUIRE(apply_in(*in, dropped));
  REQUIRE(application.run("ROLLBACK") == SQLITE_OK);
  CHECK(jobs->get(acme, dropped.id).error().code == errc::not_found);
  // The key of a job that never was is free.
  CHECK(apply_one(*jobs, one_job("order-2"))->created);
}

TEST_CASE("a settlement inside the caller's transaction is fenced like any other") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  const submit job = one_job();
  REQUIRE(apply_one(*jobs, job));
  const auto owner = apply_one(*jobs, enrol{})->owner;
  const auto held = apply_one(*jobs, claim{owner, {&report_type}, 1, 0})->jobs[0];
  connection application(directory / "app.db");
  const auto in = jobs->join(pawl::refer_to(application.get()));
  const settle success{.lease = held.lease, .type = &report_type, .result = "{}"};

  REQUIRE(application.run("BEGIN IMMEDIATE") == SQLITE_OK);
  CHECK(apply_in(*in, success)->state == "succeeded");
  REQUIRE(application.run("ROLLBACK") == SQLITE_OK);
  CHECK(jobs->get(acme, job.id)->state == "running");

  // Elsewhere this fails the job; here it is the caller who decides what becomes of its data.
  settle large = success;
  large.result.assign(static_cast<std::size_t>(report_type.most_result_bytes) + 1, 'r');
  settle found = success;
  found.findings.audit["log"].assign(static_cast<std::size_t>(report_type.most_summary_bytes), 'l');
  REQUIRE(application.run("BEGIN IMMEDIATE") == SQLITE_OK);
  CHECK(apply_in(*in, large).error().code == errc::payload_too_large);
  CHECK(apply_in(*in, found).error().code == errc::payload_too_large);
  REQUIRE(application.run("COMMIT") == SQLITE_OK);
  CHECK(jobs->get(acme, job.id)->state == "running");

  settle stale = success;
  stale.lease.fence -= 1;
  REQUIRE(application.run("BEGIN IMMEDIATE") == SQLITE_OK);
  CHECK(apply_in(*in, stale).error().code == errc::lease_lost);
  CHECK(apply_in(*in, success)->state == "succeeded");
  REQUIRE(application.run("COMMIT") == SQLITE_OK);
  CHECK(jobs->get(acme, job.id)->state == "succeeded");
  CHECK(apply_one(*jobs, success)->repeated);
}

TEST_CASE("what a store remembers of its newest job holds only until another process writes") {
  const fresh_directory directory;
  const auto ours = open(directory / "jobs.db");
  const auto theirs = open(directory / "jobs.db");
  connection application(directory / "jobs.db");
  const auto in = ours->join(pawl::refer_to(application.get()));
  std::vector<submit> made;
  const auto submit_to = [&](file_store& to) {
    made.push_back(one_job());
    REQUIRE(apply_one(to, made.back())->created);
  };
  const auto submit_with = [&](const char* end) {
    const submit job = one_job();
    REQUIRE(application.run("BEGIN IMMEDIATE") == SQLITE_OK);
    CHECK(apply_in(*in, job)->created);
    CHECK_FALSE(apply_in(*in, job)->created);
    REQUIRE(application.run(end) == SQLITE_OK);
    CHECK(ours->get(acme, job.id).has_value() == (end == std::string_view("COMMIT")));
    if (end == std::string_view("COMMIT")) made.push_back(job);
  };
  for (int round = 0; round < 3; ++round) {
    submit_to(*ours);
    submit_to(*theirs);
    submit_to(*theirs);
    submit_with("COMMIT");
    submit_to(*ours);
    submit_with("ROLLBACK");
    submit_to(*theirs);
    // A repeated id is found whichever process has written it, and however long ago.
    for (const submit& each : made) {
      CHECK_FALSE(apply_one(*ours, each)->created);
      CHECK_FALSE(apply_one(*theirs, each)->created);
    }
  }
  // Ids of one batch that do not come in order, one of them twice.
  std::vector<submit> mixed;
  for (int i = 0; i < 20; ++i) mixed.push_back(one_job());
  std::reverse(mixed.begin(), mixed.end());
  mixed.push_back(submit(mixed[3]));
  std::vector<operation_ptr> batch;
  for (submit& each : mixed) batch.emplace_back(&each);
  ours->apply(batch);
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    REQUIRE(mixed[i].answer.has_value());
    CHECK(mixed[i].answer->created == (i < 20));
  }
  CHECK(ours->count(acme)->in(pawl::phase::ready) == static_cast<std::int64_t>(made.size() + 20));
}

TEST_CASE("an operation sees what those before it in its batch have written") {
  const fresh_directory directory;
  const auto jobs = open(directory / "jobs.db");
  const auto owner = apply_one(*jobs, enrol{})->owner;
  std::vector<submit> made;
  for (int i = 0; i < 37; ++i) made.push_back(one_job());
  claim taking{owner, {&report_type}, 40, 0};
  std::vector<operation_ptr> batch;
  for (submit& each : made) batch.emplace_back(&each);
  batch.emplace_back(&taking);
  jobs->apply(batch);
  const auto& got = taking.answer->jobs;
  REQUIRE(got.size() == 37);
  for (std::size_t i = 0; i < got.size(); ++i) {
    CHECK(got[i].id == made[i].id);
    CHECK(got[i].payload == made[i].payload);
  }

  std::vector<settle> ends;
  for (const claimed& each : got)
    ends.push_back({.lease = each.lease, .type = &report_type, .result = "{}"});
  batch.clear();
  for (settle& each : ends) batch.emplace_back(&each);
  jobs->apply(batch);
  for (const settle& each : ends) CHECK(each.answer.has_value());
  std::vector<pawl::job_event> feed;
  const auto page = jobs->feed(acme, "", 1000);
  for (const auto& [event, cursor] : page->entries)
    if (event.kind != pawl::event_kind::submitted) feed.push_back(event);
  REQUIRE(feed.size() == 2 * got.size());
  for (std::size_t i = 0; i < feed.size(); ++i) {
    CHECK(feed[i].job == got[i % got.size()].id);
    CHECK(feed[i].to == (i < got.size() ? "running" : "succeeded"));
  }
}

TEST_CASE("inside the caller's transaction whatever would wait for it is refused") {
  const fresh_directory directory;
  const auto jobs = open(directory / "app.db");
  connection application(directory / "app.db");
  const auto in = jobs->join(pawl::refer_to(application.get()));
  CHECK(apply_in(*in, one_job()).error().code == errc::invalid);  // there is no transaction
  REQUIRE(application.run("BEGIN IMMEDIATE") == SQLITE_OK);
  CHECK(apply_in(*in, cancel{acme, {}, ""}).error().code == errc::would_deadlock);
  REQUIRE(apply_in(*in, one_job()));
  CHECK(apply_one(*jobs, one_job()).error().code == errc::would_deadlock);  // outside of it
  REQUIRE(application.run("ROLLBACK") == SQLITE_OK);

  connection elsewhere(directory / "other.db");
  REQUIRE(elsewhere.run("BEGIN") == SQLITE_OK);
  const auto in_elsewhere = jobs->join(pawl::refer_to(elsewhere.get()));
  CHECK(apply_in(*in_elsewhere, one_job()).error().code == errc::not_a_store);
}

TEST_CASE("a guarded database refuses what the lifecycle forbids, whichever program writes") {
  const fresh_directory directory;
  const auto jobs = open(directory / "jobs.db", {.guarded = true});
  const submit job = one_job();
  REQUIRE(apply_one(*jobs, job));
  connection other(directory / "jobs.db");
  CHECK(other.run("UPDATE pawl_queue SET state = 'succeeded'") == SQLITE_CONSTRAINT);
  CHECK(other.run("INSERT INTO pawl_outcomes SELECT key, handler, tenant, 'dead_lettered', 8, 0, "
                  "0, 0, 0, 0, '', 0, 0, 0, 0, 1, NULL, NULL, NULL, NULL, NULL, 0, '' "
                  "FROM pawl_queue") == SQLITE_CONSTRAINT);
  // A lease without an owner is refused in any case: nobody would ever find that job.
  CHECK(other.run("UPDATE pawl_queue SET phase = 4") == SQLITE_CONSTRAINT);
  CHECK(jobs->get(acme, job.id)->state == "pending");

  // Its own ways are open, two steps at once among them.
  const auto owner = apply_one(*jobs, enrol{})->owner;
  const auto held = apply_one(*jobs, claim{owner, {&report_type}, 1, 0})->jobs[0];
  const auto ended =
      apply_one(*jobs, settle{.lease = held.lease,
                              .type = &report_type,
                              .end = attempt_end::failed,
                              .error = {.code = "bad_input", .message = "no", .retryable = false}});
  REQUIRE(ended);
  CHECK(ended->state == "dead_lettered");

  // And so is a start that is told together with the end.
  for (const attempt_end how : {attempt_end::succeeded, attempt_end::failed, attempt_end::snoozed,
                                attempt_end::cancelled}) {
    REQUIRE(apply_one(*jobs, one_job()));
    const auto later = apply_one(*jobs, claim{owner, {&report_type}, 0, 1})->jobs[0];
    settle end{
        .lease = later.lease, .type = &report_type, .end = how, .entered_ago = milliseconds{0}};
    end.error = {.code = "network_timeout", .message = "again", .retryable = true};
    end.delay = milliseconds{3'600'000};
    const auto told = apply_one(*jobs, end);
    INFO((told ? told->state : describe(told.error())));
    CHECK(told.has_value());
    CHECK(jobs->events(acme, later.id, 0, 10)->front().event == "start");
  }
}

TEST_CASE("a store that is opened after a reboot goes on with its time") {
  const fresh_directory directory;
  using pawl::testing::manual_clock;
  const manual_clock clock;
  const auto opened = [&] {
    return *pawl::storage::sqlite<manual_clock>::open(directory / "jobs.db", {}, clock);
  };
  const milliseconds before = opened()->elapsed();
  manual_clock(clock).reboot(milliseconds{5000});
  CHECK(opened()->elapsed() == before + milliseconds{5000});
  // A machine without a battery begins in another year.
  manual_clock(clock).reboot(-std::chrono::hours{24 * 365});
  CHECK(opened()->elapsed() == before + milliseconds{5000});
  const auto one = opened();
  const auto two = opened();
  manual_clock(clock).advance(milliseconds{7});
  CHECK(one->elapsed() == before + milliseconds{5007});
  CHECK(two->elapsed() == one->elapsed());
}

TEST_CASE("a thread that waits for work is woken by a commit") {
  const fresh_directory directory;
  const auto jobs = open(directory / "jobs.db");
  const auto other = open(directory / "jobs.db");
  std::jthread waiting([&] {
    // As long as it takes; a wake-up that never came would end the test by its time limit.
    while (!other->transport().wait_for_work(std::chrono::milliseconds{60'000},
                                             pawl::transport::channel::never)) {
    }
  });
  REQUIRE(apply_one(*jobs, one_job()));
}
