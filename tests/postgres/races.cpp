// SPDX-License-Identifier: BSL-1.0
// What SQLite's one writer gives for free, on PostgreSQL: several processes' worth of stores, each
// with connections of its own, on one schema. What they must not do is counted, and checked when
// all of them are done: Catch2's assertions are for one thread.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <iostream>
#include <latch>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include <libpq-fe.h>

#include <pawl/storage/postgres.hpp>
#include <pawl/testing/storage/bench.hpp>
#include <pawl/testing/storage/schedules.hpp>

#include "database.hpp"
#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using store_type = storage::postgres<testing::manual_clock>;
namespace jobs = testing::law_jobs;

/// As many stores as processes would have, on one schema.
struct fleet {
  explicit fleet(int size, const std::string& dsn = "") {
    static int made = 0;
    schema = "race_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
    for (int i = 0; i < size; ++i) {
      auto opened = store_type::open(dsn, {.schema = schema}, clock);
      if (!opened) throw std::runtime_error(describe(opened.error()));
      stores.push_back(*std::move(opened));
      benches.push_back(std::make_unique<testing::storage_bench>(*stores.back(), clock));
    }
  }
  testing::storage_bench& operator[](int i) { return *benches[static_cast<std::size_t>(i)]; }
  storage::store& store(int i) { return *stores[static_cast<std::size_t>(i)]; }
  /// Runs `work(number)` for each of them, in a thread of its own, all at once.
  template <class Work>
  void run(Work work) {
    std::latch begin(static_cast<std::ptrdiff_t>(stores.size()));
    std::vector<std::thread> threads;
    for (int i = 0; i < static_cast<int>(stores.size()); ++i)
      threads.emplace_back([&, i] {
        begin.arrive_and_wait();
        work(i);
      });
    for (std::thread& each : threads) each.join();
  }

  std::string schema{};
  testing::manual_clock clock{};
  std::vector<std::unique_ptr<store_type>> stores{};
  std::vector<std::unique_ptr<testing::storage_bench>> benches{};
};

TEST_CASE("one job for each idempotency key, whichever process submits it", "[SVC-08][pooled]") {
  fleet all(4);
  constexpr int keys = 100;
  std::atomic<int> created{0};
  std::atomic<int> refused{0};
  all.run([&](int number) {
    for (int i = 0; i < keys; ++i) {
      storage::submit op = all[number].request(jobs::plain);
      op.key = std::to_string((i + number * 7) % keys);
      all.store(number).apply_one(op);
      if (!op.answer)
        ++refused;
      else if (op.answer->created)
        ++created;
    }
  });
  CHECK(created == keys);
  CHECK(refused == 0);
}

TEST_CASE("a job is given to one worker", "[DOC-07][pooled]") {
  fleet all(4);
  constexpr int count = 400;
  for (int i = 0; i < count; ++i) all[i % 4].submit(jobs::plain);
  std::mutex mutex;
  std::multiset<std::int64_t> taken;
  std::atomic<int> failures{0};
  all.run([&](int number) {
    storage::store& store = all.store(number);
    storage::enrol me{"a worker"};
    store.apply_one(me);
    for (int tries = 0; tries < 1000; ++tries) {
      storage::claim op{me.answer->owner, {&jobs::plain}, 7};
      store.apply_one(op);
      if (!op.answer) {
        ++failures;
        continue;
      }
      if (op.answer->jobs.empty() && !op.answer->more) break;
      for (const storage::claimed& each : op.answer->jobs) {
        const std::scoped_lock lock(mutex);
        taken.insert(each.lease.key);
      }
    }
  });
  CHECK(failures == 0);
  CHECK(taken.size() == count);
  CHECK(std::set(taken.begin(), taken.end()).size() == count);
}

