// SPDX-License-Identifier: BSL-1.0
// Many jobs at once: ranges that are submitted, lists that page by themselves, what is done to all
// that a filter means, and subscriptions. For every store.
#pragma once

#include <array>
#include <coroutine>
#include <deque>
#include <exception>
#include <list>
#include <ranges>
#include <set>
#include <sstream>
#include <thread>
#include <utility>

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/istream.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>

#include <pawl/runtime/subscription.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/manual_clock.hpp>
#include <pawl/testing/stepped_engine.hpp>

#include "../support/catch.hpp"

namespace runtime_test {

using namespace std::chrono_literals;

/// A generator as every program has one before C++23.
template <class T>
class generator {
 public:
  struct promise_type {
    T value{};
    std::exception_ptr thrown{};

    generator get_return_object() {
      return generator(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    static std::suspend_always initial_suspend() { return {}; }
    static std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T next) {
      value = std::move(next);
      return {};
    }
    static void return_void() {}
    void unhandled_exception() { thrown = std::current_exception(); }
  };
  struct iterator {
    std::coroutine_handle<promise_type> at;

    T& operator*() const { return at.promise().value; }
    iterator& operator++() {
      at.resume();
      if (at.promise().thrown) std::rethrow_exception(at.promise().thrown);
      return *this;
    }
    bool operator!=(std::default_sentinel_t) const { return !at.done(); }
  };

  generator(generator&& other) noexcept : at_(std::exchange(other.at_, {})) {}
  ~generator() {
    if (at_) at_.destroy();
  }
  iterator begin() { return ++iterator{at_}; }
  static std::default_sentinel_t end() { return {}; }

 private:
  explicit generator(std::coroutine_handle<promise_type> at) : at_(at) {}
  std::coroutine_handle<promise_type> at_;
};

/// The numbers from 0 on; breaks down at one of them.
inline generator<int> numbers(int count, int breaks_at = -1) {
  for (int i = 0; i < count; ++i) {
    if (i == breaks_at) throw std::runtime_error("the source is gone");
    co_yield i;
  }
}

/// Fails for odd numbers, and is then a dead letter.
struct note
    : pawl::job<"many.note", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>,
                pawl::retry<pawl::attempts<1>>> {
  outcome<int> operator()(context& ctx, int in) const {
    ctx.log("note " + std::to_string(in));
    if (in % 2 != 0) return fail<pawl::error::network_timeout>("odd");
    return in;
  }
};
/// Takes words, which may be none.
struct word : pawl::job<"many.word", pawl::lifecycles::service> {
  outcome<void> operator()(context&, const std::string&) const { return {}; }
};

const pawl::principal many_ann{.tenant = "acme", .user = "ann", .organisation = {}};
const pawl::principal many_eve{.tenant = "evil", .user = "eve", .organisation = {}};

/// A service on a fresh store, whose steps a test takes.
template <class Store>
struct many_bench {
  explicit many_bench(std::unique_ptr<Store> store) : jobs(std::move(store), note{}, word{}) {
    engine = pawl::testing::stepped_engine(
        jobs, {.workers = 100, .prefetch = 0, .log = pawl::observe::no_log{}});
    REQUIRE(engine->enrol());
  }
  auto living() {
    return jobs.store().count(pawl::storage::scope::tenant("acme"))->in(pawl::phase::ready);
  }

