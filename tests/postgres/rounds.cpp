// SPDX-License-Identifier: BSL-1.0
// What a batch costs in round trips, counted: the same however many operations it has, and no row
// that was not read ahead.
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
namespace jobs = testing::law_jobs;
using storage::attempt_end;

constexpr int sizes[] = {1, 10, 100};

struct fixture {
  testing::manual_clock clock{};
  std::unique_ptr<testing::postgres_store> store = testing::fresh_postgres_store(clock);
  testing::storage_bench on{*store, clock};
  storage::owner_number owner = on.worker();

  // The tenant is known from here on.
  fixture() { on.done(storage::cancel{.scope = on.mine(), .id = on.submit(jobs::plain)}); }

  template <class Operation>
  void apply(std::vector<Operation>& ops) {
    std::vector<storage::operation_ptr> batch;
    for (Operation& each : ops) batch.emplace_back(&each);
    store->apply(batch);
    for (const Operation& each : ops) {
      if (!each.answer) UNSCOPED_INFO(describe(each.answer.error()));
      REQUIRE(each.answer);
    }
  }
  /// Rounds that the batch takes. Every row that it looks at was read ahead.
  template <class Operation>
  std::uint64_t rounds_of(std::vector<Operation>& ops) {
    const auto before = store->counts();
    apply(ops);
    const auto after = store->counts();
    CHECK(after.unforeseen == before.unforeseen);
    CHECK(after.batches == before.batches + 1);
    CHECK(after.reruns == before.reruns);
    return after.rounds - before.rounds;
  }
  template <class Operation>
  std::uint64_t rounds_of_one(Operation op) {
    std::vector<Operation> ops;
    ops.push_back(std::move(op));
    return rounds_of(ops);
  }

  // --- So many of something, each for itself ---------------------------------------------------

  std::string fresh(const char* what) { return what + std::to_string(++made); }
  std::vector<storage::submit> requests(const job_descriptor& type, int count) {
    std::vector<storage::submit> ops;
    for (int i = 0; i < count; ++i) {
      ops.push_back(on.request(type));
      for (std::string& each : ops.back().limit_keys) each = fresh("key");
    }
    return ops;
  }
  std::vector<job_id> submitted(const job_descriptor& type, int count) {
    auto ops = requests(type, count);
    apply(ops);
    std::vector<job_id> ids;
    for (const storage::submit& each : ops) ids.push_back(each.id);
    return ids;
  }
  storage::light_vector<storage::claimed> claimed(const job_descriptor& type, int count,
                                                  bool held = false) {
    const auto most = static_cast<std::size_t>(count);
    storage::light_vector<storage::claimed> all;
    for (int tries = 0; tries < 20 && all.size() < most; ++tries) {
      auto some =
          on.claim(owner, {&type}, held ? 0 : most - all.size(), held ? most - all.size() : 0);
      for (storage::claimed& each : some) all.push_back(std::move(each));
    }
    REQUIRE(all.size() == most);
    return all;
  }
  storage::light_vector<storage::claimed> running(const job_descriptor& type, int count) {
    submitted(type, count);
    return claimed(type, count);
  }
  static std::vector<storage::settle> ends(const storage::light_vector<storage::claimed>& of,
                                           attempt_end how = attempt_end::succeeded) {
    std::vector<storage::settle> ops;
    for (const storage::claimed& each : of) {
      ops.push_back(how == attempt_end::failed ? testing::storage_bench::failure(each)
                                               : testing::storage_bench::end(each, how));
    }
    return ops;
  }
  void end_all(const storage::light_vector<storage::claimed>& of) {
    auto ops = ends(of);
    apply(ops);
  }
  std::vector<job_id> dead(const job_descriptor& type, int count) {
    auto ids = submitted(type, count);
    for (unsigned left = type.retry.max_attempts; left != 0; --left) {
      auto failing = ends(claimed(type, count), attempt_end::failed);
      apply(failing);
      clock.advance(std::chrono::minutes{1});
      on.done(storage::beat{owner});
    }
    return ids;
  }

