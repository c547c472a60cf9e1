// SPDX-License-Identifier: BSL-1.0
// Releases of a program beside each other on one store: what docs/upgrading.md says, row by row.
// Included by one source of each program that runs these cases; that source says what the store is.
#pragma once

#include <pawl/testing/recorded_attempt.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "support/catch.hpp"

namespace upgrades {

using namespace pawl;
using namespace pawl::literals;
using namespace pawl::testing;
using std::chrono::milliseconds;

/// Where releases meet: a fresh file, or a fresh schema.
class place {
 public:
  place() = default;
  place(const place&) = delete;
  place& operator=(const place&) = delete;
  virtual ~place() = default;
  /// Another process's store on the same jobs.
  [[nodiscard]] virtual std::unique_ptr<storage::store> open(const manual_clock& clock) = 0;
};
/// Defined by the source that includes this. In a guarded one the database itself refuses what the
/// lifecycles forbid.
std::unique_ptr<place> fresh_place(bool guarded);

/// One process: its own connections, and the job types of its release.
class release {
 public:
  release(place& at, const manual_clock& clock, storage::light_vector<const job_descriptor*> types)
      : types_(std::move(types)), store_(at.open(clock)), on(*store_, clock) {
    if (!store_->learn(types_)) throw std::runtime_error("a release teaches its types");
  }

  /// Enrols a worker of this release.
  storage::owner_number worker() {
    return on.done(storage::enrol{.label = "a worker", .types = types_}).owner;
  }
  storage::light_vector<storage::claimed> claim(storage::owner_number owner, std::size_t start = 9,
                                                std::size_t hold = 0) {
    return on.claim(owner, types_, start, hold);
  }

 private:
  storage::light_vector<const job_descriptor*> types_;
  std::unique_ptr<storage::store> store_;

 public:
  storage_bench on;
};

struct site {
  std::unique_ptr<place> at;
  manual_clock clock{};