TEST_CASE("no more jobs of a limit run than it allows, and none is forgotten",
          "[DECK-12][pooled]") {
  fleet all(3);
  constexpr int count = 60;
  for (int i = 0; i < count; ++i) {
    storage::submit op = all[0].request(jobs::narrow);
    op.limit_keys.assign(op.type->limits.size(), "a");
    all[0].submit(op);
  }
  std::atomic<int> running{0};
  std::atomic<int> most{0};
  std::atomic<int> ended{0};
  std::atomic<int> failures{0};
  all.run([&](int number) {
    storage::store& store = all.store(number);
    storage::enrol me{"a worker"};
    store.apply_one(me);
    for (int tries = 0; tries < 2000 && ended < count; ++tries) {
      storage::claim op{me.answer->owner, {&jobs::narrow}, 2};
      store.apply_one(op);
      if (!op.answer) {
        ++failures;
        continue;
      }
      for (const storage::claimed& each : op.answer->jobs) {
        const int now = ++running;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        (void)each;
      }
      for (const storage::claimed& each : op.answer->jobs) {
        --running;
        storage::settle end = testing::storage_bench::end(each, storage::attempt_end::succeeded);
        store.apply_one(end);
        end.answer ? ++ended : ++failures;
      }
    }
  });
  CHECK(failures == 0);
  CHECK(ended == count);
  CHECK(most <= 2);
}

TEST_CASE("a rate is one for all processes", "[DECK-13][pooled]") {
  fleet all(4);
  std::atomic<int> accepted{0};
  all.run([&](int number) {
    for (int i = 0; i < 20; ++i) {
      storage::submit op = all[number].request(jobs::metered);
      op.limit_keys.assign(op.type->limits.size(), "a");
      all.store(number).apply_one(op);
      if (op.answer) ++accepted;
    }
  });
  // As many as one process alone would be allowed, at a clock that stands still.
  fleet one(1);
  int alone = 0;
  for (int i = 0; i < 80; ++i) {
    storage::submit op = one[0].request(jobs::metered);
    op.limit_keys.assign(op.type->limits.size(), "a");
    one.stores[0]->apply_one(op);
    if (op.answer) ++alone;
  }
  CHECK(accepted == alone);
}

TEST_CASE("a job that waits for two is let go once, when both have ended", "[SVC-20][pooled]") {
  fleet all(2);
  for (int i = 0; i < 20; ++i) {
    storage::claimed held[2];
    for (int number = 0; number < 2; ++number) {
      const auto owner = all[number].worker();
      held[number] = all[number].running(owner, jobs::plain);
    }
    storage::submit waiting = all[0].request(jobs::other);
    waiting.depends_on = {held[0].id, held[1].id};
    const job_id id = all[0].submit(waiting);
    std::atomic<int> failures{0};
    all.run([&](int number) {
      storage::settle end =
          testing::storage_bench::end(held[number], storage::attempt_end::succeeded);
      all.store(number).apply_one(end);
      if (!end.answer) ++failures;
    });
    CHECK(failures == 0);
    all[0].done(storage::release_dependents{});
    CHECK(all[0].get(id).phase == phase::ready);
    all[0].succeed(all[0].start(all[0].worker(), jobs::other));
  }
}

TEST_CASE("who follows the feed misses no event and no new job, and sees none twice",
          "[DECK-15][pooled]") {
  constexpr int writers = 8;
  fleet all(writers + 1);
  constexpr std::size_t made = 50 * writers;
  std::vector<std::string> seen;
  std::set<std::string> announced;
  int early = 0;
  std::atomic<int> failures{0};
  std::atomic<int> gaps{0};
  const auto name_of = [](const job_event& event) {
    return to_string(event.job) + '/' + std::to_string(event.number);
  };
  all.run([&](int number) {
    storage::store& store = all.store(number);
    if (number < writers) {
      for (std::size_t i = 0; i < made / writers; ++i) {
        storage::submit op = all[number].request(jobs::filmed);
        store.apply_one(op);
        storage::raise event{.scope = storage::scope::tenant("acme"), .id = op.id};
        event.event = "confirm_upload";
        store.apply_one(event);
        if (!event.answer) ++failures;
      }
      return;
    }
    // Each is announced, and has its event.
    std::string after;
    for (int looks = 0; looks < 200'000 && seen.size() < 2 * made; ++looks) {
      const auto page = store.feed(storage::scope::tenant("acme"), after, 50);
      if (!page) {
        ++failures;
        break;
      }
      if (page->gap) ++gaps;
      for (const storage::feed_page::entry& each : page->entries) {
        seen.push_back(name_of(each.event));
        const std::string job = to_string(each.event.job);
        if (each.event.kind == event_kind::submitted)
          announced.insert(job);
        else if (!announced.contains(job))
          ++early;
      }
      after = page->cursor;
    }
  });
  CHECK(failures == 0);
  CHECK(gaps == 0);
  CHECK(seen.size() == 2 * made);
  CHECK(std::set(seen.begin(), seen.end()).size() == seen.size());
  CHECK(early == 0);
}