  int made = 0;
};

TEST_CASE("a batch of submissions costs one round, and two with keys, limits and rates",
          "[SVC-22][SVC-24]") {
  fixture f;
  for (const int size : sizes) {
    auto plain = f.requests(jobs::plain, size);
    CHECK(f.rounds_of(plain) == 1);
    // What was sent before is found out by writing it, and looked up then.
    for (storage::submit& each : plain) each.answer = decltype(each.answer){};
    f.apply(plain);
    for (const storage::submit& each : plain) CHECK_FALSE(each.answer->created);
    auto keyed = f.requests(jobs::plain, size);
    for (storage::submit& each : keyed) each.key = f.fresh("key");
    CHECK(f.rounds_of(keyed) == 2);
    for (storage::submit& each : keyed) each.id = f.on.ids.next(f.store->now());
    CHECK(f.rounds_of(keyed) == 2);
    for (const storage::submit& each : keyed) CHECK_FALSE(each.answer->created);
    auto limited = f.requests(jobs::exclusive, size);
    CHECK(f.rounds_of(limited) == 2);
    auto rated = f.requests(jobs::metered, size);
    CHECK(f.rounds_of(rated) == 2);
    auto watched = f.requests(jobs::plain, size);
    for (storage::submit& each : watched) each.high_watermark = 100'000;
    CHECK(f.rounds_of(watched) == 2);
    auto shared = f.requests(jobs::plain, size);
    for (storage::submit& each : shared) each.high_watermark_per_tenant = 100'000;
    CHECK(f.rounds_of(shared) == 2);
  }
}

TEST_CASE("what is delayed is not counted for each batch, with a bound for a tenant either") {
  fixture f;
  const auto counted_for_one = [&] {
    storage::submit op = f.on.request(jobs::plain);
    op.delay = std::chrono::hours{1};
    op.most_delayed = 1000;
    op.most_delayed_per_tenant = 500;
    std::vector<storage::submit> ops{op};
    const auto before = f.store->counts().unforeseen;
    f.apply(ops);
    return f.store->counts().unforeseen - before;
  };
  CHECK(counted_for_one() == 1);
  // A count that is old is read again: on a slow machine, for some of these.
  int tries = 0;
  while (counted_for_one() != 0 && tries < 100) ++tries;
  CHECK(tries < 100);
}

TEST_CASE("who submits for tenants that are new costs one round more") {
  fixture f;
  for (const int size : sizes) {
    auto ops = f.requests(jobs::plain, size);
    for (storage::submit& each : ops) each.who.tenant = f.fresh("tenant");
    CHECK(f.rounds_of(ops) == 2);
  }
}

TEST_CASE("submissions that depend on others cost three rounds") {
  fixture f;
  for (const int size : sizes) {
    const auto living = f.submitted(jobs::other, size);
    const auto ended = f.submitted(jobs::served, size);
    f.end_all(f.claimed(jobs::served, size));
    auto ops = f.requests(jobs::plain, size);
    for (std::size_t i = 0; i < ops.size(); ++i) ops[i].depends_on = {living[i], ended[i]};
    CHECK(f.rounds_of(ops) == 3);
  }
}

TEST_CASE("a claim costs three rounds, and ending what it took two") {
  fixture f;
  for (const int size : sizes) {
    f.submitted(jobs::plain, size + 5);
    std::vector<storage::claim> claims;
    claims.push_back({f.owner, {&jobs::plain}, static_cast<std::size_t>(size)});
    CHECK(f.rounds_of(claims) == 3);
    REQUIRE(claims[0].answer->jobs.size() == static_cast<std::size_t>(size));
    auto successes = f.ends(claims[0].answer->jobs);
    CHECK(f.rounds_of(successes) == 2);
    f.submitted(jobs::plain, size);
    auto failures = f.ends(f.claimed(jobs::plain, size), attempt_end::failed);
    CHECK(f.rounds_of(failures) == 2);
  }
}