  explicit site(bool guarded = false) : at(fresh_place(guarded)) {}
  /// `types` is all that this release has.
  [[nodiscard]] std::unique_ptr<release> start(
      storage::light_vector<const job_descriptor*> types) const {
    return std::make_unique<release>(*at, clock, std::move(types));
  }
};

CATCH_TRANSLATE_EXCEPTION(const broken_storage_law& broken) { return broken.sentence; }

using quick = retry<attempts<3>, fixed<1_s>, no_jitter>;

// --- Lost workers --------------------------------------------------------------------------------

TEST_CASE("a job whose handler no living process knows is lost as often as it has attempts") {
  using lonely_job = job<"upgrade.lonely", lifecycles::service, quick>;
  using unrelated_job = job<"upgrade.unrelated", lifecycles::deck>;
  const job_descriptor& lonely = type_of<lonely_job>;
  site here;
  auto old = here.start({&lonely});
  const auto lost = old->worker();
  const auto runs = old->on.running(lost, lonely);
  const auto waits = old->on.held(lost, lonely);
  old.reset();

  const auto other = here.start({&type_of<unrelated_job>});
  storage_bench& on = other->on;
  for (unsigned attempt = 1; attempt <= 3; ++attempt) {
    on.pass(lonely.lease);
    on.pass(milliseconds{1});
    const auto taken = on.done(storage::reap{}).jobs;
    CHECK(taken.size() == (attempt == 1 ? 2U : 1U));
    CHECK(on.done(storage::reap{}).jobs.empty());
    const job_record record = on.get(runs.id);
    CHECK(record.state == (attempt < 3 ? "pending" : "dead_lettered"));
    CHECK(record.attempt == attempt);
    CHECK(record.error->code == "worker_lost");
    if (attempt == 1) {
      CHECK(on.get(waits.id).attempt == 0);
      CHECK(on.get(waits.id).due_at == on.store.now() + milliseconds{1000});
    }
    if (attempt == 3) break;
    // Another process that has it begins it again, and is lost too.
    on.pass(milliseconds{1000});
    const auto again = here.start({&lonely});
    const auto owner = again->worker();
    storage::claim both{.owner = owner, .types = {&lonely}, .start = 2, .suspects = 2};
    for (const storage::claimed& each : again->on.done(both).jobs)
      if (each.id != runs.id) again->on.succeed(each);
  }
  CHECK(on.store.dead_letter(on.everyone(), runs.id));
  CHECK(on.get(waits.id).state == "succeeded");
}

// --- Limits --------------------------------------------------------------------------------------

template <class... Limits>
using counted_job = job<"upgrade.counted", lifecycles::deck, quick, limits<Limits...>>;
using free_job = job<"upgrade.counted", lifecycles::deck, quick>;

inline const job_descriptor& free_type = type_of<free_job>;
inline const job_descriptor& one_at_a_time = type_of<counted_job<concurrent<1>>>;
inline const job_descriptor& three_at_a_time = type_of<counted_job<concurrent<3>>>;

/// Submits as a release does that has these limits, each counting by the key at its place.
inline job_id submit(release& by, const job_descriptor& type, std::vector<std::string> keys) {
  storage::submit op = by.on.request(type);
  op.limit_keys = std::move(keys);
  return by.on.submit(op);
}
/// All that can be claimed now, and runs then.
inline storage::light_vector<storage::claimed> claim_all(release& by, storage::owner_number owner) {
  storage::light_vector<storage::claimed> all;
  while (true) {
    auto more = by.claim(owner);
    if (more.empty()) return all;
    for (storage::claimed& each : more) all.push_back(std::move(each));
  }
}
inline std::int64_t living(release& by) {
  const auto counted = by.on.read(by.on.store.count(by.on.everyone()));
  return counted.in(phase::blocked) + counted.in(phase::scheduled) + counted.in(phase::ready) +
         counted.in(phase::held) + counted.in(phase::running);
}
/// Runs until nothing lives, so many at once at most; how many were run.
inline std::size_t drain(release& by, storage::owner_number owner) {
  std::size_t count = 0;
  for (auto jobs = claim_all(by, owner); !jobs.empty(); jobs = claim_all(by, owner)) {
    for (const storage::claimed& each : jobs) by.on.succeed(each);
    count += jobs.size();
  }
  CHECK(living(by) == 0);
  return count;
}

TEST_CASE("upgrading: a limit at a claim is removed") {
  const bool crashes = GENERATE(false, true);
  site here;
  auto before = here.start({&one_at_a_time});
  const auto after = here.start({&free_type});
  const auto old_worker = before->worker();
  const auto new_worker = after->worker();
  for (int i = 0; i < 6; ++i) submit(*before, one_at_a_time, {""});
  const auto first = claim_all(*before, old_worker);
  REQUIRE(first.size() == 1);
  CHECK(claim_all(*after, new_worker).empty());  // the limit holds as long as its release lives
  before->on.succeed(first[0]);
  const auto second = claim_all(*after, new_worker);
  REQUIRE(second.size() == 1);
  CHECK(claim_all(*before, old_worker).empty());
  after->on.succeed(second[0]);
  if (crashes) {
    before.reset();
    here.clock.advance(milliseconds{storage::owner_silence + 1});
    after->on.done(storage::beat{new_worker});
  } else {
    before->on.done(storage::leave{old_worker});
  }
  CHECK(after->on.done(storage::reap{}).rechecked != 0);
  CHECK(claim_all(*after, new_worker).size() == 4);  // no limit, and nothing is left behind
}

TEST_CASE("upgrading: the end of a job frees its places, whatever the release knows that ends it") {
  using refused = counted_job<active_per<by::tenant, 1, at_submit>>;
  const job_descriptor& exclusive = type_of<refused>;
  site here;
  const auto before = here.start({&exclusive});
  const auto after = here.start({&free_type});
  const auto worker = after->worker();
  for (int i = 0; i < 3; ++i) {
    submit(*before, exclusive, {"acme"});
    storage::submit again = before->on.request(exclusive);
    again.limit_keys = {"acme"};
    before->on.refused(storage::errc::limit_reached, again);
    CHECK(drain(*after, worker) == 1);
  }
}

TEST_CASE("upgrading: a limit at a claim is added") {
  using by_tenant = counted_job<active_per<by::tenant, 1, at_claim>>;
  using by_user = counted_job<active_per<by::user, 1, at_claim>>;
  for (const job_descriptor* added : {&one_at_a_time, &type_of<by_tenant>, &type_of<by_user>}) {
    CAPTURE(std::string(std::string_view(added->limits[0].name)));
    const site here;
    const auto before = here.start({&free_type});
    const auto after = here.start({added});
    const auto old_worker = before->worker();
    const auto new_worker = after->worker();
    for (int i = 0; i < 4; ++i) before->on.submit(free_type);
    // Submitted without a key; what it is counted by is known all the same.
    const auto first = claim_all(*after, new_worker);
    REQUIRE(first.size() == 1);
    CHECK(claim_all(*before, old_worker).empty());
    after->on.succeed(first[0]);
    const auto second = claim_all(*before, old_worker);
    REQUIRE(second.size() == 1);
    before->on.succeed(second[0]);
    CHECK(drain(*after, new_worker) == 2);
  }
}

struct parcel {
  std::string address{};
};

TEST_CASE("upgrading: a limit by a member is added, and does not count what came before it") {
  using by_address = counted_job<active_per<by::member<&parcel::address>, 1, at_claim>>;
  const job_descriptor& added = type_of<by_address>;
  site here;
  const auto before = here.start({&free_type});
  const auto after = here.start({&added});
  const auto worker = after->worker();
  for (int i = 0; i < 2; ++i) before->on.submit(free_type);
  for (int i = 0; i < 2; ++i) submit(*after, added, {"high street"});
  const auto running = claim_all(*after, worker);
  CHECK(running.size() == 3);
  for (const storage::claimed& each : running) after->on.succeed(each);
  CHECK(drain(*after, worker) == 1);
}

TEST_CASE("upgrading: the count of a limit changes") {
  const bool is_lowered = GENERATE(false, true);
  const job_descriptor& old_type = is_lowered ? three_at_a_time : one_at_a_time;
  const job_descriptor& new_type = is_lowered ? one_at_a_time : three_at_a_time;
  site here;
  const auto before = here.start({&old_type});
  const auto after = here.start({&new_type});
  const auto old_worker = before->worker();
  for (int i = 0; i < 7; ++i) submit(*before, old_type, {""});
  storage::light_vector<storage::claimed> running;
  if (is_lowered) {
    // What began under the larger count goes on; no other begins meanwhile.
    running = claim_all(*before, old_worker);
    CHECK(running.size() == 3);
  }
  const auto new_worker = after->worker();
  if (is_lowered) {
    CHECK(claim_all(*after, new_worker).empty());
    for (int i = 0; i < 2; ++i) before->on.succeed(running[static_cast<std::size_t>(i)]);
    CHECK(claim_all(*after, new_worker).empty());
    before->on.succeed(running[2]);
  }
  // The strictest holds for both, as long as both live.
  for (int i = 0; i < 2; ++i) {
    release& by = i == 0 ? *before : *after;
    const auto one = claim_all(by, i == 0 ? old_worker : new_worker);
    REQUIRE(one.size() == 1);
    CHECK(claim_all(*before, old_worker).empty());
    CHECK(claim_all(*after, new_worker).empty());
    by.on.succeed(one[0]);
  }
  before->on.done(storage::leave{old_worker});
  after->on.done(storage::reap{});
  const auto now = claim_all(*after, new_worker);
  CHECK(now.size() == (is_lowered ? 1U : 3U));
  for (const storage::claimed& each : now) after->on.succeed(each);
  drain(*after, new_worker);
}

TEST_CASE("upgrading: a limit is renamed") {
  const job_descriptor& old_type = type_of<counted_job<concurrent<1, named<"former">>>>;
  const job_descriptor& new_type = type_of<counted_job<concurrent<1, named<"present">>>>;
  site here;
  const auto before = here.start({&old_type});
  const auto after = here.start({&new_type});
  const auto old_worker = before->worker();
  const auto new_worker = after->worker();
  for (int i = 0; i < 3; ++i) submit(*before, old_type, {""});
  for (int i = 0; i < 3; ++i) submit(*after, new_type, {""});
  const auto first = claim_all(*before, old_worker);
  REQUIRE(first.size() == 1);
  CHECK(claim_all(*after, new_worker).empty());
  before->on.succeed(first[0]);
  before->on.done(storage::leave{old_worker});
  after->on.done(storage::reap{});
  CHECK(drain(*after, new_worker) == 5);
}

TEST_CASE("upgrading: a limit is checked at a claim, and no longer at submission") {
  using at_first = counted_job<active_per<by::tenant, 1, at_submit, named<"one">>>;
  using at_last = counted_job<active_per<by::tenant, 1, at_claim, named<"one">>>;
  const bool is_reversed = GENERATE(false, true);
  const job_descriptor& old_type = is_reversed ? type_of<at_last> : type_of<at_first>;
  const job_descriptor& new_type = is_reversed ? type_of<at_first> : type_of<at_last>;
  site here;
  const auto before = here.start({&old_type});
  const auto after = here.start({&new_type});
  const auto worker = after->worker();
  // It has its place since its submission, and does not wait for itself.
  submit(*before, old_type, {"acme"});
  CHECK(drain(*after, worker) == 1);
  submit(*before, old_type, {"acme"});
  CHECK(drain(*after, worker) == 1);
}

TEST_CASE("upgrading: limits change their order") {
  using parts = active_per<by::member<&parcel::address>, 1, at_claim, named<"address">>;
  using whole = active_per<by::tenant, 2, at_claim, named<"tenant">>;
  const job_descriptor& old_type = type_of<counted_job<parts, whole>>;
  const job_descriptor& new_type = type_of<counted_job<whole, parts>>;
  site here;
  const auto before = here.start({&old_type});
  const auto after = here.start({&new_type});
  const auto worker = after->worker();
  for (const char* address : {"a", "b", "b", "c"}) submit(*before, old_type, {address, "acme"});
  const auto two = claim_all(*after, worker);
  CHECK(two.size() == 2);  // of two addresses, and two of the tenant
  for (const storage::claimed& each : two) after->on.succeed(each);
  CHECK(drain(*after, worker) == 2);
}

TEST_CASE("upgrading: a limit at submission is added") {
  using by_tenant = counted_job<active_per<by::tenant, 1, at_submit>>;
  const job_descriptor& added = type_of<by_tenant>;
  site here;
  const auto before = here.start({&free_type});
  const auto after = here.start({&added});
  const auto old_worker = before->worker();
  const auto new_worker = after->worker();
  const auto again = [&] {
    storage::submit op = after->on.request(added);
    op.limit_keys = {"acme"};
    return op;
  };
  for (int i = 0; i < 2; ++i) before->on.submit(free_type);
  const job_id counted = after->on.submit(again());  // what came before it is not counted
  after->on.refused(storage::errc::limit_reached, again());
  before->on.submit(free_type);  // and the old release is not refused
  const auto running = claim_all(*before, old_worker);
  CHECK(running.size() == 4);  // nor does it hold any claim back
  for (const storage::claimed& each : running)
    if (each.id != counted) before->on.succeed(each);
  after->on.refused(storage::errc::limit_reached, again());
  for (const storage::claimed& each : running)
    if (each.id == counted) before->on.succeed(each);
  after->on.submit(again());  // its place is free, whichever release has ended it
  CHECK(drain(*after, new_worker) == 1);
}

template <class... Limits>
using rated_job = job<"upgrade.rated", lifecycles::deck, quick, limits<Limits...>>;
template <int Count>
using a_minute = rate_per<by::user, Count, 1_min, named<"rate">>;

/// Submits, or is told when to come again.
inline milliseconds wait_for(release& by, const job_descriptor& type) {
  storage::submit op = by.on.request(type);
  op.limit_keys.assign(type.limits.size(), "ann");
  const auto answer = storage::apply_one(by.on.store, op);
  if (answer) return {};
  CHECK(answer.error().code == storage::errc::rate_limited);
  return answer.error().retry_after;
}

TEST_CASE("upgrading: a rate is added, and removed") {
  const job_descriptor& rated = type_of<rated_job<a_minute<2>>>;
  const job_descriptor& free = type_of<job<"upgrade.rated", lifecycles::deck, quick>>;
  site here;
  const auto with = here.start({&rated});
  const auto without = here.start({&free});
  with->worker();  // a rate is not declared for others
  const auto worker = without->worker();
  // Whichever of them is the newer: what the one without it submits is not counted, nor refused.
  for (int i = 0; i < 3; ++i) CHECK(wait_for(*without, free) == milliseconds{0});
  for (int i = 0; i < 2; ++i) CHECK(wait_for(*with, rated) == milliseconds{0});
  CHECK(wait_for(*with, rated) == milliseconds{30'000});
  CHECK(wait_for(*without, free) == milliseconds{0});
  CHECK(drain(*without, worker) == 6);
  CHECK(wait_for(*with, rated) == milliseconds{30'000});  // the end of a job gives nothing back
  here.clock.advance(milliseconds{30'000});
  CHECK(wait_for(*with, rated) == milliseconds{0});
}

TEST_CASE("upgrading: a rate changes") {
  const job_descriptor& slow = type_of<rated_job<a_minute<3>>>;
  const job_descriptor& fast = type_of<rated_job<a_minute<6>>>;
  site here;
  const auto three = here.start({&slow});
  const auto six = here.start({&fast});
  for (int i = 0; i < 3; ++i) CHECK(wait_for(*three, slow) == milliseconds{0});
  // One account, from which each release takes by its own rate.
  CHECK(wait_for(*three, slow) == milliseconds{20'000});
  CHECK(wait_for(*six, fast) == milliseconds{10'000});
  here.clock.advance(milliseconds{10'000});
  CHECK(wait_for(*six, fast) == milliseconds{0});
  CHECK(wait_for(*six, fast) == milliseconds{10'000});
  CHECK(wait_for(*three, slow) == milliseconds{20'000});
  here.clock.advance(milliseconds{60'000});  // all that was sent is made up for, at either rate
  for (int i = 0; i < 6; ++i) CHECK(wait_for(*six, fast) == milliseconds{0});
  CHECK(wait_for(*six, fast) == milliseconds{10'000});
}

// --- Retry, stages, payloads ---------------------------------------------------------------------

TEST_CASE("upgrading: attempts and backoff change") {
  using old_job =
      job<"upgrade.retried", lifecycles::deck, retry<attempts<2>, fixed<1_s>, no_jitter>>;
  using new_job =
      job<"upgrade.retried", lifecycles::deck, retry<attempts<5>, fixed<9_s>, no_jitter>>;
  const job_descriptor& old_type = type_of<old_job>;
  const job_descriptor& new_type = type_of<new_job>;
  site here;
  const auto before = here.start({&old_type});
  const auto after = here.start({&new_type});
  const auto worker = after->worker();
  const job_id id = before->on.submit(old_type);
  const auto failed = after->on.fail(after->on.start(worker, new_type));
  CHECK(failed.due_at ==
        after->on.store.now() + milliseconds{9000});  // as who ends the attempt says
  after->on.pass(milliseconds{9000});
  after->on.done(storage::beat{worker});
  after->on.fail(after->on.start(worker, new_type));
  CHECK(before->on.state(id) == "failed");  // as many as it was submitted with
  CHECK(before->on.store.dead_letter(before->on.mine(), id));
}

TEST_CASE("upgrading: stages change") {
  const job_descriptor& type = law_jobs::plain;
  site here;
  const auto before = here.start({&type});
  const auto after = here.start({&type});
  const auto worker = after->worker();
  const auto running = after->on.running(worker, type);
  storage::report said{.lease = running.lease, .type = &type, .progress = 40, .stage = "polishing"};
  after->on.done(said);
  CHECK(before->on.get(running.id).stage == "polishing");  // a stage is stored as a word
  after->on.done(storage::leave{worker});
  after->on.outwait_backoff(type);
  const auto old_worker = before->worker();
  const auto again = before->on.start(old_worker, type);
  CHECK(again.stage == "polishing");
  before->on.succeed(again);
}

TEST_CASE("upgrading: the payload has a new version") {
  const job_descriptor& old_type = law_jobs::plain;
  const job_descriptor& new_type = law_jobs::newer_plain;
  site here;
  const auto before = here.start({&old_type});
  const auto after = here.start({&new_type});
  const auto old_worker = before->worker();
  const auto new_worker = after->worker();
  storage::submit newer = after->on.request(new_type);
  newer.payload_version = 2;
  const job_id second = after->on.submit(newer);
  const job_id first = before->on.submit(old_type);
  const auto one = claim_all(*before, old_worker);
  REQUIRE(one.size() == 1);
  CHECK(one[0].id == first);  // what is newer is left to those who can read it
  before->on.succeed(one[0]);
  const auto rest = claim_all(*after, new_worker);
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].id == second);
  // Who cannot read it can take it from a worker that is lost.
  here.clock.advance(milliseconds{new_type.lease.count + 1});
  CHECK(before->on.done(storage::reap{}).jobs.size() == 1);
  here.clock.advance(milliseconds{new_type.retry.plan.cap.count});
  after->on.done(storage::beat{new_worker});
  CHECK(claim_all(*before, before->worker()).empty());
  CHECK(drain(*after, new_worker) == 1);
}

TEST_CASE("upgrading: a callback of a new version of the payload is left to the new release") {
  const job_descriptor& old_type = law_jobs::telling;
  const job_descriptor& new_type = law_jobs::newer_telling;
  site here;
  const auto before = here.start({&old_type});
  const auto after = here.start({&new_type});
  const auto old_worker = before->worker();
  const auto new_worker = after->worker();
  storage::submit newer = after->on.request(new_type);
  newer.payload_version = 2;
  const job_id new_job = after->on.submit(newer);
  after->on.succeed(after->on.start(new_worker, new_type));
  here.clock.advance(milliseconds{1});
  const auto old_job = before->on.running(old_worker, old_type);
  before->on.succeed(old_job);
  const storage::take_callbacks by_old{old_worker, {&old_type}, 9};
  const auto one = before->on.done(by_old).callbacks;
  REQUIRE(one.size() == 1);
  CHECK(one[0].id == old_job.id);  // what is newer is left to a process that can read it
  before->on.done(storage::finish_callback{one[0].key, one[0].tries});
  CHECK(before->on.done(by_old).callbacks.empty());
  const auto rest = after->on.done(storage::take_callbacks{new_worker, {&new_type}, 9}).callbacks;
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].id == new_job);
  CHECK(rest[0].tries == 1);
}

/// Submits many at once.
inline void submit_many(release& by, const job_descriptor& type, int count, auto change) {
  std::vector<storage::submit> all;
  for (int i = 0; i < count; ++i) change(all.emplace_back(by.on.request(type)), i);
  std::vector<storage::operation_ptr> batch;
  for (storage::submit& each : all) batch.emplace_back(&each);
  by.on.store.apply(batch);
  for (const storage::submit& each : all) REQUIRE(each.answer);
}

TEST_CASE("upgrading: an error class is added, or removed") {
  using few = errors<error::network_timeout>;
  using more = errors<error::rate_limited, error::network_timeout>;
  const job_descriptor& with_few = type_of<job<"upgrade.classes", lifecycles::deck, quick, few>>;
  const job_descriptor& with_more = type_of<job<"upgrade.classes", lifecycles::deck, quick, more>>;
  site here;
  const auto lacks = here.start({&with_few});
  const auto has = here.start({&with_more});
  const auto worker = has->worker();
  const auto other = lacks->worker();
  const auto failed_as = [](const storage::claimed& job) {
    storage::settle op = storage_bench::failure(job);
    op.error.code = "rate_limited";
    return op;
  };
  const job_id id = lacks->on.submit(with_few);
  for (int i = 0; i < 3; ++i) {
    // Failed by a class that one of them does not have; the other goes on with it.
    release& by = i == 1 ? *lacks : *has;
    const auto job = by.on.start(i == 1 ? other : worker, i == 1 ? with_few : with_more);
    CHECK(job.attempt == static_cast<unsigned>(i) + 1);
    if (i == 1)
      by.on.fail(job);
    else
      by.on.done(failed_as(job));
    if (i != 1) CHECK(lacks->on.get(id).error->code == "rate_limited");
    here.clock.advance(milliseconds{1000});
  }
  // A dead letter of such a class is replayed by who does not have it.
  const auto letter = lacks->on.read(lacks->on.store.dead_letter(lacks->on.mine(), id));
  CHECK(letter.job.error->code == "rate_limited");
  lacks->on.done(storage::replay{lacks->on.mine(), id, lacks->on.ids.next({})});
  CHECK(drain(*lacks, other) == 1);
}

/// Done elsewhere altogether.
template <class... Classes>
struct elsewhere_job : job<"upgrade.elsewhere", lifecycles::video, quick, errors<Classes...>> {
  using remote = remote_states<lifecycles::video::AUDIO_EXTRACTING, lifecycles::video::TRANSCRIBING,
                               lifecycles::video::GENERATING, lifecycles::video::REGENERATING,
                               lifecycles::video::EXPORTING>;
};

TEST_CASE("upgrading: a failure that is reported is of a class that the release has") {
  const job_descriptor& with_few = type_of<elsewhere_job<error::network_timeout>>;
  const job_descriptor& with_more =
      type_of<elsewhere_job<error::queue_overload, error::network_timeout>>;
  site here;
  const auto lacks = here.start({&with_few});
  const auto has = here.start({&with_more});
  const job_id id = lacks->on.submit(with_few);
  for (const char* name : {"confirm_upload", "run"})
    lacks->on.done(storage::raise{.scope = lacks->on.mine(), .id = id, .event = name});
  storage::raise failed{.scope = lacks->on.mine(), .id = id, .event = "fail"};
  failed.error = failure_info{.code = "queue_overload", .message = "full"};
  lacks->on.refused(storage::errc::invalid, failed);
  has->on.done(failed);
  CHECK(lacks->on.get(id).error->code == "queue_overload");
}

struct rows_done {
  int rows = 0;
};
struct parts_done {
  std::string part;
  int rows = 0;
};
template <class Saved>
using saving_job = job<"upgrade.saving", lifecycles::deck, quick, checkpoint<Saved>>;

TEST_CASE("upgrading: the type of a checkpoint changes") {
  using old_job = saving_job<rows_done>;
  using new_job = saving_job<parts_done>;
  const job_descriptor& old_type = type_of<old_job>;
  const job_descriptor& new_type = type_of<new_job>;
  site here;
  const auto before = here.start({&old_type});
  const auto after = here.start({&new_type});
  const auto old_worker = before->worker();
  const auto new_worker = after->worker();
  const auto save = [](release& by, const storage::claimed& job, const std::string& bytes) {
    storage::report op{.lease = job.lease, .type = job.type, .checkpoint = bytes};
    by.on.done(op);
  };
  const auto retried = [&](release& by, const storage::claimed& job) {
    by.on.fail(job);
    here.clock.advance(milliseconds{1000});
  };
  recorded_attempt writes;
  old_job::context old_context(writes);
  REQUIRE(old_context.save(rows_done{7}));
  const job_id id = before->on.submit(old_type);
  auto job = before->on.start(old_worker, old_type);
  save(*before, job, *writes.saved);
  retried(*before, job);

  // Another form is none: the attempt begins from the beginning.
  job = after->on.start(new_worker, new_type);
  REQUIRE(job.id == id);
  REQUIRE(job.checkpoint);
  recorded_attempt reads;
  reads.saved = job.checkpoint;
  new_job::context new_context(reads);
  CHECK_FALSE(new_context.checkpoint());
  REQUIRE(new_context.save(parts_done{"b", 2}));
  save(*after, job, *reads.saved);
  retried(*after, job);

  job = before->on.start(old_worker, old_type);
  writes.saved = job.checkpoint;
  CHECK_FALSE(old_context.checkpoint());
  retried(*before, job);
  CHECK(before->on.state(id) == "failed");  // by its attempts, and by nothing else
}

template <class... Policies>
using timed_job = job<"upgrade.timed", lifecycles::deck, quick, Policies...>;

TEST_CASE("upgrading: a timeout changes") {
  const job_descriptor& patient = type_of<timed_job<timeout<10_min>>>;
  const job_descriptor& hasty = type_of<timed_job<timeout<1_min>>>;
  site here;
  const auto before = here.start({&patient});
  const auto after = here.start({&hasty});
  const auto worker = after->worker();
  storage::submit op = before->on.request(patient);
  op.timeout = milliseconds{300'000};
  const job_id own = before->on.submit(op);
  before->on.submit(patient);
  const auto jobs = claim_all(*after, worker);
  REQUIRE(jobs.size() == 2);
  CHECK(jobs[0].id == own);
  CHECK(jobs[0].timeout == milliseconds{300'000});  // what it was submitted with
  CHECK(jobs[1].timeout == milliseconds{0});        // else as the release says that runs it
  CHECK(jobs[1].type->timeout.count == 60'000);
  op = after->on.request(hasty);
  op.timeout = milliseconds{300'000};
  after->on.refused(storage::errc::invalid, op);
}

TEST_CASE("upgrading: a lease changes") {
  const job_descriptor& long_lease = type_of<timed_job<lease<90_s>, timeout<80_s>>>;
  const job_descriptor& short_lease = type_of<timed_job<lease<5_s>, timeout<4_s>>>;
  site here;
  const auto patient = here.start({&long_lease});
  const auto hasty = here.start({&short_lease});
  // A job has the lease of the process that claims it, whichever process looks whether it has run
  // out.
  patient->on.submit(long_lease);
  REQUIRE(claim_all(*patient, patient->worker()).size() == 1);
  here.clock.advance(milliseconds{6'000});
  patient->on.submit(long_lease);
  REQUIRE(claim_all(*hasty, hasty->worker()).size() == 1);
  CHECK(hasty->on.done(storage::reap{}).jobs.empty());
  here.clock.advance(milliseconds{5'001});
  CHECK(patient->on.done(storage::reap{}).jobs.size() == 1);
  CHECK(hasty->on.done(storage::reap{}).jobs.empty());
  here.clock.advance(milliseconds{80'000});
  CHECK(hasty->on.done(storage::reap{}).jobs.size() == 1);
}

TEST_CASE("upgrading: retention changes") {
  using an_hour = retention<keep_results<1_h>, keep_events<1_h>>;
  using a_day = retention<keep_results<24_h>, keep_events<24_h>>;
  constexpr milliseconds hour{3'600'000};
  // Keys are kept no longer, or they would keep their jobs.
  const job_descriptor& brief = type_of<timed_job<an_hour, idempotency<ttl<30_min>>>>;
  const job_descriptor& lasting = type_of<timed_job<a_day, idempotency<ttl<30_min>>>>;
  site here;
  const auto hours = here.start({&brief});
  const auto days = here.start({&lasting});
  const auto ended_by = [&](release& by, const job_descriptor& type) {
    const auto worker = by.worker();
    const auto job = by.on.running(worker, type);
    by.on.succeed(job);
    return job.id;
  };
  const auto deleted_by = [](release& by) { return by.on.done(storage::prune{}).jobs; };
  const job_id first = ended_by(*hours, brief);
  const job_id second = ended_by(*days, lasting);
  here.clock.advance(hour + milliseconds{1});
  // Longer: what has ended before is kept as long, if the release that deletes says so.
  CHECK(deleted_by(*days) == 0);
  CHECK(days->on.get(first).state == "succeeded");
  // Shorter: what has ended before is kept for as long as the release said that ended it.
  CHECK(deleted_by(*hours) == 0);
  CHECK(hours->on.get(second).state == "succeeded");
  // Together the shorter one, of what has ended where it holds.
  const job_id third = ended_by(*hours, brief);
  hours->on.submit(brief);  // the newest job is not deleted
  here.clock.advance(hour + milliseconds{1});
  CHECK(deleted_by(*hours) == 1);
  CHECK_FALSE(hours->on.store.get(hours->on.everyone(), third));
  here.clock.advance(23 * hour);
  CHECK(deleted_by(*days) == 2);
}

TEST_CASE("upgrading: the levels of a priority change") {
  const job_descriptor& two = type_of<timed_job<priority<levels<"normal", "high">>>>;
  const job_descriptor& three = type_of<timed_job<priority<levels<"normal", "high", "urgent">>>>;
  site here;
  const auto fewer = here.start({&two});
  const auto more = here.start({&three});
  const auto worker = fewer->worker();
  const auto submitted = [](release& by, const job_descriptor& type, const char* level) {
    storage::submit op = by.on.request(type);
    op.rank = *type.rank_called(level);
    return by.on.submit(op);
  };
  const job_id normal = submitted(*fewer, two, "normal");
  const job_id high = submitted(*fewer, two, "high");
  const job_id urgent = submitted(*more, three, "urgent");
  // A level is stored as its rank: one that is not known here is still the more urgent one.
  std::vector<job_id> order;
  for (int i = 0; i < 3; ++i) {
    const auto job = fewer->on.start(worker, two);
    order.push_back(job.id);
    if (job.id == urgent)
      fewer->on.fail(job, true);
    else
      fewer->on.succeed(job);
  }
  CHECK(order == std::vector<job_id>{urgent, high, normal});
  for (int i = 0; i < 2; ++i) {
    here.clock.advance(milliseconds{1000});
    fewer->on.fail(fewer->on.start(worker, two), true);
  }
  // A dead one is replayed as the most urgent that there is.
  const job_id again = fewer->on.ids.next({});
  fewer->on.done(storage::replay{fewer->on.mine(), urgent, again});
  CHECK(fewer->on.get(again).priority == 1);
  more->on.done(storage::replay{more->on.mine(), urgent, more->on.ids.next({})});
}

// --- Lifecycles ----------------------------------------------------------------------------------

struct short_walk : lifecycle {
  static constexpr text name = "walk";
  enum class state { queued, working, done, failed };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  static constexpr auto table =
      transitions(kinds(ready(queued), active(working), success(done), failure(failed)),
                  queued + on(start) = working, working + on(succeed) = done,
                  working + on(fail)[may_retry] = working, working + on(fail) = failed,
                  working + on(lose)[attempts_left] = queued, working + on(lose) = failed,
                  live + on(cancel) = failed);
};
/// The same with one more step, and with another name for the first.
struct long_walk : lifecycle {
  static constexpr text name = "walk";
  enum class state { waiting, working, checking, done, failed };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  static constexpr former<state> former_names[] = {{"queued", waiting}};
  static constexpr auto table = transitions(
      kinds(ready(waiting), active(working), active(checking), success(done), failure(failed)),
      waiting + on(start) = working, working + on(succeed) = checking,
      working + on(fail)[may_retry] = working, working + on(fail) = failed,
      working + on(lose)[attempts_left] = waiting, working + on(lose) = failed,
      checking + on(succeed) = done, checking + on(fail)[may_retry] = checking,
      checking + on(fail) = failed, checking + on(lose)[attempts_left] = checking,
      checking + on(lose) = failed, live + on(cancel) = failed);
};
inline const job_descriptor& short_type = type_of<job<"upgrade.walk", short_walk, quick>>;
inline const job_descriptor& long_type = type_of<job<"upgrade.walk", long_walk, quick>>;

TEST_CASE("upgrading: a state is added") {
  site here(GENERATE(false, true));
  const auto before = here.start({&short_type});
  const auto after = here.start({&long_type});
  const auto old_worker = before->worker();
  const auto new_worker = after->worker();
  const job_id id = before->on.submit(short_type);
  const auto work = after->on.start(new_worker, long_type);
  after->on.succeed(work);
  CHECK(after->on.state(id) == "checking");
  CHECK(before->on.state(id) == "checking");
  CHECK(claim_all(*before, old_worker).empty());  // it is left to those who know it
  after->on.start(new_worker, long_type);
  // And yet taken from one of those that is lost, by what the store knows of it.
  here.clock.advance(milliseconds{long_type.lease.count + 1});
  CHECK(before->on.done(storage::reap{}).jobs.size() == 1);
  CHECK(before->on.get(id).attempt == 1);
  CHECK(before->on.state(id) == "checking");
  here.clock.advance(milliseconds{1000});
  after->on.done(storage::beat{new_worker});
  CHECK(claim_all(*before, before->worker()).empty());
  CHECK(drain(*after, new_worker) == 1);
  CHECK(after->on.state(id) == "done");
}

/// `short_walk` with an event from outside, which numbers the others anew.
struct skipping_walk : lifecycle {
  static constexpr text name = "walk";
  enum class state { queued, working, done, failed };
  enum class event { skip, start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  static constexpr auto table =
      transitions(kinds(ready(queued), active(working), success(done), failure(failed)),
                  queued + on(skip) = done, queued + on(start) = working,
                  working + on(succeed) = done, working + on(fail)[may_retry] = working,
                  working + on(fail) = failed, working + on(lose)[attempts_left] = queued,
                  working + on(lose) = failed, live + on(cancel) = failed);
};
inline const job_descriptor& skipping_type = type_of<job<"upgrade.walk", skipping_walk, quick>>;

TEST_CASE("upgrading: an event is added, or removed") {
  const bool is_removed = GENERATE(false, true);
  site here(GENERATE(false, true));
  // The second one has learnt the type when the first has jobs.
  const auto first = here.start({is_removed ? &skipping_type : &short_type});
  const job_id skipped = first->on.submit(is_removed ? skipping_type : short_type);
  const job_id run = first->on.submit(is_removed ? skipping_type : short_type);
  const auto second = here.start({is_removed ? &short_type : &skipping_type});
  release& has = is_removed ? *first : *second;
  release& lacks = is_removed ? *second : *first;
  const auto worker = lacks.worker();
  storage::raise skip{.scope = has.on.mine(), .id = skipped, .event = "skip"};
  lacks.on.refused(storage::errc::forbidden, skip);
  has.on.done(skip);
  CHECK(lacks.on.state(skipped) == "done");
  CHECK(lacks.on.transitions(skipped) == std::vector<std::string>{"skip:queued>done"});
  const auto job = lacks.on.start(worker, short_type);
  CHECK(job.id == run);
  // Begun by one and lost, taken back by the other, and ended there.
  here.clock.advance(milliseconds{short_type.lease.count + 1});
  CHECK(has.on.done(storage::reap{}).jobs.size() == 1);
  here.clock.advance(milliseconds{1000});
  CHECK(drain(has, has.worker()) == 1);
  CHECK(lacks.on.transitions(run) ==
        std::vector<std::string>{"start:queued>working", "lose:working>queued",
                                 "start:queued>working", "succeed:working>done"});
}

/// `short_walk` in which what is lost has failed, and what fails goes back to the queue: other rows
/// and other guards over the same states.
struct strict_walk : lifecycle {
  static constexpr text name = "walk";
  enum class state { queued, working, done, failed };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  static constexpr auto table =
      transitions(kinds(ready(queued), active(working), success(done), failure(failed)),
                  queued + on(start) = working, working + on(succeed) = done,
                  working + on(fail)[attempts_left] = queued, working + on(fail) = failed,
                  working + on(lose) = failed, live + on(cancel) = failed);
};
inline const job_descriptor& strict_type = type_of<job<"upgrade.walk", strict_walk, quick>>;

TEST_CASE("upgrading: a row or a guard is added, or removed") {
  const bool is_reversed = GENERATE(false, true);
  site here(GENERATE(false, true));
  const auto first = here.start({is_reversed ? &strict_type : &short_type});
  const auto second = here.start({is_reversed ? &short_type : &strict_type});
  release& lenient = is_reversed ? *second : *first;
  release& strict = is_reversed ? *first : *second;
  // The release says what an event means that brings it about, whichever began the attempt.
  const auto lost = [&](release& by) {
    const auto job = lenient.on.running(lenient.worker(), short_type);
    here.clock.advance(milliseconds{short_type.lease.count + 1});
    CHECK(by.on.done(storage::reap{}).jobs.size() == 1);
    return by.on.state(job.id);
  };
  CHECK(lost(strict) == "failed");
  CHECK(lost(lenient) == "queued");
  here.clock.advance(milliseconds{1000});
  const auto worker = strict.worker();
  const auto job = strict.on.start(worker, strict_type);
  strict.on.fail(job, false);  // not to be retried, says one; attempts are left, says the other
  CHECK(lenient.on.state(job.id) == "queued");
  here.clock.advance(milliseconds{1000});
  const auto other = lenient.worker();
  lenient.on.fail(lenient.on.start(other, short_type), false);
  CHECK(strict.on.state(job.id) == "failed");
}

TEST_CASE("upgrading: due jobs of a new state keep no others from becoming ready") {
  site here;
  const auto before = here.start({&short_type});
  const auto after = here.start({&long_type});
  const auto old_worker = before->worker();
  const auto new_worker = after->worker();
  constexpr int crowd = 300;  // more than one claim makes ready
  submit_many(*after, long_type, crowd, [](storage::submit&, int) {});
  for (const storage::claimed& each : after->claim(new_worker, crowd)) after->on.succeed(each);
  for (const storage::claimed& each : after->claim(new_worker, crowd)) after->on.fail(each);
  storage::submit delayed = before->on.request(short_type);
  delayed.delay = milliseconds{1500};
  const job_id id = before->on.submit(delayed);
  here.clock.advance(milliseconds{2000});
  const auto jobs = before->claim(old_worker, 9);
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].id == id);
  before->on.succeed(jobs[0]);
  after->on.done(storage::beat{new_worker});
  CHECK(drain(*after, new_worker) == crowd);
}

TEST_CASE("upgrading: a state is renamed") {
  site here(GENERATE(false, true));
  const auto before = here.start({&short_type});
  const auto after = here.start({&long_type});
  const auto old_worker = before->worker();
  const auto new_worker = after->worker();
  const job_id old_name = before->on.submit(short_type);
  const job_id new_name = after->on.submit(long_type);
  const auto first = claim_all(*after, new_worker);  // both names are known here
  REQUIRE(first.size() == 2);
  for (const storage::claimed& each : first)
    after->on.done(after->on.end(each, storage::attempt_end::given_back));
  CHECK(before->on.state(old_name) == "waiting");
  CHECK(claim_all(*before, old_worker).empty());  // and here only the old one
  CHECK(drain(*after, new_worker) == 4);
  CHECK(after->on.state(new_name) == "done");
}

TEST_CASE("upgrading: a state is removed, once no job is in it") {
  site here(GENERATE(false, true));
  const auto before = here.start({&long_type});
  const auto old_worker = before->worker();
  const job_id id = before->on.submit(long_type);
  before->on.succeed(before->on.start(old_worker, long_type));
  REQUIRE(before->on.state(id) == "checking");
  const auto after = here.start({&short_type});
  const auto new_worker = after->worker();
  CHECK(claim_all(*after, new_worker).empty());
  CHECK(drain(*before, old_worker) == 1);
  CHECK(after->on.state(id) == "done");
}

// --- Uniqueness ----------------------------------------------------------------------------------

struct edited {
  std::string document;
  std::string chapter;
};
template <class... Parts>
using only_one = job<"upgrade.only", lifecycles::deck, quick, unique<Parts...>>;
using any_number = job<"upgrade.only", lifecycles::deck, quick>;
using by_document = by::member<&edited::document>;
using by_chapter = by::member<&edited::chapter>;

/// What a release does that has this definition; the job that it is answered with.
template <class Job>
job_id submit_edited(release& by) {
  storage::submit op = by.on.request(type_of<Job>);
  op.unique.clear();
  if constexpr (Job::unique::rule.is_on)
    op.unique = Job::unique::value_of(edited{"same", "same"}, {});
  return by.on.done(op).id;
}

TEST_CASE("upgrading: uniqueness is added") {
  using unique_now = only_one<by_document>;
  site here;
  const auto before = here.start({&type_of<any_number>});
  const auto after = here.start({&type_of<unique_now>});
  const job_id first = submit_edited<any_number>(*before);
  const job_id second = submit_edited<unique_now>(*after);
  CHECK(first != second);
  CHECK(submit_edited<unique_now>(*after) == second);
  CHECK(submit_edited<any_number>(*before) != second);
}

TEST_CASE(
    "upgrading: uniqueness is removed, and values are freed by the release that ends the job") {
  using unique_before = only_one<by_document>;
  site here;
  const auto before = here.start({&type_of<unique_before>});
  const job_id first = submit_edited<unique_before>(*before);
  {
    const auto after = here.start({&type_of<any_number>});
    const auto owner = after->worker();
    CHECK(submit_edited<any_number>(*after) != first);
    for (const storage::claimed& each : after->claim(owner)) after->on.succeed(each);
  }
  const job_id second = submit_edited<unique_before>(*before);
  CHECK(second != first);
  CHECK(submit_edited<unique_before>(*before) == second);
}

TEST_CASE("upgrading: a process that has never heard of a type frees what its jobs are unique by") {
  using once = job<"upgrade.once", lifecycles::deck, retry<attempts<1>>, unique<by_document>>;
  using other_job = job<"upgrade.other", lifecycles::deck>;
  site here;
  auto before = here.start({&type_of<once>});
  const job_id first = submit_edited<once>(*before);
  CHECK(before->claim(before->worker()).size() == 1);
  before.reset();
  const auto stranger = here.start({&type_of<other_job>});
  stranger->on.pass(type_of<once>.lease);
  stranger->on.pass(milliseconds{1});
  CHECK(stranger->on.done(storage::reap{}).jobs.size() == 1);
  const auto after = here.start({&type_of<once>});
  CHECK(submit_edited<once>(*after) != first);
}

TEST_CASE("upgrading: what is unique changes") {
  using by_one = only_one<by_document>;
  using by_another = only_one<by_chapter>;
  site here;
  const auto before = here.start({&type_of<by_one>});
  const auto after = here.start({&type_of<by_another>});
  const job_id first = submit_edited<by_one>(*before);
  const job_id second = submit_edited<by_another>(*after);
  CHECK(first != second);
  CHECK(submit_edited<by_one>(*before) == first);
  CHECK(submit_edited<by_another>(*after) == second);
  const auto owner = after->worker();
  for (const storage::claimed& each : after->claim(owner)) after->on.succeed(each);
  CHECK(submit_edited<by_one>(*before) != first);
  CHECK(submit_edited<by_another>(*after) != second);
}

TEST_CASE("upgrading: until when a job is unique changes") {
  using to_its_end = only_one<by_document>;
  using to_its_start = only_one<by_document, until_begun, second::replace>;
  site here;
  const auto before = here.start({&type_of<to_its_end>});
  const auto after = here.start({&type_of<to_its_start>});
  const job_id first = submit_edited<to_its_end>(*before);
  const auto owner = after->worker();
  const auto running = after->claim(owner);
  REQUIRE(running.size() == 1);
  CHECK(submit_edited<to_its_start>(*after) == first);  // it was submitted to be so until its end
  after->on.succeed(running[0]);
  const job_id second = submit_edited<to_its_start>(*after);
  CHECK(submit_edited<to_its_end>(*before) == second);
  const job_id third = submit_edited<to_its_start>(*after);
  CHECK(before->on.get(second).cancel_reason == "replaced");
  CHECK(after->claim(owner).size() == 1);
  CHECK(submit_edited<to_its_end>(*before) != third);
}

}  // namespace upgrades