TEST_CASE("numbers go on where the database was restored into a younger server") {
  fleet first(1);
  PGconn* const db = PQconnectdb("");
  const auto begin_at = [&](const std::string& number) {
    PQclear(
        PQexec(db, ("UPDATE " + first.schema + ".pawl_feed SET numbers_from = " + number).c_str()));
  };
  begin_at("1000000000");
  first[0].submit(jobs::plain);
  const std::string seen = first[0].read(first.store(0).feed(first[0].everyone(), "", 9)).cursor;
  // As if the server had seen few transactions so far.
  begin_at("0");
  PQfinish(db);
  const auto store = store_type::open("", {.schema = first.schema}, first.clock).value();
  testing::storage_bench on(*store, first.clock);
  const job_id next = on.submit(jobs::plain);
  const auto news = on.read(store->feed(on.everyone(), seen, 9));
  REQUIRE(news.entries.size() == 1);
  CHECK(news.entries[0].event.job == next);
  CHECK_FALSE(news.gap);
  CHECK(on.list()[0] == next);
}

TEST_CASE("a transaction gives numbers of its own, also after later ones have committed") {
  fleet all(1);
  testing::storage_bench& on = all[0];
  const auto worker = on.worker();
  const storage::claimed running[2] = {on.running(worker, jobs::plain),
                                       on.running(worker, jobs::plain)};
  server::connection early[2];
  std::string numbers[2];
  for (int i = 0; i < 2; ++i) {
    early[i].run("BEGIN");
    numbers[i] = early[i].run("SELECT pg_current_xact_id()");
  }
  on.submit(jobs::plain);  // later, and committed
  storage::submit made[2] = {on.request(jobs::plain), on.request(jobs::plain)};
  for (int i = 0; i < 2; ++i) {
    // It has nothing to wait for: two numbers that are equal would make it wait for the other one.
    early[i].run("SET LOCAL lock_timeout = 1");
    const auto in = all.store(0).join(refer_to(early[i].get()));
    in->apply(&made[i]);
    CHECK(made[i].answer);
    storage::settle end = testing::storage_bench::success(running[i]);
    in->apply(&end);
    CHECK(end.answer);
  }
  for (server::connection& each : early) each.run("COMMIT");
  server::connection psql;
  for (int i = 0; i < 2; ++i) {
    CHECK(psql.count(all.schema + ".pawl_jobs WHERE key >> 20 = " + numbers[i]) == 1);
    CHECK(psql.count(all.schema + ".pawl_events WHERE feed >> 20 = " + numbers[i]) == 1);
  }
}

TEST_CASE("a transaction that has given all of its numbers is refused more, and can be committed") {
  fleet all(1);
  testing::storage_bench& on = all[0];
  on.submit(jobs::plain);
  server::connection own;
  own.run("SET search_path TO " + all.schema);
  own.run("BEGIN");
  // As if it had submitted so many jobs before.
  own.run("CREATE TEMP TABLE last AS SELECT * FROM pawl_jobs");
  own.run(
      "UPDATE last SET key = (pg_current_xact_id()::text::bigint << 20) + 1048575, id = "
      "decode(repeat('ab', 16), 'hex')");
  own.run("INSERT INTO pawl_jobs OVERRIDING SYSTEM VALUE SELECT * FROM last");
  storage::submit more = on.request(jobs::plain);
  all.store(0).join(refer_to(own.get()))->apply(&more);
  REQUIRE_FALSE(more.answer);
  CHECK(more.answer.error().code == storage::errc::invalid);
  own.run("COMMIT");
  CHECK(own.count("pawl_jobs") == 2);
}