TEST_CASE("a claim of jobs with limits costs four rounds, and ending them three") {
  fixture f;
  for (const int size : sizes) {
    // Of each key two run, and one waits until one of them has ended.
    auto ops = f.requests(jobs::narrow, 3 * size);
    for (std::size_t i = 0; i < ops.size(); ++i)
      ops[i].limit_keys[0] = "of " + std::to_string(size) + '/' + std::to_string(i / 3);
    f.apply(ops);
    std::vector<storage::claim> claims;
    claims.push_back({f.owner, {&jobs::narrow}, static_cast<std::size_t>(3 * size)});
    CHECK(f.rounds_of(claims) == 4);
    const auto& taken = claims[0].answer->jobs;
    REQUIRE(taken.size() == static_cast<std::size_t>(2 * size));
    std::vector<storage::settle> ends;
    for (std::size_t i = 0; i < taken.size(); i += 2)
      ends.push_back(f.on.end(taken[i], attempt_end::succeeded));
    CHECK(f.rounds_of(ends) == 3);
    // What was woken takes the slot.
    claims[0].answer = decltype(claims[0].answer){};
    CHECK(f.rounds_of(claims) == 4);
    CHECK(claims[0].answer->jobs.size() == static_cast<std::size_t>(size));
    f.end_all(claims[0].answer->jobs);
  }
}

TEST_CASE("ending jobs that others wait for costs three rounds") {
  fixture f;
  for (const int size : sizes) {
    const auto awaited = f.running(jobs::plain, size);
    auto waiting = f.requests(jobs::other, size);
    for (std::size_t i = 0; i < waiting.size(); ++i) waiting[i].depends_on = {awaited[i].id};
    f.apply(waiting);
    auto ends = f.ends(awaited);
    CHECK(f.rounds_of(ends) == 3);
    for (const storage::submit& each : waiting) CHECK(f.on.get(each.id).phase == phase::ready);
    f.end_all(f.claimed(jobs::other, size));
  }
}

TEST_CASE("starts and reports cost two rounds, whatever they bring") {
  fixture f;
  for (const int size : sizes) {
    f.submitted(jobs::remote, size);
    f.submitted(jobs::plain, size);
    const auto held = f.claimed(jobs::plain, size, true);
    std::vector<storage::start> starts;
    std::vector<storage::report> reports;
    for (const storage::claimed& each : held) {
      starts.push_back({each.lease, each.type});
      storage::report& told = reports.emplace_back();
      told.lease = each.lease;
      told.type = each.type;
      told.progress = 10;
      told.checkpoint = "here";
      told.findings.artifacts.push_back({"picture", "somewhere"});
    }
    CHECK(f.rounds_of(starts) == 2);
    CHECK(f.rounds_of(reports) == 2);
    for (storage::report& each : reports) each.progress = 20;
    CHECK(f.rounds_of(reports) == 2);
    // What they have kept is given to who takes them next: one round more.
    auto back = f.ends(held, attempt_end::snoozed);
    CHECK(f.rounds_of(back) == 2);
    f.clock.advance(std::chrono::seconds{1});
    std::vector<storage::claim> claims;
    claims.push_back({f.owner, {&jobs::plain}, static_cast<std::size_t>(size)});
    CHECK(f.rounds_of(claims) == 4);
    for (const storage::claimed& each : claims[0].answer->jobs) CHECK(each.checkpoint == "here");
    f.end_all(claims[0].answer->jobs);
  }
}

TEST_CASE("what is told from outside costs three rounds, also when it is told again") {
  fixture f;
  for (const int size : sizes) {
    std::vector<storage::raise> ops;
    for (const job_id& id : f.submitted(jobs::remote, size)) {
      storage::raise& told = ops.emplace_back(storage::raise{.scope = f.on.mine(), .id = id});
      told.event = "confirm_upload";
      told.event_id = f.fresh("event");
      told.findings.audit["metrics"] = "1";
    }
    CHECK(f.rounds_of(ops) == 3);
    for (storage::raise& each : ops) each.answer = decltype(each.answer){};
    CHECK(f.rounds_of(ops) == 3);
    for (const storage::raise& each : ops) CHECK(each.answer->replayed);
  }
}

