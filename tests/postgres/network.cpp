// SPDX-License-Identifier: BSL-1.0
// Every operation, with every fault of a network at every moment: what it was asked to do is done
// once and answered as if nothing had happened.
#include <unistd.h>

#include <algorithm>
#include <thread>

#include <pawl/storage/postgres.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "database.hpp"
#include "proxy.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using support::fault;
using store_type = storage::postgres<testing::manual_clock>;
using bench = testing::storage_bench;
namespace jobs = testing::law_jobs;

/// A store that is reached through a proxy, and one on the same schema that is not.
class station {
 public:
  explicit station(std::chrono::milliseconds deadline = std::chrono::milliseconds{10'000})
      : schema(next_name()),
        proxy(support::server_socket()),
        far_store(open("", deadline)),
        near_store(open(near_dsn(), deadline, "application_name=announcer")),
        far(*far_store, clock),
        near(*near_store, clock) {}

  [[nodiscard]] std::string near_dsn() const {
    return "host=127.0.0.1 port=" + std::to_string(proxy.port()) +
           " sslmode=disable gssencmode=disable application_name=" + schema;
  }
  /// Ends what the server does for the store behind the proxy.
  void terminate_backends() const {
    support::database().ask(
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE "
        "application_name "
        "= '" +
        schema + "'");
  }

  std::string schema;
  testing::manual_clock clock{};
  support::proxy proxy;
  std::unique_ptr<store_type> far_store;
  std::unique_ptr<store_type> near_store;
  bench far;
  bench near;
  fault what = fault::none;  ///< that comes with `flight`, once `strike` is called
  int flight = 0;

  /// From now on the fault may come.
  void strike() { proxy.arm(what, flight); }
  /// What was on its way has arrived.
  void calm() { proxy.heal(); }

 private:
  static std::string next_name() {
    static std::atomic<int> made{0};
    return "network_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
  }
  /// Announcements go past the proxy: which flights they take depends on time.
  std::unique_ptr<store_type> open(const std::string& dsn, std::chrono::milliseconds deadline,
                                   const std::string& listener_dsn = {}) {
    auto opened = store_type::open(
        dsn, {.schema = schema, .deadline = deadline, .listener_dsn = listener_dsn}, clock);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    return *std::move(opened);
  }
};

std::size_t count_of(const std::vector<std::string>& all, const std::string& wanted) {
  return static_cast<std::size_t>(std::count(all.begin(), all.end(), wanted));
}

/// Something that is asked of a store: made ready past the proxy, done through it, and looked at
/// past it. Leaves nothing behind that could be claimed.
struct deed {
  const char* name;
  void (*act)(station&);
};

void submit_one(station& at) {
  storage::submit op = at.near.request(jobs::plain);
  op.key = to_string(op.id);
  at.strike();
  const auto answer = at.near.done(op);
  at.calm();
  bench::expect(answer.created && answer.id == op.id, "a submission makes its own job");
  storage::submit again = at.far.request(jobs::plain);
  again.key = op.key;
  const auto same = at.far.done(again);
  bench::expect(!same.created && same.id == op.id, "the key leads to that job");
  const auto owner = at.far.worker();
  at.far.succeed(at.far.start(owner, jobs::plain));
  bench::expect(at.far.nothing_to_claim(owner, jobs::plain), "there is one job");
}

void submit_many(station& at) {
  std::vector<storage::submit> ops;
  for (int i = 0; i < 10; ++i) ops.push_back(at.near.request(jobs::plain));
  std::vector<storage::operation_ptr> batch;
  for (storage::submit& each : ops) batch.emplace_back(&each);
  at.strike();
  at.near_store->apply(batch);
  at.calm();
  for (const storage::submit& each : ops)
    bench::expect(each.answer && each.answer->created, "all are made");
  const auto owner = at.far.worker();
  const auto all = at.far.claim(owner, {&jobs::plain}, 20);
  bench::expect(all.size() == ops.size(), "each of them once");
  for (const storage::claimed& each : all) at.far.succeed(each);
}

void claim_some(station& at) {
  for (int i = 0; i < 3; ++i) at.far.submit(jobs::served);
  const auto owner = at.far.worker();
  at.strike();
  auto got = at.near.claim(owner, {&jobs::served}, 2);
  at.calm();
  bench::expect(got.size() <= 2, "no more than two are claimed");
  const auto held = at.far.read(at.far_store->leases(owner));
  bench::expect(held.size() == got.size(), "the owner holds those that it was told of");
  // What a lost attempt to claim has locked is passed over until the server has noticed the loss.
  while (got.size() < 3)
    for (auto& each : at.far.claim(owner, {&jobs::served}, 3)) got.push_back(std::move(each));
  for (const storage::claimed& each : got)
    bench::expect(at.far.succeed(each).state == "succeeded" && each.attempt == 1, "and each once");
}

void settle_success(station& at) {
  const auto job = at.far.running(at.far.worker(), jobs::served);
  at.strike();
  const auto end = at.near.succeed(job);
  at.calm();
  bench::expect(end.state == "succeeded" && !end.repeated, "the end is told once");
  bench::expect(count_of(at.far.transitions(job.id), "succeed:running>succeeded") == 1,
                "and written once");
}

void settle_failure(station& at) {
  const auto owner = at.far.worker();
  const auto job = at.far.running(owner, jobs::plain);
  at.strike();
  const auto end = at.near.fail(job);
  at.calm();
  bench::expect(end.phase == phase::scheduled && end.attempt == 1 && !end.repeated,
                "a failed attempt is put off, and not told to be lost");
  bench::expect(at.far.get(job.id).attempt == 1, "one attempt is charged");
  at.far.done(storage::cancel{at.far.mine(), job.id, "enough"});
}

void report_progress(station& at) {
  const auto job = at.far.running(at.far.worker(), jobs::plain);
  storage::report op{.lease = job.lease, .type = job.type, .message = "half of it"};
  at.strike();
  at.near.done(op);
  at.calm();
  std::size_t told = 0;
  for (const job_event& each : at.far.events(job.id)) told += each.message == "half of it";
  bench::expect(told == 1, "a message is written once");
  at.far.succeed(job);
}

void give_a_sign_of_life(station& at) {
  const auto owner = at.far.worker();
  const auto job = at.far.running(owner, jobs::plain);
  at.strike();
  const auto alive = at.near.done(storage::beat{owner});
  at.calm();
  bench::expect(alive.jobs.size() == 1 && alive.jobs[0].lease == job.lease, "the lease is kept");
  at.far.succeed(job);
}

void cancel_one(station& at) {
  const job_id id = at.far.submit(jobs::plain);
  at.strike();
  const auto answer = at.near.done(storage::cancel{at.near.mine(), id, "no more"});
  at.calm();
  bench::expect(answer.done, "it is cancelled at once");
  bench::expect(at.far.get(id).kind == kind::cancelled, "and stays so");
  bench::expect(at.far.transitions(id).size() == 1, "by one transition");
}

void raise_one(station& at) {
  const job_id id = at.far.submit(jobs::filmed);
  at.strike();
  const auto answer =
      at.near.done(storage::raise{.scope = at.near.mine(), .id = id, .event = "confirm_upload"});
  at.calm();
  bench::expect(!answer.replayed && answer.state == at.far.state(id), "the event has happened");
  const auto all = at.far.transitions(id);
  bench::expect(std::count_if(all.begin(), all.end(),
                              [](const std::string& each) {
                                return each.starts_with("confirm_upload:");
                              }) == 1,
                "once");
  at.far.done(storage::cancel{at.far.mine(), id, "enough"});
}

void replay_one(station& at) {
  const auto owner = at.far.worker();
  const job_id dead = at.far.dead(owner, jobs::plain);
  const job_id fresh = at.near.ids.next(at.near.store.now());
  at.strike();
  const auto answer =
      at.near.done(storage::replay{.scope = at.near.mine(), .id = dead, .fresh = fresh});
  at.calm();
  bench::expect(answer.id == fresh, "it is repeated under the id that was given");
  at.far.succeed(at.far.start(owner, jobs::plain));
  bench::expect(at.far.nothing_to_claim(owner, jobs::plain), "and only so");
}

void replay_all(station& at) {
  const auto owner = at.far.worker();
  at.far.dead(owner, jobs::other);
  storage::replay_all op{.scope = at.near.mine(), .handler = "law.other"};
  op.fresh.push_back(at.near.ids.next(at.near.store.now()));
  at.strike();
  const auto answer = at.near.done(op);
  at.calm();
  bench::expect(answer.count == 1, "the one that is dead is repeated");
  at.far.succeed(at.far.start(owner, jobs::other));
  bench::expect(at.far.nothing_to_claim(owner, jobs::other), "once");
}

void enrol_one(station& at) {
  const auto before = at.far.read(at.far_store->workers(bench::everyone())).size();
  at.strike();
  const auto owner = at.near.done(storage::enrol{"a worker"}).owner;
  at.calm();
  bench::expect(at.far.read(at.far_store->workers(bench::everyone())).size() == before + 1,
                "one worker more is enrolled");
  at.far.done(storage::leave{owner});
}

void set_a_limit(station& at) {
  at.strike();
  const auto done = at.near_store->configure(jobs::narrow, jobs::narrow.limits[0].name, 3);
  at.calm();
  bench::expect(done.has_value(), "a limit is set");
}

void take_a_callback(station& at) {
  const auto owner = at.far.worker();
  at.far.succeed(at.far.running(owner, jobs::telling));
  at.strike();
  auto taken = at.near.done(storage::take_callbacks{owner, {&jobs::telling}}).callbacks;
  at.calm();
  while (taken.empty())  // as with claims
    taken = at.far.done(storage::take_callbacks{owner, {&jobs::telling}}).callbacks;
  bench::expect(taken.size() == 1 && taken[0].tries == 1, "a callback is given out once");
  at.far.done(storage::finish_callback{.key = taken[0].key});
}

void finish_a_callback(station& at) {
  const auto owner = at.far.worker();
  at.far.succeed(at.far.running(owner, jobs::telling));
  const auto taken = at.far.done(storage::take_callbacks{owner, {&jobs::telling}});
  at.strike();
  at.near.done(storage::finish_callback{.key = taken.callbacks[0].key});
  at.calm();
  bench::expect(at.far.done(storage::take_callbacks{owner, {&jobs::telling}}).callbacks.empty(),
                "and is finished");
}

void read_one(station& at) {
  const job_id id = at.far.submit(jobs::plain);
  at.strike();
  bench::expect(at.near.get(id).id == id, "a job is read");
  at.far.done(storage::cancel{at.far.mine(), id, "enough"});
}

void list_some(station& at) {
  const job_id id = at.far.submit(jobs::plain);
  at.strike();
  bench::expect(at.near.list({.limit = 1}).front() == id, "the newest job is listed first");
  at.far.done(storage::cancel{at.far.mine(), id, "enough"});
}

constexpr deed deeds[] = {{"submit", submit_one},
                          {"submit many", submit_many},
                          {"claim", claim_some},
                          {"succeed", settle_success},
                          {"fail", settle_failure},
                          {"report", report_progress},
                          {"beat", give_a_sign_of_life},
                          {"cancel", cancel_one},
                          {"raise", raise_one},
                          {"replay", replay_one},
                          {"replay all", replay_all},
                          {"enrol", enrol_one},
                          {"configure", set_a_limit},
                          {"take a callback", take_a_callback},
                          {"finish a callback", finish_a_callback},
                          {"get", read_one},
                          {"list", list_some}};

/// The deed, with the fault at its first flight, then at its second, until it has no more. How
/// often the fault came; `broken` gets what was not as it should be.
int at_every_flight(station& at, fault what, const deed& each, std::vector<std::string>& broken,
                    int first = 1) {
  int struck = 0;
  at.what = what;
  for (at.flight = first; at.flight < 20; ++at.flight) {
    const std::string where =
        std::string(each.name) + ", flight " + std::to_string(at.flight) + ": ";
    try {
      each.act(at);
    } catch (const testing::broken_storage_law& law) {
      broken.push_back(where + law.sentence);
    } catch (const std::exception& thrown) {
      broken.push_back(where + thrown.what());
    }
    if (!at.proxy.has_struck()) return struck;
    ++struck;
  }
  broken.push_back(std::string(each.name) + " has no end");
  return struck;
}

/// Only with the last one, which commits: there is most to lose.
int at_last_flight(station& at, fault what, const deed& each, std::vector<std::string>& broken) {
  at.what = fault::none;
  at.flight = 1;
  each.act(at);  // once before it is counted: names that are asked for the first time cost flights
  // A deed may take one flight less than the time before: what was counted a moment ago is not
  // counted again.
  constexpr int most_tries = 5;
  for (int i = 0; i < most_tries; ++i) {
    at.what = fault::none;
    at.flight = 1;
    each.act(at);
    const int struck = at_every_flight(at, what, each, broken, at.proxy.flights());
    if (struck != 0) return struck;
  }
  return 0;
}
/// Where nothing is lost, and where it is lost as by another fault, the last flight is enough for
/// the short form of the tests.
int at_all_flights_or_last(station& at, fault what, const deed& each,
                           std::vector<std::string>& broken) {
  const bool all = what == fault::cut_before || what == fault::cut_after ||
                   what == fault::silence_after || support::long_tests();
  return all ? at_every_flight(at, what, each, broken) : at_last_flight(at, what, each, broken);
}

void check(const std::vector<std::string>& broken, const station& at) {
  for (const std::string& each : broken) FAIL_CHECK(each);
  for (const std::string& each : support::broken_invariants_in(at.schema)) FAIL_CHECK(each);
}

TEST_CASE("what is asked of the store is done once, whatever is cut on the way",
          "[network][DOC-08]") {
  struct named {
    const char* name;
    fault what;
  };
  const auto each =
      GENERATE(named{"cut before", fault::cut_before}, named{"cut after", fault::cut_after},
               named{"reset", fault::reset}, named{"delay", fault::delay},
               named{"fragments", fault::fragments}, named{"refused for a while", fault::refuse},
               named{"the backend is terminated", fault::strike});
  CAPTURE(each.name);
  const int repeats = support::long_tests() ? 20 : 1;
  station at;
  at.proxy.on_strike = [&] { at.terminate_backends(); };
  std::vector<std::string> broken;
  int struck = 0;
  for (int i = 0; i < repeats; ++i)
    for (const deed& one : deeds) struck += at_all_flights_or_last(at, each.what, one, broken);
  check(broken, at);
  CHECK(struck >= repeats * static_cast<int>(std::size(deeds)));
  if (each.what == fault::cut_after) CHECK(at.near_store->counts().in_doubt > 0);
}

TEST_CASE("what is asked of the store is done once, though nothing is heard of it", "[network]") {
  // Most of the time is spent waiting: all at once, each with a store of its own.
  struct outcome {
    std::vector<std::string> broken{};
    int struck = 0;
  };
  std::vector<outcome> all(std::size(deeds));
  std::vector<std::unique_ptr<station>> stations;
  for (std::size_t i = 0; i < all.size(); ++i)
    stations.push_back(std::make_unique<station>(std::chrono::milliseconds{2500}));
  const int repeats = support::long_tests() ? 20 : 1;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < all.size(); ++i)
    threads.emplace_back([&, i] {
      for (int again = 0; again < repeats; ++again)
        for (const fault what : {fault::silence_before, fault::silence_after, fault::late})
          all[i].struck += at_all_flights_or_last(*stations[i], what, deeds[i], all[i].broken);
    });
  for (std::thread& each : threads) each.join();
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(deeds[i].name);
    check(all[i].broken, *stations[i]);
    CHECK(all[i].struck >= repeats * 3);
  }
}

