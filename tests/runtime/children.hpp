// SPDX-License-Identifier: BSL-1.0
// Jobs that handlers submit with their own end, what operators say of job types, other times and
// timeouts of jobs: the same on every store. A place makes one for a test's clock.
#pragma once

#include <functional>

#include <pawl/observe/metrics.hpp>
#include <pawl/observe/prometheus.hpp>

#include "bench.hpp"

namespace runtime_test::children {

using pawl::storage::errc;

struct page_input {
  std::string book;
  int number = 0;
};
struct page
    : pawl::job<"test.page", pawl::lifecycles::deck, pawl::priority<pawl::levels<"low", "high">>> {
  std::shared_ptr<std::vector<int>> printed = std::make_shared<std::vector<int>>();
  outcome<void> operator()(context&, page_input in) const {
    printed->push_back(in.number);
    return {};
  }
};
/// One at a time in all.
struct cover : pawl::job<"test.cover", pawl::lifecycles::deck,
                         pawl::limits<pawl::active_per<pawl::by::tenant, 1, pawl::at_submit>>> {
  outcome<void> operator()(context&, int) const { return {}; }
};
/// Known to the store, and run by nobody here.
struct binding : pawl::job<"test.binding", pawl::lifecycles::deck> {
  outcome<void> operator()(context&, int) const { return {}; }
};

struct not_now : pawl::error_class<"not_now", pawl::retryable> {};
/// Does what the test tells it.
struct book : pawl::job<"test.book", pawl::lifecycles::service, pawl::errors<not_now>,
                        pawl::retry<pawl::attempts<5>, pawl::fixed<1_s>, pawl::no_jitter>,
                        pawl::timeout<10_min>> {
  using act_type = std::function<outcome<int>(context&, const std::string&)>;
  std::shared_ptr<act_type> act = std::make_shared<act_type>();
  outcome<int> operator()(context& ctx, std::string name) const { return (*act)(ctx, name); }
};

template <class Place>
struct press {
  using store = typename Place::store;
  Place place{};
  manual_clock clock;
  book a_book{};
  page a_page{};
  pawl::service<store, book, page, cover> jobs{place.make(clock), a_book, a_page, cover{}};
  std::unique_ptr<pawl::runtime::engine> engine =
      pawl::testing::stepped_engine(jobs, {.workers = 4, .prefetch = 4});
  pawl::session<store, book, page, cover> me =
      jobs.as({.tenant = "acme", .user = "ann", .organisation = "org"});

