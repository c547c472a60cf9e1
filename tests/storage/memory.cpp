// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/memory.hpp>

#include <pawl/testing/storage/bench.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using storage::errc;
namespace jobs = testing::law_jobs;
using store = storage::memory<testing::manual_clock>;

struct fixture {
  explicit fixture(std::size_t capacity) : kept({capacity}, clock), on(kept, clock) {}

  testing::manual_clock clock{};
  store kept;
  testing::storage_bench on;
};

TEST_CASE("a memory store says what it is good for") {
  STATIC_REQUIRE_FALSE(store::survives_the_process);
  STATIC_REQUIRE_FALSE(store::shared_between_processes);
}

TEST_CASE("a memory store that is full of living jobs sheds", "[SVC-30]") {
  fixture f(3);
  for (int i = 0; i < 3; ++i) f.on.submit(jobs::plain);
  f.on.refused(errc::queue_overloaded, f.on.request(jobs::plain));
  CHECK(f.on.list().size() == 3);
}

TEST_CASE("a memory store makes room by forgetting what would be pruned next") {
  fixture f(3);
  auto& on = f.on;
  const auto owner = on.worker();
  const job_id first = on.submit(jobs::plain);
  on.succeed(on.start(owner, jobs::plain));
  f.clock.advance(std::chrono::milliseconds{1});
  const job_id second = on.submit(jobs::plain);
  on.succeed(on.start(owner, jobs::plain));
  const job_id third = on.submit(jobs::plain);
  on.submit(jobs::plain);
  CHECK_FALSE(on.store.get(on.mine(), first));
  CHECK(on.store.get(on.mine(), second));
  on.submit(jobs::plain);
  CHECK_FALSE(on.store.get(on.mine(), second));
  CHECK(on.state(third) == "pending");
  on.refused(errc::queue_overloaded, on.request(jobs::plain));
  on.done(storage::cancel{.scope = on.mine(), .id = third});
  on.submit(jobs::plain);
}

TEST_CASE("a full memory store answers a repeat with its job, and forgets nothing", "[DECK-09]") {
  fixture f(2);
  auto& on = f.on;
  const auto owner = on.worker();
  storage::submit keyed = on.request(jobs::plain);
  keyed.key = "k";
  on.submit(keyed);
  const auto again = [&] {
    storage::submit op = keyed;
    op.id = on.ids.next(on.store.now());
    return op;
  };
  SECTION("when the key's job is the one that would be forgotten") {
    on.succeed(on.start(owner, jobs::plain));
    const job_id other = on.submit(jobs::plain);
    const auto repeated = on.done(again());
    CHECK_FALSE(repeated.created);
    CHECK(repeated.id == keyed.id);
    CHECK(on.done(keyed).id == keyed.id);  // by its id
    CHECK(on.state(keyed.id) == "succeeded");
    CHECK(on.state(other) == "pending");
    storage::submit conflict = again();
    conflict.payload_hash = sha256_of("another");
    on.refused(errc::key_conflict, conflict);
    CHECK(on.list().size() == 2);
  }
  SECTION("when there is nothing to forget") {
    on.submit(jobs::plain);
    CHECK(on.done(again()).id == keyed.id);
    on.refused(errc::queue_overloaded, on.request(jobs::plain));
  }
}

TEST_CASE("a submission that is refused for another reason makes no room") {
  fixture f(2);
  auto& on = f.on;
  const auto owner = on.worker();
  const job_id ended = on.submit(jobs::plain);
  on.succeed(on.start(owner, jobs::plain));
  on.submit(jobs::exclusive);
  on.refused(errc::limit_reached, on.request(jobs::exclusive));
  CHECK(on.state(ended) == "succeeded");
}

TEST_CASE("a full memory store repeats a dead job without forgetting it") {
  fixture f(2);
  auto& on = f.on;
  const auto owner = on.worker();
  const job_id dead = on.dead(owner, jobs::plain);
  const job_id other = on.dead(owner, jobs::plain);
  on.done(storage::replay{on.mine(), dead, on.ids.next(on.store.now())});
  CHECK(on.read(on.store.dead_letter(on.mine(), dead)).replayed_as);
  CHECK_FALSE(on.store.get(on.mine(), other));
  on.refused(errc::queue_overloaded, storage::replay{on.mine(), dead, on.ids.next(on.store.now())});
}

TEST_CASE("a full memory store repeats as many dead jobs as it has room for") {
  fixture f(3);
  auto& on = f.on;
  const auto owner = on.worker();
  for (int i = 0; i < 3; ++i) on.dead(owner, jobs::plain);
  storage::replay_all op{.scope = on.mine(), .handler = "law.plain"};
  for (int i = 0; i < 3; ++i) op.fresh.push_back(on.ids.next(on.store.now()));
  const auto answered = on.done(op);
  CHECK(answered.count + answered.refused == 3);
  CHECK(answered.count >= 1);
  CHECK(on.list().size() == 3);
}

TEST_CASE("a memory store does not forget a job that others have yet to learn about") {
  fixture f(2);
  auto& on = f.on;
  const auto owner = on.worker();
  const auto root = on.running(owner, jobs::plain);
  storage::submit waits = on.request(jobs::other);
  waits.depends_on = {root.id};
  on.submit(waits);
  // In one commit the root ends and a new job wants its place.
  storage::settle end = on.success(root);
  storage::submit next = on.request(jobs::plain);
  on.store.apply({&end, &next});
  REQUIRE(end.answer.has_value());
  CHECK_FALSE(next.answer.has_value());
  CHECK(on.start(owner, jobs::other).id == waits.id);
}

TEST_CASE("a memory store knows the types of the jobs that were submitted to it") {
  const testing::manual_clock clock;
  store kept({}, clock);
  id_source ids;
  storage::submit op{.type = &jobs::plain, .id = ids.next(kept.now())};
  op.who.tenant = "acme";
  REQUIRE(storage::apply_one(kept, op));
  const auto found = kept.get(storage::scope::tenant("acme"), op.id);
  REQUIRE(found);
  CHECK(found->state == "pending");
  CHECK(found->kind == kind::ready);
}

TEST_CASE("a memory store with the machine's clock is as good") {
  storage::memory<> kept;
  id_source ids;
  storage::submit op{.type = &jobs::plain, .id = ids.next(kept.now())};
  op.who.tenant = "acme";
  REQUIRE(storage::apply_one(kept, op));
  const auto owner = storage::apply_one(kept, storage::enrol{"here"});
  REQUIRE(owner);
  const auto got = storage::apply_one(kept, storage::claim{owner->owner, {&jobs::plain}, 1, 0});
  REQUIRE(got);
  REQUIRE(got->jobs.size() == 1);
  CHECK(got->jobs[0].id == op.id);
}

}  // namespace
