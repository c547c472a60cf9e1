// SPDX-License-Identifier: BSL-1.0
// What must never be, told to the watch as if a store had done it.
#include <pawl/testing/storage_watch.hpp>

#include "../support/catch.hpp"

namespace {

namespace storage = pawl::storage;
using pawl::testing::storage_watch;
using names = std::vector<std::string>;
using storage::attempt_end;

const pawl::job_id id = pawl::job_id::from_words(1, 2);
const std::string job = "job 00000000-0000-0001-0000-000000000002 ";

/// A watch, and a store that says whatever a test wants.
struct talk {
  storage_watch watch{};

  template <class Operation>
  void said(Operation op, typename Operation::answer_type answer) {
    op.answer = std::move(answer);
    const storage::operation_ptr batch[] = {&op};
    watch.saw(batch);
  }
  void claimed(std::uint64_t fence, unsigned attempt) {
    storage::claimed given{.lease = {7, fence}, .id = id, .started = attempt != 0};
    given.attempt = attempt;
    given.retry.max_attempts = 3;
    said(storage::claim{}, {.jobs = {given}});
  }
  void started(std::uint64_t fence, unsigned attempt) {
    said(storage::start{.lease = {7, fence}}, {.attempt = attempt});
  }
  void settled(std::uint64_t fence, attempt_end end, pawl::phase phase) {
    storage::settle::answer_type answer{};
    answer.phase = phase;
    said(storage::settle{.lease = {7, fence}, .end = end}, answer);
  }
  void reaped() {
    storage::reap::lost lost;
    lost.id = id;
    lost.was_running = true;
    said(storage::reap{}, {.jobs = {lost}});
  }
};

constexpr auto ready = pawl::phase::ready;
constexpr auto terminal = pawl::phase::terminal;

}  // namespace

TEST_CASE("an ordinary life gives nothing to say") {
  talk store;
  store.claimed(1, 1);
  store.settled(1, attempt_end::failed, ready);
  store.claimed(2, 0);
  store.settled(2, attempt_end::given_back, ready);
  store.claimed(3, 0);
  store.started(3, 2);
  store.started(3, 2);  // the answer was lost
  store.reaped();
  store.claimed(5, 3);
  store.settled(5, attempt_end::snoozed, ready);
  store.claimed(6, 3);
  store.settled(6, attempt_end::succeeded, ready);
  store.claimed(7, 1);
  store.settled(7, attempt_end::succeeded, terminal);
  CHECK(store.watch.broken() == names{});
}

TEST_CASE("a start that is told with the end is an attempt like any other") {
  talk store;
  const auto held = [&](std::uint64_t fence, unsigned attempt) {
    storage::claimed given{.lease = {7, fence}, .id = id};
    given.attempt = attempt;
    given.retry.max_attempts = 3;
    store.said(storage::claim{}, {.jobs = {given}});
  };
  const auto ended = [&](std::uint64_t fence, attempt_end end, pawl::phase phase) {
    storage::settle::answer_type answer{};
    answer.phase = phase;
    store.said(
        storage::settle{
            .lease = {7, fence}, .end = end, .entered_ago = std::chrono::milliseconds{1}},
        answer);
  };
  held(1, 1);
  ended(1, attempt_end::failed, ready);
  held(2, 2);
  ended(2, attempt_end::given_back, ready);
  held(3, 2);
  ended(3, attempt_end::snoozed, ready);
  held(4, 2);
  ended(4, attempt_end::failed, ready);
  CHECK(store.watch.broken() == names{});
  held(5, 2);
  ended(5, attempt_end::succeeded, terminal);
  CHECK(store.watch.broken() == names{job + "began attempt 2, which should have been number 3"});
}

TEST_CASE("a worker that has lost its job must not be heard") {
  talk store;
  store.claimed(1, 1);
  SECTION("after another has it") {
    store.reaped();
    store.claimed(3, 2);
  }
  SECTION("after it was taken away") { store.reaped(); }
  store.settled(1, attempt_end::succeeded, terminal);
  CHECK(store.watch.broken() == names{job + "took a settlement from a worker that had lost it"});
}

TEST_CASE("a repetition of an end that was written before is no second end") {
  talk store;
  store.claimed(1, 1);
  store.settled(1, attempt_end::succeeded, terminal);
  storage::settle::answer_type again{};
  again.phase = terminal;
  again.repeated = true;
  store.said(storage::settle{.lease = {7, 1}}, again);
  CHECK(store.watch.broken() == names{});
  store.settled(1, attempt_end::succeeded, terminal);
  CHECK(store.watch.broken() == names{job + "ended twice"});
}

TEST_CASE("attempts are counted one by one, and not beyond the last") {
  talk store;
  store.claimed(1, 2);
  CHECK(store.watch.broken() == names{job + "began attempt 2, which should have been number 1"});
  store.reaped();
  store.claimed(3, 2);
  CHECK(store.watch.broken().back() == job + "began attempt 2, which should have been number 3");
  store.reaped();
  store.claimed(5, 3);
  store.started(5, 4);
  CHECK(store.watch.broken().back() == job + "was charged twice for one start");
  store.reaped();
  store.claimed(7, 4);
  CHECK(store.watch.broken().back() == job + "began attempt 4 of 3");
}

TEST_CASE("a job that has ended is not claimed, and no fence is given twice") {
  talk store;
  store.claimed(2, 1);
  store.settled(2, attempt_end::succeeded, terminal);
  store.claimed(2, 1);
  CHECK(store.watch.broken() == names{job + "was claimed after its end",
                                      job + "was claimed with a fence that was given before"});
}

TEST_CASE("a callback is open from when it is taken until it is done or given up") {
  talk store;
  CHECK_FALSE(store.watch.has_open_callbacks());
  store.said(storage::take_callbacks{}, {{{.key = 7}}});
  CHECK(store.watch.has_open_callbacks());
  store.said(storage::finish_callback{7, 1, false}, {false});
  CHECK(store.watch.has_open_callbacks());
  SECTION("done") { store.said(storage::finish_callback{7, 2, true}, {false}); }
  SECTION("given up") { store.said(storage::finish_callback{7, 5, false}, {true}); }
  SECTION("given up because its process was lost") {
    store.said(storage::take_callbacks{}, {{}, {{.key = 7, .tries = 1}}});
    CHECK(store.watch.has_open_callbacks());
    store.said(storage::take_callbacks{}, {{}, {{.key = 7, .tries = 5, .given_up = true}}});
  }
  CHECK_FALSE(store.watch.has_open_callbacks());
}
