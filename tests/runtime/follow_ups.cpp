// SPDX-License-Identifier: BSL-1.0
// Jobs that follow the end of another.
#include <pawl/runtime/follow_ups.hpp>

#include <functional>

#include "runtime/bench.hpp"

using namespace runtime_test;

namespace {

struct told_input {
  std::string state;
  std::string event;
  std::string padding;
};
struct note
    : pawl::job<"test.note", pawl::lifecycles::deck, pawl::payload_limit<pawl::byte_size{1000}>> {
  outcome<void> operator()(context&, told_input) const { return {}; }
};

struct bad : pawl::error_class<"bad", pawl::fatal> {};

/// Says what shall follow, as the test tells it.
struct ending : pawl::job<"test.ending", pawl::lifecycles::service, pawl::errors<bad>> {
  using teller = std::function<void(const pawl::job_record&, pawl::follow_ups&)>;
  std::shared_ptr<teller> told = std::make_shared<teller>();
  std::shared_ptr<names> failures = std::make_shared<names>();

  outcome<void> operator()(context&, int given) const {
    if (given < 0) return fail<bad>("it is negative");
    return {};
  }
  void on_failure(const int&, const pawl::job_error& why) const {
    failures->push_back(why.message);
  }
  void on_end(const pawl::job_record& record, pawl::follow_ups& next) const {
    (*told)(record, next);
  }
};

template <class Place>
struct desk {
  using store = typename Place::store;
  Place place{};
  manual_clock clock;
  ending handler{};
  pawl::service<store, ending, note> jobs{place.make(clock), handler, note{}};
  std::vector<pawl::observe::log_entry> log{};
  std::unique_ptr<pawl::runtime::engine> engine = pawl::testing::stepped_engine(
      jobs, {.workers = 2, .high_watermark = 1, .log = [this](const pawl::observe::log_entry& e) {
               log.push_back(e);
             }});
  pawl::session<store, ending, note> me =
      jobs.as({.tenant = "acme", .user = "ann", .organisation = "org"});

  desk() { REQUIRE(engine->enrol()); }
  [[nodiscard]] std::vector<pawl::job_record> notes() const {
    pawl::storage::list_filter filter;
    filter.handler = "test.note";
    return me.list(filter)->jobs;
  }
  /// Until the callbacks have been tried as often as they are.
  void live() {
    for (int i = 0; i < 30; ++i) {
      engine->maintain_once();
      clock.advance(2s);
    }
  }
};

}  // namespace

TEMPLATE_TEST_CASE("on_end is told of every end, and what follows is in the job's name",
                   "[SVC-14][DECK-30]", PAWL_RUNTIME_STORES) {
  desk<TestType> d;
  std::vector<pawl::job_record> ended;
  *d.handler.told = [&](const pawl::job_record& job, pawl::follow_ups& next) {
    ended.push_back(job);
    next.submit<note>({job.state, to_string(next.ending_event()), {}});
  };
  const auto good = *d.me.template submit<ending>(1, {.subject = "s", .correlation = "c"});
  d.engine->run_until_idle();
  const auto bad_one = *d.me.template submit<ending>(-1);
  d.engine->run_until_idle();
  const auto dropped = *d.me.template submit<ending>(2, {.delay = 1h});
  REQUIRE(d.me.cancel(dropped.id, "no more"));
  d.engine->maintain_once();
  REQUIRE(ended.size() == 3);
  for (const pawl::job_record& each : ended) {
    const pawl::job_record now = *d.me.status(each.id);
    CHECK(each.state == now.state);
    CHECK(each.kind == now.kind);
    CHECK(each.handler == "test.ending");
    CHECK(each.lifecycle == now.lifecycle);
    CHECK(each.tenant == "acme");
    CHECK(each.requested_by == "ann");
    CHECK(each.subject == now.subject);
    CHECK(each.correlation == now.correlation);
    CHECK(each.error == now.error);
    CHECK(each.cancel_reason == now.cancel_reason);
    CHECK(each.completed_at == now.completed_at);
    CHECK(each.last_event == now.last_event);
    CHECK(each.attempt == now.attempt);
  }
  // A cancelled job has not failed.
  CHECK(*d.handler.failures == names{"it is negative"});
  const auto notes = d.notes();
  REQUIRE(notes.size() == 3);
  std::size_t subjects = 0;
  for (const pawl::job_record& each : notes) {
    CHECK(each.requested_by == "ann");
    CHECK(each.organisation == "org");
    subjects += each.subject == "s" && each.correlation == "c";
  }
  CHECK(subjects == 1);
  CHECK(d.me.status(good.id)->state == "succeeded");
  CHECK(d.me.status(bad_one.id)->state == "dead_lettered");
  d.live();
  CHECK(ended.size() == 3);
}

TEMPLATE_TEST_CASE("what follows an end is submitted once, however often it is told",
                   "[SVC-14][DECK-30]", PAWL_RUNTIME_STORES) {
  desk<TestType> d;
  int told = 0;
  *d.handler.told = [&](const pawl::job_record& job, pawl::follow_ups& next) {
    ++told;
    next.submit<note>({job.state, to_string(next.ending_event()), {}});
    // Too large to be stored: the callback fails after the first was submitted.
    next.submit<note>({{}, {}, std::string(told < 4 ? 2000 : 1, 'x')});
    next.submit<note>({{}, std::to_string(told), {}});
  };
  const auto job = *d.me.template submit<ending>(1);
  d.engine->run_until_idle();
  d.live();
  CHECK(told == 4);
  CHECK(d.notes().size() == 3);
  const auto event = pawl::job_event{.job = job.id, .number = d.me.status(job.id)->last_event}.id();
  CHECK(d.notes().back().idempotency_key == to_string(event) + ":0");
}

TEST_CASE("what follows an end is not shed", "[DECK-30]") {
  desk<on_memory> d;
  *d.handler.told = [&](const pawl::job_record&, pawl::follow_ups& next) {
    for (int i = 0; i < 5; ++i) next.submit<note>({"", std::to_string(i), {}});
  };
  REQUIRE(d.me.submit<ending>(1));
  d.engine->run_until_idle();
  d.engine->maintain_once();
  CHECK(d.notes().size() == 5);
  CHECK_FALSE(d.me.submit<ending>(1));  // who asks now is
}

TEST_CASE("an on_end that throws is told again, and its failure is logged", "[SVC-14]") {
  desk<on_memory> d;
  int told = 0;
  *d.handler.told = [&](const pawl::job_record&, pawl::follow_ups& next) {
    next.submit<note>({});
    if (++told < 3) throw std::runtime_error("not now");
  };
  REQUIRE(d.me.submit<ending>(1));
  d.engine->run_until_idle();
  d.live();
  CHECK(told == 3);
  CHECK(d.notes().size() == 1);
  CHECK(d.log.size() == 2);
}