  pawl::service<Store, note, word> jobs;
  std::unique_ptr<pawl::runtime::engine> engine;
  pawl::session<Store, note, word> acme = jobs.as(many_ann);
};

/// What of all answers is a job.
template <class Answers>
std::size_t accepted(const Answers& answers) {
  std::size_t count = 0;
  for (const auto& each : answers) count += each ? 1U : 0U;
  return count;
}

template <class Store>
void judge_submissions(std::unique_ptr<Store> store) {
  many_bench<Store> on(std::move(store));
  auto& acme = on.acme;
  // Of everything that can be gone over, once or often.
  const std::vector<int> vector{1, 2, 3};
  CHECK(accepted(acme.template submit_all<note>(vector)) == 3);
  CHECK(accepted(acme.template submit_all<note>(std::array{1, 2})) == 2);
  CHECK(accepted(acme.template submit_all<note>({1, 2, 3, 4})) == 4);
  CHECK(accepted(acme.template submit_all<note>(std::span(vector).first(1))) == 1);
  CHECK(accepted(acme.template submit_all<note>(std::list<short>{1, 2})) == 2);
  const int array[] = {1, 2, 3};
  CHECK(accepted(acme.template submit_all<note>(array)) == 3);
  auto even = vector | std::views::filter([](int each) { return each % 2 == 0; });
  CHECK(accepted(acme.template submit_all<note>(even)) == 1);
  CHECK(accepted(acme.template submit_all<note>(std::views::iota(0) | std::views::take(5))) == 5);
  CHECK(accepted(acme.template submit_all<note>(
            ranges::views::iota(0) | ranges::views::transform([](int each) { return each + 1; }) |
            ranges::views::take(4))) == 4);
  std::istringstream digits("1 2 3");
  CHECK(accepted(acme.template submit_all<note>(ranges::istream_view<int>(digits))) == 3);
  CHECK(accepted(acme.template submit_all<note>(numbers(6))) == 6);
  CHECK(acme.template submit_all<note>(std::vector<int>{}).empty());
  CHECK(acme.template submit_all<note>(numbers(0), pawl::only_counted).accepted == 0);
  CHECK(on.living() == 34);

  // Each has its answer, in the order of the range, also one that never comes to the store.
  const char* const words[] = {"one", "\xff", "three"};
  const auto answers = acme.template submit_all<word>(words);
  REQUIRE(answers.size() == 3);
  CHECK((answers[0] && answers[2]));
  CHECK(answers[1].error().code == pawl::storage::errc::invalid);
  const pawl::submit_counts counted = acme.template submit_all<word>(words, pawl::only_counted);
  CHECK((counted.accepted == 2 && counted.refused == 1));
  CHECK(counted.first_refusal.code == pawl::storage::errc::invalid);

  // More than a chunk; and what was committed before the range broke down stays.
  std::size_t told = 0;
  const auto tell = [&](const pawl::storage::result<pawl::job_ref<note>>& each) {
    told += each ? 1U : 0U;
  };
  CHECK(acme.template submit_all<note>(numbers(2500), tell).accepted == 2500);
  CHECK(told == 2500);
  const auto before = on.living();
  told = 0;
  CHECK_THROWS_AS(acme.template submit_all<note>(numbers(2500, 1234), tell), std::runtime_error);
  CHECK(told == pawl::runtime::submit_chunk::most);
  CHECK(on.living() == before + static_cast<std::int64_t>(told));
}

// No templates: g++ 12 does not survive a state of a `using enum` in such braces in one.
inline pawl::job_filter dead() { return {.state = pawl::lifecycles::service::dead_lettered}; }
inline pawl::job_filter pending_or_dead() {
  return {.state = {"pending", pawl::lifecycles::service::dead_lettered}};
}

template <class Store>
void judge_lists(std::unique_ptr<Store> store) {
  many_bench<Store> on(std::move(store));
  auto& acme = on.acme;
  const auto first = acme.template submit<note>(1).value();
  on.engine->run_until_idle();
  REQUIRE(acme.template submit_all<note>(numbers(250), pawl::only_counted).accepted == 250);
  REQUIRE(acme.template submit<word>("word"));
  REQUIRE(on.jobs.as(many_eve).template submit<word>("word"));

  const auto count = [](auto&& range) {
    std::set<pawl::job_id> all;
    for (const auto& each : range) {
      if constexpr (requires { each.job.id; })
        all.insert(each.job.id);
      else
        all.insert(each.id);
    }
    return all.size();
  };
  CHECK(count(acme.jobs()) == 252);
  CHECK(count(acme.jobs({.state = "pending"})) == 251);
  CHECK(count(acme.jobs(pending_or_dead())) == 252);
  CHECK(count(acme.jobs(dead())) == 1);
  CHECK(count(acme.template jobs<word>()) == 1);
  CHECK(count(acme.jobs({.handler = "many.word"})) == 1);
  CHECK(count(acme.jobs({.state = "running"})) == 0);
  CHECK(count(acme.jobs({.created_after = on.jobs.store().now()})) == 0);

  // With views, of both kinds.
  const auto is_note = [](const pawl::job_record& each) { return each.handler == "many.note"; };
  CHECK(count(acme.jobs() | std::views::filter(is_note) | std::views::take(10)) == 10);
  CHECK(count(acme.jobs() | ranges::views::filter(is_note) | ranges::views::take(110)) == 110);
  static_assert(std::ranges::input_range<pawl::job_list> && std::ranges::view<pawl::job_list>);
  static_assert(ranges::input_range<pawl::job_list> && ranges::view_<pawl::job_list>);

  // A list may be gone over again, and a copy is the same list.
  const pawl::job_list again = acme.jobs();
  CHECK(count(again) == 252);
  CHECK(count(again) == 252);
  CHECK(again.error() == nullptr);

  // Dead letters and a job's history likewise.
  CHECK(count(acme.letters()) == 1);
  CHECK(count(acme.template letters<word>()) == 0);
  CHECK(acme.letters().begin()->job.id == first.id);
  std::vector<std::string> states;
  for (const pawl::job_event& each : acme.history(first))
    if (!each.to.empty()) states.push_back(each.to);
  CHECK(states == std::vector<std::string>{"running", "failed", "dead_lettered"});

  // What cannot be read is told when the loop is over.
  const pawl::job_history unknown = on.jobs.as(many_eve).history(first);
  CHECK(unknown.begin() == unknown.end());
  REQUIRE(unknown.error() != nullptr);
  CHECK(unknown.error()->code == pawl::storage::errc::not_found);
}

/// With so many dead letters: more than a commit brings back, where a job costs little.
template <class Store>
void judge_bulk(std::unique_ptr<Store> store, int dead = 250) {
  many_bench<Store> on(std::move(store));
  auto& acme = on.acme;
  using pawl::storage::errc;
  REQUIRE(acme.template submit_all<note>(numbers(451), pawl::only_counted).accepted == 451);
  REQUIRE(acme.template submit<word>("stays"));
  REQUIRE(on.jobs.as(many_eve).template submit<note>(1));

  // Another number does nothing.
  for (const std::size_t wrong : {0U, 450U, 452U, 453U})
    CHECK(acme.template cancel_all<note>(wrong).error().code == errc::count_mismatch);
  CHECK(acme.cancel_all({.state = "running"}, 1).error().code == errc::count_mismatch);
  CHECK(acme.cancel_all({}, 2'000'000).error().code == errc::invalid);
  // After the end of time there is nothing.
  CHECK(acme.cancel_all({.created_after = pawl::instant::max()}, 452).error().code ==
        errc::count_mismatch);
  CHECK(acme.cancel_all({.created_after = pawl::instant::max()}, 0)->done == 0);
  CHECK(on.living() == 452);

  const auto all = acme.cancel_all({.handler = "many.note", .state = "pending"}, 451, "a mistake");
  REQUIRE(all);
  CHECK((all->done == 451 && all->asked_to_end == 0 && all->gone == 0 && all->refused == 0));
  CHECK(acme.jobs({.state = "canceled"}).begin()->cancel_reason == "a mistake");
  CHECK(on.living() == 1);
  CHECK(acme.template cancel_all<note>(0)->done == 0);
  CHECK(acme.cancel_all({}, 1)->done == 1);

  // Dead letters come back, once.
  REQUIRE(acme.template submit_all<note>(numbers(2 * dead), pawl::only_counted).refused == 0);
  on.engine->run_until_idle();
  const auto letters = static_cast<std::size_t>(dead);
  CHECK(acme.template replay_all<note>(letters - 1).error().code == errc::count_mismatch);
  CHECK(acme.template replay_all<word>(letters).error().code == errc::count_mismatch);
  CHECK(acme.replay_all({.created_after = on.jobs.store().now()}, letters).error().code ==
        errc::count_mismatch);
  const auto back = acme.replay_all({.handler = "many.note"}, letters);
  REQUIRE(back);
  CHECK((back->done == letters && back->gone == 0 && back->refused == 0));
  CHECK(acme.template replay_all<note>(0)->done == 0);
  CHECK(on.living() == dead);
}

template <class Store>
void judge_subscriptions(std::unique_ptr<Store> store) {
  many_bench<Store> on(std::move(store));
  auto& acme = on.acme;
  const auto job = acme.template submit<note>(1).value();
  pawl::subscription all = acme.subscribe();
  pawl::subscription of_job = acme.subscribe(job);
  CHECK_FALSE(all.next(0ms));
  CHECK_FALSE(of_job.next(0ms));
  CHECK_FALSE(of_job.ended());

  on.engine->run_until_idle();
  // All of a job, and then it is over: a loop ends by itself.
  std::vector<std::string> states;
  std::string place;
  for (const pawl::told_event& each : of_job) {
    CHECK_FALSE(each.gap);
    if (!each.event.to.empty()) states.push_back(each.event.to);
    if (states.size() == 1) place = each.place;
  }
  CHECK(states == std::vector<std::string>{"running", "failed", "dead_lettered"});
  CHECK(of_job.ended());
  CHECK(of_job.error() == nullptr);
  // From a number on.
  pawl::subscription rest = acme.subscribe(job, std::stoull(place));
  const auto next = rest.next(0ms);
  REQUIRE(next);
  CHECK(next->event.number == std::stoull(place) + 1);

  // The tenant's own, from now on.
  std::size_t told = 0;
  std::string cursor;
  while (const auto each = all.next(0ms)) {
    CHECK(each->event.job == job.id);
    if (told++ == 0) cursor = each->place;
  }
  CHECK(told >= 2);
  CHECK_FALSE(all.ended());
  REQUIRE(on.jobs.as(many_eve).template submit<note>(2));
  CHECK_FALSE(all.next(0ms));
  // More than a page, all of it and in order.
  REQUIRE(acme.template submit_all<note>(numbers(600), pawl::only_counted).accepted == 600);
  std::size_t made = 0;
  while (all.next(0ms)) ++made;
  CHECK(made == 600);
  // Behind a place that was told; and from the first event that is kept.
  pawl::subscription behind = acme.subscribe(cursor);
  std::size_t behind_it = 0;
  while (behind.next(0ms)) ++behind_it;
  CHECK(behind_it == told - 1 + 600);
  pawl::subscription first = acme.subscribe(std::string());
  CHECK(first.next(0ms)->event.kind == pawl::event_kind::submitted);

  // What is not a place is told, and ends it.
  pawl::subscription wrong = acme.subscribe("nowhere");
  CHECK_FALSE(wrong.next(0ms));
  CHECK(wrong.ended());
  REQUIRE(wrong.error() != nullptr);
  CHECK(wrong.error()->code == pawl::storage::errc::invalid);
  // To another tenant the job does not exist.
  pawl::subscription evil = on.jobs.as(many_eve).subscribe(job);
  CHECK_FALSE(evil.next(0ms));
  CHECK(evil.error()->code == pawl::storage::errc::not_found);
  // And nobody has the nil id, which is what a variable that was forgotten holds.
  pawl::subscription nil = acme.subscribe(pawl::job_id{});
  CHECK_FALSE(nil.next(0ms));
  CHECK(nil.ended());
  REQUIRE(nil.error() != nullptr);
  CHECK(nil.error()->code == pawl::storage::errc::not_found);
  // A number beyond the newest is of another time: the present is to be read anew.
  pawl::subscription beyond = acme.subscribe(job, 1000);
  CHECK(beyond.next(0ms)->gap);

  // Who waits hears of what another thread does.
  std::jthread worker([&] { static_cast<void>(acme.template submit<note>(2)); });
  CHECK(all.next(60s));
  worker.join();
  // And is woken up: by the thread that closes it, by a stop token, by the end of the service.
  std::jthread closer([&] { all.close(); });
  CHECK_FALSE(all.next(60s));
  CHECK(all.ended());
  std::stop_source stop;
  const auto waiting = acme.template submit<note>(4).value();
  pawl::subscription stopped = acme.subscribe(waiting, 0, stop.get_token());
  pawl::subscription endless = acme.subscribe(waiting);
  std::jthread stopper([&] {
    stop.request_stop();
    on.jobs.stop();
  });
  std::size_t seen = 0;
  for (const pawl::told_event& each : stopped) seen += each.gap ? 0U : 1U;
  for (const pawl::told_event& each : endless) seen += each.gap ? 0U : 1U;
  CHECK(seen == 0);
  CHECK((stopped.ended() && endless.ended()));
}

}  // namespace runtime_test
