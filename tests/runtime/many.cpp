// SPDX-License-Identifier: BSL-1.0
#include "many.hpp"

#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/memory_store.hpp>

#include "../storage/directory.hpp"

namespace {

using namespace runtime_test;
namespace storage = pawl::storage;

/// A store in memory that counts what it is asked, and fails if it is told to.
class counted : public pawl::testing::memory_store<pawl::system_clock> {
  using base = pawl::testing::memory_store<pawl::system_clock>;

 public:
  std::vector<std::size_t> batches{};
  std::atomic<int> lists{0};
  std::atomic<int> feeds{0};
  int fails_after = 1000;
  std::function<void()> before{};

  using storage::store::apply;
  void apply(std::span<const storage::operation_ptr> batch) override {
    if (const auto act = std::exchange(before, {})) act();
    batches.push_back(batch.size());
    base::apply(batch);
  }
  storage::answer_to<storage::job_page> list(const storage::scope& who,
                                             const storage::list_filter& filter) override {
    if (++lists > fails_after) return storage::refuse(storage::errc::busy, "come again");
    return base::list(who, filter);
  }
  storage::answer_to<storage::feed_page> feed(const storage::scope& who, std::string_view after,
                                              std::size_t limit) override {
    ++feeds;
    return base::feed(who, after, limit);
  }
};

auto on_memory() { return std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(); }
auto on_file(const support::fresh_directory& directory) {
  return storage::sqlite<>::open(directory / "jobs.db",
                                 {.durability = storage::durability_level::normal})
      .value();
}

/// Lives in memory, and has an input that cannot be copied.
struct parcel {
  std::unique_ptr<int> content;
};
struct deliver
    : pawl::job<"many.deliver", pawl::lifecycles::service, pawl::ephemeral<pawl::capacity<100>>> {
  outcome<int> operator()(context&, const parcel& in) const { return *in.content; }
};

}  // namespace

// A number that may become another one is for the caller to convert.
template <class Inputs>
concept submitted_as_notes = requires(const pawl::session<counted, note, word>& me, Inputs inputs) {
  me.submit_all<note>(inputs);
};
static_assert(submitted_as_notes<std::vector<short>>);
static_assert(!submitted_as_notes<std::vector<long>>);
static_assert(!submitted_as_notes<std::vector<double>>);
static_assert(!submitted_as_notes<std::vector<std::string>>);
static_assert(!submitted_as_notes<int>);

TEST_CASE("whatever can be gone over is submitted") {
  const support::fresh_directory directory;
  judge_submissions(on_memory());
  judge_submissions(on_file(directory));
}
TEST_CASE("a list is a range that reads its pages itself") {
  const support::fresh_directory directory;
  judge_lists(on_memory());
  judge_lists(on_file(directory));
}
TEST_CASE("what is done to all that a filter means is done if they are as many as expected") {
  const support::fresh_directory directory;
  judge_bulk(on_memory());
  judge_bulk(on_file(directory));
}
TEST_CASE("a subscription tells all that happens, until it is over") {
  const support::fresh_directory directory;
  judge_subscriptions(on_memory());
  judge_subscriptions(on_file(directory));
}