TEST_CASE("a server that crashes under an operation is waited for", "[network]") {
  station at;
  at.proxy.on_strike = [] { support::command_server("-m immediate restart"); };
  std::vector<std::string> broken;
  int struck = 0;
  for (const deed& one : deeds)
    if (support::long_tests() || one.act == claim_some || one.act == settle_failure)
      struck += at_all_flights_or_last(at, fault::strike, one, broken);
  check(broken, at);
  CHECK(struck >= 2);
}

/// A store that was just found to be out of reach is left alone for a moment.
template <class Operation>
void insist(storage::store& store, Operation& op) {
  for (store.apply_one(op); !op.answer; store.apply_one(op)) std::this_thread::yield();
}

TEST_CASE("no call waits longer than twice its deadline for a server that is silent", "[network]") {
  const std::chrono::milliseconds deadline{2000};
  // What a busy machine may add to the promise: the alternative is to wait for ever.
  const std::chrono::milliseconds at_most = 2 * deadline + std::chrono::seconds{20};
  station at(deadline);
  const job_id id = at.far.submit(jobs::plain);
  at.near.get(id);
  // Also what connects anew hears nothing.
  at.proxy.be_silent(true);
  const auto timed = [&](auto call) {
    const auto begin = std::chrono::steady_clock::now();
    call();
    return std::chrono::steady_clock::now() - begin;
  };
  storage::submit op = at.far.request(jobs::plain);
  CHECK(timed([&] { at.near_store->apply_one(op); }) <= at_most);
  REQUIRE_FALSE(op.answer);
  CHECK(op.answer.error().code == storage::errc::busy);
  CHECK(timed([&] { CHECK_FALSE(at.near_store->get(bench::everyone(), id)); }) <= at_most);
  CHECK(timed([&] { CHECK_FALSE(at.near_store->learn(jobs::all)); }) <= at_most);
  // An engine that stops is not kept waiting.
  at.near_store->wait_no_longer_than(std::chrono::steady_clock::now());
  CHECK(timed([&] { at.near_store->apply_one(op); }) <= at_most);
  at.near_store->wait_no_longer_than(std::chrono::steady_clock::time_point::max());
  at.proxy.be_silent(false);
  // Whatever became of it: the same again is the same job.
  storage::submit again = op;
  insist(*at.near_store, again);
  CHECK(again.answer->id == op.id);
  CHECK(at.near.get(op.id).id == op.id);
}

TEST_CASE("what cannot be found out in time is said to be unknown, and is found out later",
          "[network]") {
  const std::chrono::milliseconds deadline{2000};
  station at(deadline);
  const auto owner = at.far.worker();
  for (int i = 0; i < 3; ++i) at.far.submit(jobs::plain);
  // Once before, so that no names have to be asked for.
  at.near.succeed(at.near.start(owner, jobs::plain));
  // The third flight of a claim is its commit. It arrives, and then there is no way back in.
  at.proxy.on_strike = [&] { at.proxy.be_silent(true); };
  at.proxy.arm(fault::strike, 3);
  storage::claim op{owner, {&jobs::plain}, 1};
  at.near_store->apply_one(op);
  REQUIRE(at.proxy.has_struck());
  REQUIRE_FALSE(op.answer);
  CHECK(op.answer.error().code == storage::errc::busy);
  CHECK(op.answer.error().message.find("not known") != std::string::npos);
  at.proxy.be_silent(false);
  // The job is the owner's all the same, and its next sign of life says so: it is not lost.
  storage::beat alive{owner};
  insist(*at.near_store, alive);
  CHECK(alive.answer->jobs.size() == 1);
  CHECK(support::broken_invariants_in(at.schema).empty());
}

}  // namespace
