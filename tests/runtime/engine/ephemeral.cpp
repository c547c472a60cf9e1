// SPDX-License-Identifier: BSL-1.0
// Jobs that live in memory only: inputs that cannot be stored, bounded queues, no database write.
#include <pawl/observe/prometheus.hpp>

#include "runtime/bench.hpp"

namespace {

using namespace runtime_test;

/// Not known to any codec, and not copyable.
struct stream {
  explicit stream(std::string first) : text(std::move(first)) {}
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  stream(stream&&) = default;
  std::string text;
};
struct opened {
  std::shared_ptr<stream> source;
};
struct words {
  std::vector<std::string> all;
};

struct lost_connection : pawl::error_class<"lost_connection", pawl::retryability::retryable> {};

struct split : pawl::job<"test.split", pawl::lifecycles::service, pawl::errors<lost_connection>,
                         pawl::retry<pawl::attempts<2>, pawl::fixed<1_s>, pawl::no_jitter>,
                         pawl::ephemeral<pawl::capacity<3>>, pawl::timeout<1_min>> {
  std::shared_ptr<std::vector<std::string>> told = std::make_shared<std::vector<std::string>>();
  std::shared_ptr<int> failures = std::make_shared<int>(0);

  outcome<words> operator()(context& ctx, const opened& in) const {
    ctx.progress(50, "half");
    if ((*failures)-- > 0) return fail<lost_connection>("gone");
    return words{{in.source->text, "end"}};
  }
  void on_success(const opened& in, const words& out) const {
    told->push_back(in.source->text + ' ' + out.all.back());
  }
};

/// A durable neighbour, to see that the two do not mix.
struct note : pawl::job<"test.note", pawl::lifecycles::service> {
  outcome<void> operator()(context&, report_input) const { return {}; }
};

struct fixture {
  on_sqlite place{};
  manual_clock clock;
  split handler{};
  pawl::service<on_sqlite::store, split, note> jobs{place.make(clock), handler, note{}};
  decltype(pawl::testing::stepped_ephemeral_engine(jobs)) engine =
      pawl::testing::stepped_ephemeral_engine(jobs, {.workers = 1});
  decltype(jobs.as({})) me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});

  fixture() { REQUIRE(engine->enrol()); }
  pawl::job_ref<split> submit(std::string text, const pawl::submit_options& options = {}) {
    const auto made = me.submit<split>(opened{std::make_shared<stream>(std::move(text))}, options);
    REQUIRE(made);
    return *made;
  }
};

}  // namespace

TEST_CASE("a job whose input cannot be stored runs in memory and writes nothing to the database",
          "[SVC-29]") {
  fixture f;
  const auto job = f.submit("a");
  CHECK(job.id.is_ephemeral());
  f.engine->run_until_idle();
  CHECK(f.me.status(job)->state == "succeeded");
  CHECK(f.me.status(job)->progress == 100);
  CHECK(f.me.result(job)->all == std::vector<std::string>{"a", "end"});
  CHECK(f.me.events(job.id)->size() == 3);
  f.engine->maintain_once();
  CHECK(*f.handler.told == std::vector<std::string>{"a end"});

  const auto stored = f.jobs.store().count(pawl::storage::scope::every_tenant());
  CHECK(stored->jobs.empty());
  CHECK(f.me.list()->jobs.empty());
  pawl::storage::list_filter mine;
  mine.handler = "test.split";
  CHECK(f.me.list(mine)->jobs.size() == 1);
}

TEST_CASE("an ephemeral job is retried, timed out, cancelled and counted like any other",
          "[SVC-29]") {
  fixture f;
  *f.handler.failures = 1;
  const auto job = f.submit("a");
  f.engine->run_until_idle();
  CHECK(f.me.status(job)->state == "failed");
  f.clock.advance(1s);
  f.engine->run_until_idle();
  CHECK(f.me.status(job)->state == "succeeded");

  const auto pending = f.submit("b");
  CHECK(f.me.cancel(pending.id) == true);
  CHECK(f.me.status(pending)->state == "canceled");

  *f.handler.failures = 2;
  const auto dead = f.submit("c");
  f.engine->run_until_idle();
  f.clock.advance(1s);
  f.engine->run_until_idle();
  CHECK(f.me.status(dead)->state == "dead_lettered");
  const auto again = f.me.replay(dead.id);
  REQUIRE(again);
  CHECK(again->is_ephemeral());
  f.engine->run_until_idle();
  CHECK(f.me.status(*again)->state == "succeeded");
  const std::string text = to_prometheus(f.jobs.metrics());
  CHECK(text.find(R"(job_start_total{job_type="test.split"} 3)") != std::string::npos);
  CHECK(text.find(R"(job_canceled_total{job_type="test.split"} 1)") != std::string::npos);
}

TEST_CASE("a full queue of ephemeral jobs refuses the next one", "[SVC-30]") {
  fixture f;
  for (int i = 0; i < 3; ++i) f.submit("x");
  const auto refused = f.me.submit<split>(opened{std::make_shared<stream>("one too many")});
  CHECK(refused.error().code == pawl::storage::errc::queue_overloaded);
  // The durable neighbour has room.
  CHECK(f.me.submit<note>({"a", 1}));
  f.engine->run_until_idle();
  f.submit("again");
}

TEST_CASE("a key of an ephemeral job names the job that it made") {
  fixture f;
  const auto first = f.submit("a", {.key = "k"});
  const auto second = f.submit("b", {.key = "k"});
  CHECK(first == second);
}

TEST_CASE("a durable job does not wait for one that is gone with its process") {
  fixture f;
  const auto job = f.submit("a");
  const auto refused = f.me.submit<note>({"a", 1}, {.depends_on = {job.id}});
  CHECK(refused.error().code == pawl::storage::errc::unknown_dependency);
}

TEST_CASE("a service runs durable and ephemeral jobs beside each other, with its threads") {
  split handler;
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(), handler,
                     note{}};
  REQUIRE(jobs.start({.workers = 2}));
  const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const auto one = me.submit<split>(opened{std::make_shared<stream>("a")});
  const auto other = me.submit<note>({"a", 1});
  CHECK(me.result(*one, 60s)->all.front() == "a");
  CHECK(me.wait(*other, 60s)->state == "succeeded");
  jobs.stop();
}