TEST_CASE("a chunk of inputs is one commit, and has at most so many or so large ones") {
  auto owned = std::make_unique<counted>();
  counted& store = *owned;
  pawl::service jobs{std::move(owned), note{}, word{}};
  auto acme = jobs.as(many_ann);
  const auto batches = [&store] { return std::exchange(store.batches, {}); };
  static_cast<void>(batches());
  CHECK(acme.submit_all<note>(numbers(2500), pawl::only_counted).accepted == 2500);
  CHECK(batches() == std::vector<std::size_t>{1000, 1000, 500});
  CHECK(acme.submit_all<note>(numbers(2000), pawl::only_counted).accepted == 2000);
  CHECK(batches() == std::vector<std::size_t>{1000, 1000});
  CHECK(acme.submit_all<note>(numbers(0), pawl::only_counted).accepted == 0);
  CHECK(batches().empty());
  const std::string large(60'000, 'x');
  const std::vector<std::string> many(100, large);
  CHECK(acme.submit_all<word>(many, pawl::only_counted).accepted == 100);
  CHECK(batches() == std::vector<std::size_t>{70, 30});
  // What is refused before has no part in the commit.
  CHECK(acme.submit_all<word>(std::vector<std::string>{"\xff", "\xfe"}).size() == 2);
  CHECK(batches().empty());
}

TEST_CASE("inputs that cannot be copied are moved out of what is given away") {
  pawl::service jobs{on_memory(), deliver{}};
  REQUIRE(jobs.start({.workers = 1}));
  auto acme = jobs.as(many_ann);
  std::vector<parcel> parcels;
  for (int i = 0; i < 3; ++i) parcels.push_back({std::make_unique<int>(i)});
  auto more = std::views::iota(3, 5) |
              std::views::transform([](int i) { return parcel{std::make_unique<int>(i)}; });
  int expected = 0;
  for (const auto& each : acme.submit_all<deliver>(std::move(parcels)))
    CHECK(acme.result(*each, 60s).value() == expected++);
  for (const auto& each : acme.submit_all<deliver>(more))
    CHECK(acme.result(*each, 60s).value() == expected++);
  CHECK(expected == 5);
}

TEST_CASE("a list reads nothing before it is gone over, a page at a time, and tells a failure") {
  auto owned = std::make_unique<counted>();
  counted& store = *owned;
  pawl::service jobs{std::move(owned), note{}, word{}};
  auto acme = jobs.as(many_ann);
  REQUIRE(acme.submit_all<note>(numbers(250), pawl::only_counted).accepted == 250);
  const pawl::job_list list = acme.jobs();
  CHECK(store.lists == 0);
  CHECK(std::ranges::distance(list | std::views::take(100)) == 100);
  CHECK(store.lists <= 2);  // the end of `take` may look at what comes next
  store.lists = 0;
  CHECK(std::ranges::distance(list) == 250);
  CHECK(store.lists == 3);
  store.lists = 0;
  store.fails_after = 2;
  CHECK(std::ranges::distance(list) == 200);
  REQUIRE(list.error() != nullptr);
  CHECK(list.error()->code == storage::errc::busy);
  store.lists = 0;
  store.fails_after = 1000;
  CHECK(std::ranges::distance(list) == 250);
  CHECK(list.error() == nullptr);
  CHECK(std::ranges::distance(pawl::job_list()) == 0);
}

TEST_CASE("what changes between counting and doing is told") {
  auto owned = std::make_unique<counted>();
  counted& store = *owned;
  pawl::service jobs{std::move(owned), note{}, word{}};
  const auto engine = pawl::testing::stepped_engine(
      jobs, {.workers = 4, .prefetch = 0, .log = pawl::observe::no_log{}});
  REQUIRE(engine->enrol());
  auto acme = jobs.as(many_ann);
  const auto first = acme.submit<note>(1).value();
  REQUIRE(acme.submit_all<note>({3, 5, 7}).size() == 3);
  // One ends, and one comes, after they were counted.
  store.before = [&] {
    REQUIRE(acme.cancel(first).value());
    REQUIRE(acme.submit<note>(9));
  };
  const auto cancelled = acme.cancel_all<note>(4);
  REQUIRE(cancelled);
  CHECK((cancelled->done == 3 && cancelled->gone == 1 && cancelled->refused == 0));
  engine->run_until_idle();
  REQUIRE(std::ranges::distance(acme.letters()) == 1);
  const auto letter = acme.letters().begin()->job.id;
  store.before = [&] { REQUIRE(acme.replay(letter)); };
  const auto replayed = acme.replay_all<note>(1);
  REQUIRE(replayed);
  CHECK((replayed->done == 0 && replayed->gone == 1 && replayed->refused == 0));
}

TEST_CASE("who waits for events costs the store nothing until there are some") {
  auto owned = std::make_unique<counted>();
  counted& store = *owned;
  pawl::service jobs{std::move(owned), note{}, word{}};
  auto acme = jobs.as(many_ann);
  pawl::subscription events = acme.subscribe();
  for (int i = 0; i < 100; ++i) CHECK_FALSE(events.next(1ms));
  CHECK(store.feeds == 2);  // where it begins, and that there is nothing yet
  REQUIRE(acme.submit<note>(1));
  CHECK(events.next(60s));
  CHECK(store.feeds == 3);
  // It lives without its session, and moves.
  pawl::subscription moved = std::move(events);
  REQUIRE(acme.submit<note>(2));
  CHECK(moved.next(60s));
}