TEST_CASE("a transaction that has numbered as many events as it may is refused more") {
  fleet all(1);
  testing::storage_bench& on = all[0];
  const storage::claimed job = on.running(on.worker(), jobs::plain);
  storage::report told{.lease = job.lease, .type = job.type};
  told.message = "half";
  on.done(told);
  server::connection own;
  own.run("SET search_path TO " + all.schema);
  own.run("BEGIN");
  // As if so many events had come of it before.
  own.run("CREATE TEMP TABLE last AS SELECT * FROM pawl_events LIMIT 1");
  own.run(
      "UPDATE last SET feed = (pg_current_xact_id()::text::bigint << 20) + 1048575, "
      "number = number + 100");
  own.run("INSERT INTO pawl_events OVERRIDING SYSTEM VALUE SELECT * FROM last");
  storage::settle end = testing::storage_bench::success(job);
  all.store(0).join(refer_to(own.get()))->apply(&end);
  REQUIRE_FALSE(end.answer);
  CHECK(end.answer.error().code == storage::errc::invalid);
  CHECK_THAT(end.answer.error().message,
             Catch::Matchers::ContainsSubstring("at most 1048575 events"));
  own.run("COMMIT");
  // It was not ended, and can be.
  on.done(testing::storage_bench::success(job));
}

TEST_CASE("the events of a job are numbered without a gap, whichever process tells them",
          "[DECK-15]") {
  fleet all(4);
  constexpr int each = 40;
  const auto job = all[0].running(all[0].worker(), jobs::plain);
  std::atomic<int> failures{0};
  all.run([&](int number) {
    for (int i = 0; i < each; ++i) {
      storage::report op{.lease = job.lease, .type = job.type};
      op.message = std::to_string(number);
      all.store(number).apply_one(op);
      if (!op.answer) ++failures;
    }
  });
  CHECK(failures == 0);
  const auto events = all[0].events(job.id);
  CHECK(events.size() == 1 + 4 * each);
  for (std::size_t i = 0; i < events.size(); ++i) CHECK(events[i].number == i + 1);
}

TEST_CASE("no more jobs wait than the high watermark allows, in all processes together") {
  fleet all(4);
  constexpr int most = 50;
  std::atomic<int> accepted{0};
  std::atomic<int> wrong{0};
  all.run([&](int number) {
    for (int i = 0; i < 30; ++i) {
      storage::submit op = all[number].request(jobs::plain);
      op.high_watermark = most;
      all.store(number).apply_one(op);
      if (op.answer)
        ++accepted;
      else if (op.answer.error().code != storage::errc::queue_overloaded)
        ++wrong;
    }
  });
  CHECK(accepted == most);
  CHECK(wrong == 0);
}

TEST_CASE("no more jobs of a tenant wait than its share, in all processes together") {
  fleet all(4);
  constexpr int most = 20;
  std::atomic<int> accepted{0};
  std::atomic<int> wrong{0};
  all.run([&](int number) {
    for (int i = 0; i < 30; ++i) {
      storage::submit op = all[number].request(jobs::plain);
      op.who.tenant = i % 2 == 0 ? "acme" : "globex";
      op.high_watermark_per_tenant = most;
      all.store(number).apply_one(op);
      if (op.answer)
        ++accepted;
      else if (op.answer.error().code != storage::errc::queue_overloaded)
        ++wrong;
    }
  });
  CHECK(accepted == 2 * most);
  CHECK(wrong == 0);
}

TEST_CASE("a callback is given to one process", "[SVC-27]") {
  fleet all(4);
  constexpr int count = 60;
  const auto owner = all[0].worker();
  for (int i = 0; i < count; ++i) all[0].succeed(all[0].running(owner, jobs::telling));
  std::mutex mutex;
  std::multiset<std::int64_t> taken;
  std::atomic<int> failures{0};
  all.run([&](int number) {
    const auto taker = all[number].worker();
    for (int empty = 0; empty < 3;) {
      storage::take_callbacks op;
      op.owner = taker;
      op.types = {&jobs::telling};
      op.limit = 7;
      all.store(number).apply_one(op);
      if (!op.answer) {
        ++failures;
        return;
      }
      if (op.answer->callbacks.empty()) ++empty;
      for (const storage::callback& each : op.answer->callbacks) {
        {
          const std::scoped_lock lock(mutex);
          taken.insert(each.key);
        }
        storage::finish_callback done{each.key, each.tries};
        all.store(number).apply_one(done);
        if (!done.answer) ++failures;
      }
    }
  });
  CHECK(failures == 0);
  CHECK(taken.size() == count);
  CHECK(std::set(taken.begin(), taken.end()).size() == count);
}