TEST_CASE("cancelling costs three rounds, and one more where slots are freed") {
  fixture f;
  for (const int size : sizes) {
    const auto cancelled = [&](const std::vector<job_id>& ids, bool force = false) {
      std::vector<storage::cancel> ops;
      for (const job_id& id : ids) {
        ops.push_back(storage::cancel{.scope = f.on.mine(), .id = id});
        ops.back().reason = "enough";
        ops.back().force = force;
      }
      return f.rounds_of(ops);
    };
    CHECK(cancelled(f.submitted(jobs::plain, size)) == 3);
    CHECK(cancelled(f.submitted(jobs::exclusive, size)) == 4);
    std::vector<job_id> run;
    for (const storage::claimed& each : f.running(jobs::narrow, size)) run.push_back(each.id);
    CHECK(cancelled(run) == 4);
    CHECK(cancelled(run, true) == 4);
  }
}

TEST_CASE("a sign of life costs two rounds for any number of owners, three if leases were lost") {
  fixture f;
  for (const int size : sizes) {
    std::vector<storage::beat> beats;
    f.submitted(jobs::plain, size);
    for (int i = 0; i < size; ++i) {
      const auto owner = f.on.worker();
      f.on.start(owner, jobs::plain);
      beats.push_back({owner});
    }
    CHECK(f.rounds_of(beats) == 2);
    for (const storage::beat& each : beats) CHECK(each.answer->jobs.size() == 1);
    f.clock.advance(std::chrono::hours{1});
    CHECK(f.rounds_of(beats) == 3);
    for (const storage::beat& each : beats) CHECK(each.answer->jobs.empty());
    std::vector<storage::leave> leaving;
    for (const storage::beat& each : beats) leaving.push_back({each.owner});
    f.apply(leaving);
    f.on.done(storage::beat{f.owner});
    f.clock.advance(std::chrono::minutes{1});
    f.on.done(storage::beat{f.owner});
    while (true) {
      const auto left = f.on.claim(f.owner, {&jobs::plain}, 1);
      if (left.empty()) break;
      f.end_all(left);
    }
  }
}

TEST_CASE("repeating dead jobs costs three rounds") {
  fixture f;
  for (const int size : sizes) {
    std::vector<storage::replay> ops;
    for (const job_id& id : f.dead(jobs::plain, size)) {
      ops.push_back(storage::replay{.scope = f.on.mine(), .id = id});
      ops.back().fresh = f.on.ids.next(f.store->now());
    }
    CHECK(f.rounds_of(ops) == 3);
    f.end_all(f.claimed(jobs::plain, size));
    f.dead(jobs::other, size);
    storage::replay_all all{.scope = f.on.mine(), .handler = "law.other"};
    for (int i = 0; i < size; ++i) all.fresh.push_back(f.on.ids.next(f.store->now()));
    CHECK(f.rounds_of_one(all) == 2);
    f.end_all(f.claimed(jobs::other, size));
    f.dead(jobs::served, size);
    f.clock.advance(std::chrono::hours{2});
    f.on.done(storage::beat{f.owner});
    storage::reprocess due{&jobs::served, std::chrono::hours{1}};
    due.fresh = all.fresh;
    for (job_id& each : due.fresh) each = f.on.ids.next(f.store->now());
    CHECK(f.rounds_of_one(due) == 3);
    f.end_all(f.claimed(jobs::served, size));
  }
}

TEST_CASE("taking jobs from who is lost costs four rounds at most") {
  fixture f;
  for (const int size : sizes) {
    f.owner = f.on.worker();
    f.running(jobs::plain, size);
    f.clock.advance(std::chrono::hours{1});
    storage::reap op;
    op.limit = 200;
    std::vector<storage::reap> ops{op};
    CHECK(f.rounds_of(ops) == 3);
    CHECK(ops[0].answer->jobs.size() == static_cast<std::size_t>(size));
    // With slots that are freed, and jobs that wait for them.
    f.owner = f.on.worker();
    f.running(jobs::narrow, size);
    f.clock.advance(std::chrono::hours{1});
    std::vector<storage::reap> limited{op};
    CHECK(f.rounds_of(limited) == 4);
    CHECK(limited[0].answer->jobs.size() == static_cast<std::size_t>(size));
    f.clock.advance(std::chrono::minutes{5});
    f.owner = f.on.worker();
    for (const job_descriptor* type : {&jobs::plain, &jobs::narrow})
      while (true) {
        const auto left = f.on.claim(f.owner, {type}, 1);
        if (left.empty()) break;
        f.end_all(left);
      }
  }
}