  press() { REQUIRE(engine->enrol()); }
  [[nodiscard]] std::vector<pawl::job_record> all(const char* handler) const {
    pawl::storage::list_filter filter;
    filter.handler = handler;
    filter.limit = 1000;
    return me.list(filter)->jobs;
  }
  void wait(std::chrono::milliseconds how_long) {
    clock.advance(how_long);
    engine->keep_once();
    engine->run_until_idle();
  }
  [[nodiscard]] int submitted(std::string_view type) {
    const std::string text = to_prometheus(jobs.metrics());
    const std::string name = "\njob_enqueue_total{job_type=\"" + std::string(type) + "\"} ";
    const auto at = text.find(name);
    return at == text.npos ? 0 : std::stoi(text.substr(at + name.size()));
  }
};

template <class Place>
void they_are_committed_with_the_end() {
  press<Place> p;
  std::vector<pawl::job_ref<page>> refs;
  *p.a_book.act = [&](book::context& ctx, const std::string& name) -> book::outcome<int> {
    for (int i = 1; i <= 3; ++i) {
      const auto made = ctx.submit<page>({name, i}, {.priority = "high"});
      REQUIRE(made);
      refs.push_back(*made);
      CHECK(p.me.status(*made).error().code == errc::not_found);  // not before its own end
    }
    const auto last = ctx.submit<page>({name, 4}, {.delay = 1h, .depends_on = {refs[0]}});
    REQUIRE(last);
    refs.push_back(*last);
    return 4;
  };
  const auto job = *p.me.template submit<book>("Emma", {.traceparent = "00-trace"});
  p.engine->run_until_idle();
  CHECK(p.me.status(job)->state == "succeeded");
  REQUIRE(refs.size() == 4);
  for (const auto& each : refs) {
    const pawl::job_record record = *p.me.status(each);
    CHECK(record.tenant == "acme");
    CHECK(record.requested_by == "ann");
    CHECK(record.organisation == "org");
    CHECK(record.submitted_by == job.id);
    CHECK_FALSE(record.parent);
    CHECK(record.correlation == to_string(job.id));
    CHECK(record.traceparent == "00-trace");
  }
  CHECK(p.me.status(refs[0])->priority == 1);
  CHECK(*p.a_page.printed == std::vector<int>{1, 2, 3});
  CHECK(p.me.status(refs[3])->phase == pawl::phase::scheduled);
  CHECK(p.submitted("test.page") == 4);
  CHECK(p.submitted("test.book") == 1);

  const auto tied = *p.me.template submit<book>("Persuasion", {.correlation = "order 7"});
  refs.clear();
  p.engine->run_until_idle();
  CHECK(p.me.status(tied)->state == "succeeded");
  CHECK(p.me.status(refs[0])->correlation == "order 7");
}

template <class Place>
void only_a_success_brings_them() {
  press<Place> p;
  *p.a_book.act = [&](book::context& ctx, const std::string& name) -> book::outcome<int> {
    for (int i = 0; i < 3; ++i) REQUIRE(ctx.submit<page>({name, i}));
    switch (ctx.attempt()) {
      case 1:
        return p.all("test.page").empty() ? book::outcome<int>(book::fail<not_now>("later")) : 0;
      case 2:
        throw std::runtime_error("a bug");
      default:
        return 3;
    }
  };
  const auto job = *p.me.template submit<book>("Emma");
  p.engine->run_until_idle();
  CHECK(p.all("test.page").empty());
  p.wait(1s);
  CHECK(p.me.status(job)->state == "dead_lettered");
  CHECK(p.all("test.page").empty());

  int tries = 0;
  *p.a_book.act = [&](book::context& ctx, const std::string& name) -> book::outcome<int> {
    REQUIRE(ctx.submit<page>({name, ++tries}));
    if (tries == 1) return pawl::snooze{1s};
    return 1;
  };
  const auto later = *p.me.template submit<book>("Persuasion");
  p.engine->run_until_idle();
  CHECK(p.all("test.page").empty());
  p.wait(1s);
  CHECK(p.me.status(later)->state == "succeeded");
  CHECK(*p.a_page.printed == std::vector<int>{2});
}

template <class Place>
void what_the_store_refuses_fails_the_attempt() {
  press<Place> p;
  *p.a_book.act = [&](book::context& ctx, const std::string& name) -> book::outcome<int> {
    REQUIRE(ctx.submit<page>({name, 1}));
    REQUIRE(ctx.submit<cover>(1));
    return 2;
  };
  const auto busy = *p.me.template submit<cover>(0, {.delay = 3s});
  const auto job = *p.me.template submit<book>("Emma");
  p.engine->run_until_idle();
  const pawl::job_record record = *p.me.status(job);
  REQUIRE(record.error);
  CHECK(record.error->code == "submission_refused");
  CHECK(record.error->message.find("limit_reached") != std::string::npos);
  CHECK(record.error->retryable);
  CHECK(record.attempt == 1);
  CHECK(p.all("test.page").empty());
  CHECK(p.submitted("test.page") == 0);
  p.wait(3s);  // what is in the way is worked off, and the next attempt finds room
  p.wait(1s);
  CHECK(p.me.status(busy)->state == "succeeded");
  CHECK(p.me.status(job)->state == "succeeded");
  CHECK(p.all("test.page").size() == 1);
  CHECK(p.all("test.cover").size() == 2);
}

template <class Place>
void what_is_wrong_by_itself_is_said_at_once() {
  press<Place> p;
  *p.a_book.act = [&](book::context& ctx, const std::string& name) -> book::outcome<int> {
    const std::string level = "highest";
    const auto unknown = ctx.submit<page>({name, 1}, {.priority = level});
    CHECK(unknown.error().code == "invalid");
    CHECK(unknown.error().message.find("highest") != std::string::npos);
    CHECK(ctx.submit<page>({name, 1}, {.delay = -1s}).error().code == "invalid");
    CHECK(ctx.submit<page>({name, 1}, {.timeout = 100h}).error().code == "invalid");
    CHECK(ctx.submit<page>({std::string(8'000'000, 'x'), 1}).error().code == "payload_too_large");
    int taken = 0;
    while (ctx.submit<page>({"x", taken}, {.delay = 1h})) ++taken;
    CHECK(taken == 10'000);
    const auto more = ctx.submit<page>({"x", 1});
    CHECK(more.error().message.find("10000") != std::string::npos);
    return book::fail<not_now>("never mind");
  };
  REQUIRE(p.me.template submit<book>("Emma"));
  p.engine->run_until_idle();
  CHECK(p.all("test.page").empty());
}

/// A type that the service does not run is accepted if the store was taught it.
template <class Place>
void others_may_run_them() {
  press<Place> p;
  *p.a_book.act = [&](book::context& ctx, const std::string&) -> book::outcome<int> {
    REQUIRE(ctx.submit<binding>(1));
    return 1;
  };
  const auto early = *p.me.template submit<book>("Emma");
  p.engine->run_until_idle();
  const bool learns_by_itself = std::is_same_v<Place, on_memory>;
  CHECK((p.me.status(early)->state == "succeeded") == learns_by_itself);
  if (!learns_by_itself)
    CHECK(p.me.status(early)->error->message.find("unknown_handler") != std::string::npos);
  const pawl::job_descriptor* const types[] = {&pawl::type_of<binding>};
  REQUIRE(p.jobs.store().learn(types));
  p.wait(1s);
  CHECK(p.me.status(early)->state == "succeeded");
  CHECK(p.all("test.binding").size() == 1);
}

template <class Place>
void an_answer_that_was_lost_makes_nothing_twice() {
  press<Place> p;
  *p.a_book.act = [&](book::context& ctx, const std::string& name) -> book::outcome<int> {
    for (int i = 0; i < 20; ++i) REQUIRE(ctx.submit<page>({name, i}));
    return 20;
  };
  for (int i = 0; i < 3; ++i) REQUIRE(p.me.template submit<book>("Emma"));
  p.engine->run_until_idle();
  CHECK(p.all("test.page").size() == 60);
  CHECK(p.a_page.printed->size() == 60);
}

// --- Job types -----------------------------------------------------------------------------------

template <class Place>
void a_paused_type_waits_in_every_process() {
  press<Place> p;
  REQUIRE(p.jobs.template pause<page>());
  CHECK(p.jobs.template control<page>()->paused);
  REQUIRE(p.me.template submit<page>({"Emma", 1}));
  REQUIRE(p.me.template submit<cover>(1));
  p.engine->run_until_idle();
  CHECK(p.a_page.printed->empty());
  CHECK(p.all("test.cover")[0].state == "succeeded");
  auto other = pawl::testing::stepped_engine(p.jobs, {.workers = 1});
  REQUIRE(other->enrol());
  other->run_until_idle();
  CHECK(p.a_page.printed->empty());
  REQUIRE(p.jobs.template resume<page>());
  other->run_until_idle();
  CHECK(p.a_page.printed->size() == 1);
  CHECK_FALSE(p.jobs.template control<page>()->paused);
}

template <class Place>
void a_drained_type_is_worked_off() {
  press<Place> p;
  REQUIRE(p.me.template submit<page>({"Emma", 1}));
  REQUIRE(p.jobs.template drain<page>());
  const auto refused = p.me.template submit<page>({"Emma", 2});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == errc::draining);
  CHECK(refused.error().message.find("test.page") != std::string::npos);
  p.engine->run_until_idle();
  CHECK(p.a_page.printed->size() == 1);
  *p.a_book.act = [&](book::context& ctx, const std::string& name) -> book::outcome<int> {
    REQUIRE(ctx.submit<page>({name, 3}));
    return 1;
  };
  const auto job = *p.me.template submit<book>("Emma");
  p.engine->run_until_idle();
  CHECK(p.me.status(job)->error->code == "submission_refused");
  REQUIRE(p.jobs.template resume<page>());
  p.wait(10s);
  CHECK(p.me.status(job)->state == "succeeded");
  CHECK(p.a_page.printed->size() == 2);
}

// --- Another time, and a timeout -----------------------------------------------------------------

template <class Place>
void a_job_is_put_off_or_made_due() {
  press<Place> p;
  const auto job = *p.me.template submit<page>({"Emma", 1});
  const auto due = p.me.reschedule(job, {.delay = 5min});
  REQUIRE(due);
  p.engine->run_until_idle();
  CHECK(p.a_page.printed->empty());
  CHECK(p.me.status(job)->due_at == *due);
  p.wait(4min);
  CHECK(p.a_page.printed->empty());
  REQUIRE(p.me.reschedule(job, {.run_at = p.jobs.store().now() + 1s}));
  p.wait(1s);
  CHECK(p.a_page.printed->size() == 1);
  CHECK(p.me.reschedule(job, {}).error().code == errc::already_terminal);
  const auto far = *p.me.template submit<page>({"Emma", 2}, {.delay = 1000h});
  REQUIRE(p.me.reschedule(far, {}));
  p.engine->run_until_idle();
  CHECK(p.a_page.printed->size() == 2);
}

template <class Place>
void a_timeout_of_its_own_is_kept_to() {
  press<Place> p;
  std::vector<bool> stopped;
  *p.a_book.act = [&](book::context& ctx, const std::string&) -> book::outcome<int> {
    for (int i = 0; i < 2; ++i) {
      p.clock.advance(20s);
      p.engine->keep_once();
      stopped.push_back(ctx.stop_requested());
    }
    if (ctx.stop_requested()) return pawl::cancelled;
    return 1;
  };
  const auto timed = *p.me.template submit<book>("Emma", {.timeout = 30s});
  CHECK(p.me.status(timed)->timeout == 30s);
  p.engine->run_until_idle();
  CHECK(stopped == std::vector<bool>{false, true});
  CHECK(p.me.status(timed)->error->code == "timeout");
  p.wait(2s);
  CHECK(stopped == std::vector<bool>{false, true, false, true});  // every attempt
  REQUIRE(p.me.cancel(timed));
  stopped.clear();
  const auto usual = *p.me.template submit<book>("Emma");
  p.engine->run_until_idle();
  CHECK(stopped == std::vector<bool>{false, false});
  CHECK(p.me.status(usual)->state == "succeeded");
  const auto refused = p.me.template submit<book>("Emma", {.timeout = 11min});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("600000 ms") != std::string::npos);
}

}  // namespace runtime_test::children