TEST_CASE("every process that enrols has a number of its own, and names have one") {
  fleet all(4);
  std::mutex mutex;
  std::multiset<std::int64_t> numbers;
  std::atomic<int> failures{0};
  all.run([&](int number) {
    for (int i = 0; i < 25; ++i) {
      storage::enrol op{"a worker", {&jobs::narrow, &jobs::exclusive, &jobs::plain}};
      all.store(number).apply_one(op);
      // A tenant that all of them see for the first time.
      storage::submit first = all[number].request(jobs::plain);
      first.who.tenant = "tenant " + std::to_string(i);
      all.store(number).apply_one(first);
      if (!op.answer || !first.answer) {
        ++failures;
        continue;
      }
      const std::scoped_lock lock(mutex);
      numbers.insert(op.answer->owner);
    }
  });
  CHECK(failures == 0);
  CHECK(numbers.size() == 100);
  CHECK(std::set(numbers.begin(), numbers.end()).size() == 100);
  for (int i = 0; i < 25; ++i)
    CHECK(all[0]
              .read(all.store(0).list(storage::scope::tenant("tenant " + std::to_string(i)), {}))
              .jobs.size() == 4);
}

TEST_CASE("processes that enrol a new payload at the same time write its form once") {
  const int before = server::lines_of_the_log("duplicate key");
  constexpr int size = 8;
  fleet all(size);
  std::barrier together(size);
  std::atomic<int> failures{0};
  all.run([&](int number) {
    job_descriptor type = jobs::plain;
    for (unsigned version = 1; version <= 20; ++version) {
      type.newest_version = version;
      type.input_form.bytes[0] = 1;
      together.arrive_and_wait();
      storage::enrol op{"a worker", {&type}};
      all.store(number).apply_one(op);
      if (!op.answer || !op.answer->changed.empty()) ++failures;
    }
  });
  CHECK(failures == 0);
  CHECK(server::lines_of_the_log("duplicate key") == before);
}

TEST_CASE("a dead job is repeated once, whichever process repeats it", "[DECK-21]") {
  fleet all(4);
  constexpr int count = 24;
  const auto owner = all[0].worker();
  for (int i = 0; i < count; ++i) all[0].dead(owner, jobs::plain);
  all.clock.advance(std::chrono::hours{2});
  std::mutex mutex;
  std::map<std::string, int> repeated;
  std::atomic<int> failures{0};
  all.run([&](int number) {
    for (int i = 0; i < 8; ++i) {
      storage::reprocess op{&jobs::plain, std::chrono::hours{1}};
      for (int k = 0; k < 5; ++k) op.fresh.push_back(all[number].ids.next(all.clock.wall()));
      all.store(number).apply_one(op);
      if (!op.answer) {
        ++failures;
        continue;
      }
      const std::scoped_lock lock(mutex);
      for (const auto& each : op.answer->jobs) ++repeated[to_string(each.dead)];
    }
  });
  CHECK(failures == 0);
  CHECK(repeated.size() == count);
  for (const auto& [id, times] : repeated) CHECK(times == 1);

  // All at once, by several: it is counted what is there, so that one of them does it.
  for (int i = 0; i < 6; ++i) all[0].dead(owner, jobs::other);
  std::atomic<int> sum{0};
  all.run([&](int number) {
    storage::replay_all op{.scope = storage::scope::every_tenant(), .handler = "law.other"};
    for (int k = 0; k < 6; ++k) op.fresh.push_back(all[number].ids.next(all.clock.wall()));
    all.store(number).apply_one(op);
    if (op.answer) sum += static_cast<int>(op.answer->count);
  });
  CHECK(sum == 6);
}

