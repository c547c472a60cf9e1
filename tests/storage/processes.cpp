// SPDX-License-Identifier: BSL-1.0
// Several processes on one SQLite file, some of them killed in the middle of anything. The parent
// opens the store only when no child is being made: SQLite's connections do not survive a fork.
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <thread>

#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/open.hpp>

#include "../support/catch.hpp"
#include "directory.hpp"
#include "invariants.hpp"
#include "victims.hpp"

namespace {

using namespace pawl::storage;
using namespace support;
using file_store = pawl::storage::sqlite<>;

std::unique_ptr<file_store> open(const std::string& path,
                                 milliseconds busy_wait = sqlite_options{}.busy_wait) {
  // Durable against the death of a process is what both levels are; full would only be slower.
  auto opened =
      file_store::open(path, {.durability = durability_level::normal, .busy_wait = busy_wait});
  if (!opened) throw std::runtime_error(describe(opened.error()));
  const pawl::job_descriptor* const types[] = {&report_type, &convert_type};
  if (auto learnt = (*opened)->learn(types); !learnt)
    throw std::runtime_error(describe(learnt.error()));
  return *std::move(opened);
}

}  // namespace

TEST_CASE("nothing that was acknowledged is lost when processes are killed [DOC-08][DECK-22]",
          "[DOC-08][DECK-22][STAT-02]") {
  const int cycles = std::getenv("PAWL_LONG_TESTS") != nullptr ? 20'000 : 200;
  constexpr int cycles_per_file = 50;
  std::mt19937 random(20261116);
  int kills = 0;
  std::size_t acknowledged = 0;
  for (int file = 0; file < cycles / cycles_per_file; ++file) {
    const support::fresh_directory directory;
    const std::string path = directory / "jobs.db";
    open(path).reset();
    std::set<pawl::job_id> submitted;
    std::map<pawl::job_id, int> done;
    for (int cycle = 0; cycle < cycles_per_file; ++cycle) {
      const auto seed = static_cast<unsigned>(random());
      CAPTURE(file, cycle, seed);
      std::vector<child> victims;
      for (unsigned i = 0; i < 3; ++i)
        victims.emplace_back([&, i](const auto& tell) {
          live_dangerously(*open(path), seed + i, tell,
                           [](const error& why) { return is_store_failure(why.code); });
        });
      std::this_thread::sleep_for(std::chrono::milliseconds{5 + random() % 40});
      for (child& victim : victims) victim.kill();
      std::size_t errors = 0;
      for (child& victim : victims) {
        int status = 0;
        for (const message& told : victim.finish(&status)) {
          if (told.what == 's') submitted.insert(told.id);
          if (told.what == 'd') ++done[told.id];
          errors += told.what == 'e';
        }
        CHECK(WIFSIGNALED(status));
        ++kills;
      }
      CHECK(errors == 0);
      if (cycle % 10 != 9) continue;
      const auto broken = support::broken_invariants(path);
      for (const std::string& sentence : broken) UNSCOPED_INFO(sentence);
      REQUIRE(broken.empty());
      const auto jobs = open(path);
      for (const pawl::job_id& id : submitted) REQUIRE(jobs->get(everybody, id).has_value());
      for (const auto& [id, times] : done) {
        REQUIRE(times == 1);
        REQUIRE(jobs->get(everybody, id)->kind == pawl::kind::success);
        REQUIRE(jobs->result_of(everybody, id)->value == "{}");
      }
    }
    acknowledged += submitted.size();
    CHECK_FALSE(done.empty());
  }
  // A run in which nothing happened would prove nothing.
  CHECK(kills == 3 * cycles);
  CHECK(acknowledged > 100);
}

TEST_CASE("processes that race for the same keys make one job of each [SVC-08]", "[SVC-08]") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  open(path).reset();
  std::vector<child> racers;
  for (int process = 0; process < 3; ++process)
    racers.emplace_back([&](const auto& tell) {
      const auto jobs = open(path);
      pawl::id_source ids;
      std::mutex telling;
      std::vector<std::jthread> threads;
      for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
          for (std::uint64_t key = 0; key < 200; ++key) {
            const auto made = apply_one(*jobs, one_job(ids, "key-" + std::to_string(key)));
            const std::scoped_lock lock(telling);
            tell(made ? message{'s', made->id, key} : message{'e', {}, 0});
          }
        });
    });
  std::map<std::uint64_t, std::set<pawl::job_id>> jobs_of_key;
  std::size_t told = 0;
  for (child& racer : racers)
    for (const message& each : racer.finish()) {
      REQUIRE(each.what == 's');
      jobs_of_key[each.number].insert(each.id);
      ++told;
    }
  CHECK(told == 3U * 4 * 200);
  CHECK(jobs_of_key.size() == 200);
  for (const auto& [key, made] : jobs_of_key) REQUIRE(made.size() == 1);
  CHECK(open(path)->count(everybody)->in(pawl::phase::ready) == 200);
}