TEST_CASE("maintenance costs three rounds at most") {
  fixture f;
  for (const int size : sizes) {
    const auto many = static_cast<std::size_t>(size);
    // Callbacks: taken, and told that they are done.
    f.end_all(f.running(jobs::telling, size));
    std::vector<storage::take_callbacks> takes(1);
    takes[0].owner = f.owner;
    takes[0].types = {&jobs::telling};
    takes[0].limit = many;
    CHECK(f.rounds_of(takes) == 3);
    REQUIRE(takes[0].answer->callbacks.size() == many);
    std::vector<storage::finish_callback> finishes;
    for (const storage::callback& each : takes[0].answer->callbacks)
      finishes.push_back({each.key, each.tries});
    CHECK(f.rounds_of(finishes) == 2);
    // What an engine asks: the end of one callback, and the next one.
    f.end_all(f.running(jobs::telling, 2));
    storage::take_callbacks first{f.owner, {&jobs::telling}};
    f.store->apply({&first});
    storage::finish_callback end{first.answer->callbacks[0].key};
    storage::take_callbacks second{f.owner, {&jobs::telling}};
    const auto before = f.store->counts();
    f.store->apply({&end, &second});
    const auto after = f.store->counts();
    CHECK(after.rounds == before.rounds + 3);
    CHECK(after.unforeseen == before.unforeseen);
    REQUIRE(second.answer->callbacks.size() == 1);
    f.on.done(storage::finish_callback{second.answer->callbacks[0].key});
    // Retention: histories first, then the jobs.
    f.end_all(f.running(jobs::fleeting, size));
    f.submitted(jobs::other, 1);  // the newest job is not pruned
    f.clock.advance(std::chrono::minutes{30});
    std::vector<storage::prune> prunes(1);
    prunes[0].limit = 500;
    CHECK(f.rounds_of(prunes) == 3);
    CHECK(prunes[0].answer->histories >= many);
    f.clock.advance(std::chrono::hours{3});
    prunes[0].answer = decltype(prunes[0].answer){};
    CHECK(f.rounds_of(prunes) == 3);
    CHECK(prunes[0].answer->jobs >= many);
    f.owner = f.on.worker();
    // A limit that is set to another count, while jobs wait for it.
    auto ops = f.requests(jobs::narrow, 3 * size);
    for (std::size_t i = 0; i < ops.size(); ++i)
      ops[i].limit_keys[0] = "at " + std::to_string(size) + '/' + std::to_string(i / 3);
    f.apply(ops);
    std::vector<storage::claim> claims;
    claims.push_back({f.owner, {&jobs::narrow}, 3 * many});
    f.apply(claims);
    CHECK(claims[0].answer->jobs.size() == 2 * many);
    storage::recheck_limits again{&jobs::narrow, &jobs::narrow.limits[0], 3};
    CHECK(f.rounds_of_one(again) == 4);
    CHECK(f.claimed(jobs::narrow, size).size() == many);
    again.count = 2;
    CHECK(f.rounds_of_one(again) <= 4);
  }
}

TEST_CASE("a claim locks no more rows than it asks for") {
  fixture f;
  for (int i = 0; i < 20; ++i) f.on.submit(jobs::plain);
  const auto some = f.on.done(storage::claim{f.owner, {&jobs::plain}, 5});
  CHECK(some.jobs.size() == 5);
  CHECK(some.more);
  CHECK(f.on.claim(f.owner, {&jobs::plain}, 100).size() == 15);
}

}  // namespace