TEST_CASE("a job that waits for many is let go once, by the last of their enders", "[SVC-20]") {
  fleet all(4);
  constexpr int each = 6;
  std::vector<storage::claimed> held[4];
  std::vector<job_id> awaited;
  for (int number = 0; number < 4; ++number) {
    const auto owner = all[number].worker();
    for (int i = 0; i < each; ++i) {
      held[number].push_back(all[number].running(owner, jobs::plain));
      awaited.push_back(held[number].back().id);
    }
  }
  std::vector<job_id> waiting;
  for (int i = 0; i < 5; ++i) {
    storage::submit op = all[0].request(jobs::other);
    op.depends_on = awaited;
    waiting.push_back(all[0].submit(op));
  }
  std::atomic<int> failures{0};
  all.run([&](int number) {
    // Some together, the others one by one.
    std::vector<storage::settle> ends;
    for (const storage::claimed& one : held[number])
      ends.push_back(testing::storage_bench::end(one, storage::attempt_end::succeeded));
    std::vector<storage::operation_ptr> batch{&ends[4], &ends[1], &ends[2]};
    all.store(number).apply(batch);
    for (const int i : {0, 3, 5}) all.store(number).apply_one(ends[static_cast<std::size_t>(i)]);
    for (const storage::settle& one : ends)
      if (!one.answer) ++failures;
  });
  CHECK(failures == 0);
  all[0].done(storage::release_dependents{});
  for (const job_id& id : waiting) CHECK(all[0].get(id).phase == phase::ready);
}