TEST_CASE("no job is given to two processes [DOC-07]", "[DOC-07]") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  constexpr std::size_t count = 600;
  {
    const auto jobs = open(path);
    pawl::id_source ids;
    std::vector<submit> made;
    for (std::size_t i = 0; i < count; ++i) made.push_back(one_job(ids, {}));
    std::vector<operation_ptr> batch;
    for (submit& each : made) batch.emplace_back(&each);
    jobs->apply(batch);
    for (const submit& each : made) REQUIRE(each.answer.has_value());
  }
  std::vector<child> workers;
  for (int process = 0; process < 3; ++process)
    workers.emplace_back([&](const auto& tell) {
      const auto jobs = open(path);
      const auto owner = apply_one(*jobs, enrol{})->owner;
      while (true) {
        const auto got = apply_one(*jobs, claim{owner, {&report_type}, 7, 0});
        if (!got || got->jobs.empty()) return;
        for (const claimed& job : got->jobs) tell({'c', job.id, job.lease.fence});
      }
    });
  std::set<pawl::job_id> claimed_once;
  std::size_t told = 0;
  for (child& worker : workers)
    for (const message& each : worker.finish()) {
      claimed_once.insert(each.id);
      ++told;
    }
  CHECK(told == count);
  CHECK(claimed_once.size() == count);
  CHECK(support::broken_invariants(path).empty());
}

TEST_CASE("processes that open a new file together all get their store") {
  const support::fresh_directory directory;
  for (int round = 0; round < 20; ++round) {
    const std::string path = directory / ("jobs" + std::to_string(round) + ".db");
    std::vector<child> all;
    for (int i = 0; i < 4; ++i) all.emplace_back([&](const auto&) { open(path).reset(); });
    for (child& each : all) {
      int status = -1;
      static_cast<void>(each.finish(&status));
      CHECK(status == 0);
    }
  }
}

TEST_CASE("a commit of one process wakes those who wait in another") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  open(path).reset();
  child sleeper([&](const auto& tell) {
    const auto jobs = open(path);
    tell({'r', {}, 0});
    // As long as it takes: if nobody wakes it, the test ends by its time limit.
    while (!jobs->transport().wait_for_work(std::chrono::milliseconds{60'000},
                                            pawl::transport::channel::never)) {
    }
    tell({'w', {}, 0});
  });
  // Whether it sleeps already does not matter: what is announced stays so until it is taken.
  REQUIRE(sleeper.next().what == 'r');
  const auto jobs = open(path);
  pawl::id_source ids;
  REQUIRE(apply_one(*jobs, one_job(ids, {})));
  CHECK(sleeper.next().what == 'w');
}

TEST_CASE("while another process holds the file, work waits, is refused, and then goes on") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  open(path).reset();
  int orders[2];
  REQUIRE(::pipe(orders) == 0);
  child holder([&](const auto& tell) {
    ::close(orders[1]);
    auto db = pawl::storage::detail::connect(path, SQLITE_OPEN_READWRITE, milliseconds{5000});
    message done;
    while (::read(orders[0], &done.what, 1) == 1) {
      pawl::storage::detail::execute(db.get(), done.what == 'h' ? "BEGIN IMMEDIATE" : "ROLLBACK");
      tell(done);
    }
  });
  ::close(orders[0]);
  const auto order = [&](char what) {
    REQUIRE(::write(orders[1], &what, 1) == 1);
    REQUIRE(holder.next().what == what);
  };
  pawl::id_source ids;
  const auto jobs = open(path, milliseconds{20});
  const auto patient = open(path, milliseconds{600'000});
  const submit before = one_job(ids, "");
  submit refused = one_job(ids, "");
  const submit delayed = one_job(ids, "");
  REQUIRE(apply_one(*jobs, before));

  order('h');
  enrol late{"late"};
  const operation_ptr batch[] = {&refused, &late};
  jobs->apply(batch);
  for (const operation_ptr& each : batch) {
    REQUIRE_FALSE(each.answer().has_value());
    CHECK(each.answer().error().code == errc::busy);
    CHECK(is_transient(each.answer().error().code));
  }
  CHECK(jobs->get(everybody, before.id)->state == "pending");
  CHECK(jobs->get(everybody, refused.id).error().code == errc::not_found);
  std::optional<result<submit::answer_type>> answered;
  std::jthread waiting([&] { answered = apply_one(*patient, delayed); });
  order('l');
  waiting.join();
  REQUIRE(answered->has_value());
  CHECK((*answered)->created);
  CHECK(apply_one(*jobs, refused)->created);
  ::close(orders[1]);
  CHECK(holder.finish().empty());
}
