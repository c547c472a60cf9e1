// SPDX-License-Identifier: BSL-1.0
// What a follower reads of one job, and of all, from a store that says what a test tells it to.
#include <pawl/runtime/engine/event_follower.hpp>

#include <pawl/testing/memory_store.hpp>

#include "support/catch.hpp"

namespace {

using namespace std::chrono_literals;
namespace storage = pawl::storage;
using pawl::runtime::event_follower;
using pawl::runtime::recent_pages;
using state = event_follower::state;
using names = std::vector<std::string>;

const auto acme = storage::scope::tenant("acme");
const auto job = pawl::job_id::from_words(1, 1);

/// Has one job, with the events that the test gives it, and one page of its feed.
class told_store : public pawl::testing::memory_store<> {
 public:
  pawl::job_record record{};
  std::vector<std::uint64_t> kept{};  ///< the numbers of the events that are still there
  storage::maybe<storage::errc> refuses{};
  storage::feed_page page{};
  int feeds = 0;

  storage::answer_to<pawl::job_record> get(const storage::scope&, const pawl::job_id&) override {
    if (refuses) return storage::refuse(*refuses, "told to");
    return record;
  }
  storage::answer_to<std::vector<pawl::job_event>> events(const storage::scope&,
                                                          const pawl::job_id&, std::uint64_t after,
                                                          std::size_t limit) override {
    std::vector<pawl::job_event> out;
    for (const std::uint64_t number : kept)
      if (number > after && out.size() < limit) out.emplace_back().number = number;
    return out;
  }
  storage::answer_to<storage::feed_page> feed(const storage::scope&, std::string_view,
                                              std::size_t) override {
    ++feeds;
    return page;
  }
};

struct notes final : pawl::runtime::event_sink {
  names all{};
  std::size_t room = 1000;

  bool take(const pawl::job_event&, std::string_view place) override {
    if (all.size() == room) return false;
    all.emplace_back(place);
    return true;
  }
  void take_gap(std::uint64_t next, std::string_view place) override {
    all.push_back("gap " + std::to_string(next) + std::string(place));
  }
};

}  // namespace

TEST_CASE("a job is followed a page at a time, each event once, to its end") {
  told_store store;
  for (std::uint64_t i = 1; i <= event_follower::page + 2; ++i) store.kept.push_back(i);
  store.record.last_event = store.kept.back();
  store.record.kind = pawl::kind::active;
  event_follower follower(store, acme, job, {.event = 1});
  notes seen;
  CHECK(follower.read(seen) == state::more);
  CHECK(seen.all.size() == event_follower::page);
  CHECK(follower.read(seen) == state::open);
  CHECK(seen.all.front() == "2");
  CHECK(seen.all.back() == std::to_string(store.record.last_event));
  CHECK(seen.all.size() == event_follower::page + 1);
  store.record.kind = pawl::kind::success;
  CHECK(follower.read(seen) == state::ended);
  CHECK(seen.all.size() == event_follower::page + 1);
}

TEST_CASE("an event that the sink has no room for is read again") {
  told_store store;
  store.kept = {1, 2, 3};
  store.record.last_event = 3;
  event_follower follower(store, acme, job, {});
  notes seen;
  seen.room = 2;
  CHECK(follower.read(seen) == state::more);
  seen.room = 10;
  static_cast<void>(follower.read(seen));
  CHECK(seen.all == names{"1", "2", "3"});
}

TEST_CASE("events of a job that are no longer kept are told as a gap, once") {
  told_store store;
  store.record.last_event = 5;
  store.record.kind = pawl::kind::success;
  notes seen;
  SECTION("before those that are") {
    store.kept = {4, 5};
    event_follower follower(store, acme, job, {.event = 1});
    CHECK(follower.read(seen) == state::ended);
    CHECK(seen.all == names{"gap 4", "4", "5"});
  }
  SECTION("where none is") {
    event_follower follower(store, acme, job, {.event = 1});
    CHECK(follower.read(seen) == state::ended);
    CHECK(follower.read(seen) == state::ended);
    CHECK(seen.all == names{"gap 5"});
  }
  SECTION("also to a follower that knows of more than there was") {
    store.kept = {4, 5};
    event_follower follower(store, acme, job, {.event = 9});
    CHECK(follower.read(seen) == state::ended);
    CHECK(seen.all == names{"gap 5"});
  }
}

TEST_CASE("a store that is busy is read later, and a job that is not there ends the following") {
  told_store store;
  event_follower follower(store, acme, job, {});
  notes seen;
  store.refuses = storage::errc::busy;
  CHECK(follower.read(seen) == state::open);
  store.refuses = storage::errc::not_found;
  CHECK(follower.read(seen) == state::failed);
  CHECK(follower.error().code == storage::errc::not_found);
}

TEST_CASE("what is gone of the feed is a gap to a follower that knew the present") {
  told_store store;
  store.page.gap = true;
  store.page.cursor = "b";
  notes seen;
  event_follower late(store, acme, {}, {.event = 0, .cursor = "a"});
  CHECK(late.read(seen) == state::open);
  CHECK(seen.all == names{"gap 0b"});
  // A reader of the past misses nothing of it, until it has come to the present.
  seen.all.clear();
  event_follower fresh(store, acme, {}, {});
  CHECK(fresh.read(seen) == state::open);
  CHECK(seen.all.empty());
  store.page.entries.push_back({{}, "c"});
  CHECK(fresh.read(seen) == state::open);
  CHECK(seen.all == names{"gap 0", "c"});
}

TEST_CASE("followers that have seen the same of a feed ask the store once, until there is news") {
  told_store store;
  store.page.cursor = "b";
  recent_pages shared(24h);
  notes seen;
  const auto read = [&](const storage::scope& who) {
    event_follower follower(store, who, {}, {.event = 0, .cursor = "a"}, &shared);
    static_cast<void>(follower.read(seen));
    CHECK(follower.seen() == store.transport().news());
    return store.feeds;
  };
  CHECK(read(acme) == 1);
  CHECK(read(acme) == 1);
  CHECK(read(storage::scope::tenant("umbrella")) == 2);
  store.transport().announce_news();
  CHECK(read(acme) == 3);
  CHECK(read(acme) == 3);
}