/// Deadlocks that the server had to break, of whatever connection.
std::string deadlocks() {
  PGconn* const db = PQconnectdb("");
  PGresult* const found =
      PQexec(db, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  std::string count = PQntuples(found) == 1 ? PQgetvalue(found, 0, 0) : "unknown";
  PQclear(found);
  PQfinish(db);
  return count;
}

TEST_CASE("batches of many writers never give a number twice") {
  const int before = server::lines_of_the_log("duplicate key");
  fleet all(8);
  std::atomic<int> failures{0};
  all.run([&](int number) {
    storage::store& store = all.store(number);
    for (int turn = 0; turn < 60; ++turn) {
      // With keys, so that the numbers are looked up before the rows are written.
      std::vector<storage::submit> submits;
      for (int i = 0; i < 4; ++i) {
        submits.push_back(all[number].request(jobs::filmed));
        submits.back().key = std::to_string(number) + '/' + std::to_string(turn * 4 + i);
      }
      std::vector<storage::operation_ptr> batch;
      for (storage::submit& each : submits) batch.emplace_back(&each);
      store.apply(batch);
      std::vector<storage::raise> events;
      for (const storage::submit& each : submits) {
        events.push_back({.scope = storage::scope::tenant("acme"), .id = each.id});
        events.back().event = "confirm_upload";
      }
      batch.clear();
      for (storage::raise& each : events) batch.emplace_back(&each);
      store.apply(batch);
      for (const storage::raise& each : events)
        if (!each.answer) ++failures;
    }
  });
  CHECK(failures == 0);
  CHECK(server::lines_of_the_log("duplicate key") == before);
}

TEST_CASE("batches of all kinds at once show neither deadlocks nor failures") {
  const std::string before = deadlocks();
  storage::postgres_counts counts;
  std::atomic<int> failures{0};
  std::atomic<int> done{0};
  std::mutex mutex;
  std::set<std::string> why;
  {
    fleet all(6);
    std::vector<job_id> shared;  // that all of them act on
    for (int i = 0; i < 40; ++i) shared.push_back(all[0].submit(jobs::plain));
    const auto note = [&](const storage::answer_state& answer) {
      ++done;
      if (answer) return;
      const storage::errc code = answer.error().code;
      if (code != storage::errc::busy && code != storage::errc::failed) return;
      ++failures;
      const std::scoped_lock lock(mutex);
      why.insert(describe(answer.error()));
    };
    all.run([&](int number) {
      std::mt19937 random(static_cast<unsigned>(number));
      const auto any_of = [&](std::size_t count) {
        return static_cast<std::size_t>(random()) % count;
      };
      storage::store& store = all.store(number);
      storage::enrol me{"a worker", {&jobs::plain, &jobs::narrow}};
      store.apply_one(me);
      std::vector<storage::claimed> held;
      for (int turn = 0; turn < 60; ++turn) {
        std::vector<storage::submit> submits;
        for (int i = 0; i < 4; ++i) {
          const job_descriptor* const types[] = {&jobs::plain, &jobs::narrow, &jobs::exclusive,
                                                 &jobs::other};
          storage::submit& op = submits.emplace_back(all[number].request(*types[i]));
          for (std::string& each : op.limit_keys) each = std::to_string(any_of(5));
          if (i == 0) op.key = std::to_string(any_of(30));
          if (i == 3)
            op.depends_on = {shared[any_of(shared.size())], shared[any_of(shared.size())]};
        }
        std::vector<storage::settle> ends;
        while (!held.empty() && ends.size() < 5) {
          ends.push_back(any_of(4) == 0 ? testing::storage_bench::failure(held.back())
                                        : testing::storage_bench::success(held.back()));
          held.pop_back();
        }
        storage::claim take{me.answer->owner, {&jobs::plain, &jobs::narrow}, 4, 2};
        storage::cancel stop{.scope = storage::scope::every_tenant(),
                             .id = shared[any_of(shared.size())]};
        storage::beat alive{me.answer->owner};
        storage::reap upkeep;
        storage::release_dependents release;
        std::vector<storage::operation_ptr> batch;
        for (storage::submit& each : submits) batch.emplace_back(&each);
        for (storage::settle& each : ends) batch.emplace_back(&each);
        batch.emplace_back(&take);
        if (turn % 3 == 0) batch.emplace_back(&stop);
        if (turn % 4 == 0) batch.emplace_back(&alive);
        if (turn % 7 == 0) batch.emplace_back(&upkeep);
        if (turn % 5 == 0) batch.emplace_back(&release);
        std::shuffle(batch.begin(), batch.end(), random);
        store.apply(batch);
        for (const storage::operation_ptr& each : batch) note(each.answer());
        if (take.answer)
          for (storage::claimed& each : take.answer->jobs)
            if (each.started) held.push_back(std::move(each));
      }
    });
    for (const auto& each : all.stores) {
      const auto one = each->counts();
      counts.batches += one.batches;
      counts.rounds += one.rounds;
      counts.unforeseen += one.unforeseen;
      counts.reruns += one.reruns;
    }
  }
  std::cout << done << " operations in " << counts.batches << " batches: " << counts.rounds
            << " rounds, " << counts.unforeseen << " rows unforeseen, " << counts.reruns
            << " batches run again\n";
  for (const std::string& each : why) UNSCOPED_INFO(each);
  CHECK(failures == 0);
  CHECK(deadlocks() == before);
}

/// So that the server looks for deadlocks at once, and many of them fit into a test.
constexpr const char* looks_for_deadlocks = "options='-c deadlock_timeout=10ms'";

TEST_CASE("sixteen writers whose keys cross are refused nothing because of each other") {
  constexpr int writers = 16;
  constexpr int turns = 12;
  constexpr int keys = 6;
  const std::string before = deadlocks();
  std::mutex mutex;
  std::map<std::string, std::set<std::string>> led_to;  // each key to its jobs
  std::set<std::string> why;
  std::uint64_t reruns = 0;
  std::string schema;
  {
    fleet all(writers, looks_for_deadlocks);
    schema = all.schema;
    std::vector<job_id> shared;
    for (int i = 0; i < keys; ++i) shared.push_back(all[0].submit(jobs::plain));
    std::barrier all_begin(writers);
    all.run([&](int number) {
      storage::enrol me{"a worker", {&jobs::narrow}};
      all.store(number).apply_one(me);
      for (int turn = 0; turn < turns; ++turn) {
        // The same in opposite orders: keys, values that jobs are unique by, limits, dependencies.
        std::vector<storage::submit> ops;
        for (int i = 0; i < keys; ++i) {
          const int place = number % 2 == 0 ? i : keys - 1 - i;
          const std::string key = std::to_string(turn) + '-' + std::to_string(place);
          const auto at = static_cast<std::size_t>(place);
          ops.push_back(all[number].request(jobs::plain));
          ops.back().key = key;
          ops.back().depends_on = {shared[at], shared[(at + 1) % keys]};
          for (const job_descriptor* const type : {&jobs::only, &jobs::replaced}) {
            ops.push_back(all[number].request(*type));
            ops.back().unique = key;
          }
          for (const job_descriptor* const type : {&jobs::exclusive, &jobs::narrow}) {
            ops.push_back(all[number].request(*type));
            ops.back().limit_keys[0] = key;
          }
        }
        storage::claim take{me.answer->owner, {&jobs::narrow}, 4};
        std::vector<storage::operation_ptr> batch;
        for (storage::submit& each : ops) batch.emplace_back(&each);
        batch.emplace_back(&take);
        all_begin.arrive_and_wait();
        all.store(number).apply(batch);
        std::vector<storage::settle> ends;
        if (take.answer)
          for (const storage::claimed& each : take.answer->jobs)
            ends.push_back(testing::storage_bench::success(each));
        if (number % 2 == 0) std::reverse(ends.begin(), ends.end());
        std::vector<storage::operation_ptr> ending;
        for (storage::settle& each : ends) ending.emplace_back(&each);
        if (!ending.empty()) all.store(number).apply(ending);
        for (const storage::operation_ptr& each : ending) batch.push_back(each);
        const std::scoped_lock lock(mutex);
        for (const storage::operation_ptr& each : batch)
          if (!each.answer() && storage::is_store_failure(each.answer().error().code))
            why.insert(describe(each.answer().error()));
        for (const storage::submit& each : ops)
          if (!each.key.empty() && each.answer) led_to[each.key].insert(to_string(each.answer->id));
      }
    });
    for (const auto& each : all.stores) reruns += each->counts().reruns;
  }
  std::cout << "16 writers: " << reruns << " batches run again, deadlocks " << before << " to "
            << deadlocks() << '\n';
  for (const std::string& each : why) FAIL_CHECK(each);
  CHECK(led_to.size() == turns * keys);
  for (const auto& [key, ids] : led_to) CHECK(ids.size() == 1);
  CHECK(support::broken_invariants_in(schema).empty());
}

TEST_CASE("a deadlock that the server breaks is done again and not told to the caller") {
  const std::string before = deadlocks();
  std::mutex mutex;
  std::set<std::string> why;
  std::uint64_t reruns = 0;
  {
    fleet all(2, looks_for_deadlocks);
    // A batch locks schedules in the order of its operations.
    std::int64_t numbers[2];
    for (std::int64_t& each : numbers)
      each = all[0]
                 .done(testing::schedule_laws::put(all[0],
                                                   "schedule " + std::to_string(&each - numbers)))
                 .number;
    // Until it has happened: whether two batches meet half-way is the scheduler's choice.
    bool goes_on = true;
    int turns = 0;
    std::barrier both_begin(2, [&]() noexcept {
      goes_on =
          ++turns < 20 || all.stores[0]->counts().reruns + all.stores[1]->counts().reruns == 0;
    });
    all.run([&](int number) {
      using change = storage::change_schedule;
      for (int turn = 0;; ++turn) {
        std::vector<change> ops;
        for (const int i : {number, 1 - number}) {
          ops.push_back({.scope = all[number].mine(), .number = numbers[i]});
          ops.back().to = turn % 2 == 0 ? change::what::pause : change::what::resume;
        }
        std::vector<storage::operation_ptr> batch{&ops[0], &ops[1]};
        both_begin.arrive_and_wait();
        if (!goes_on) return;
        all.store(number).apply(batch);
        const std::scoped_lock lock(mutex);
        for (const change& each : ops)
          if (!each.answer && storage::is_store_failure(each.answer.error().code))
            why.insert(describe(each.answer.error()));
      }
    });
    for (const auto& each : all.stores) reruns += each->counts().reruns;
  }
  for (const std::string& each : why) FAIL_CHECK(each);
  const std::string after = deadlocks();
  std::cout << "crossing schedules: " << reruns << " batches run again, deadlocks " << before
            << " to " << after << '\n';
  CHECK(reruns > 0);
}

}  // namespace
