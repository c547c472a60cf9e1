// SPDX-License-Identifier: BSL-1.0
// Jobs that live in memory only: inputs that cannot be stored, bounded queues, no database write.
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

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
  std::shared_ptr<std::function<void(context&)>> meanwhile =
      std::make_shared<std::function<void(context&)>>();

  outcome<words> operator()(context& ctx, const opened& in) const {
    if (*meanwhile) (*meanwhile)(ctx);
    if (ctx.stop_requested()) return pawl::cancelled;
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
  /// All that is in the directory of the durable store, byte by byte. The index of the log is left
  /// out: reading writes there.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> out;
    for (const auto& each : std::filesystem::directory_iterator(place.directory.path())) {
      std::ifstream from(each.path());
      if (each.path().extension() != ".db-shm")
        out[each.path().filename()] = {std::istreambuf_iterator<char>(from), {}};
    }
    return out;
  }
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

TEST_CASE("an ephemeral job that runs too long is stopped, as any other", "[SVC-29][SVC-38]") {
  fixture f;
  *f.handler.meanwhile = [&](split::context& ctx) {
    CHECK_FALSE(ctx.stop_requested());
    for (int i = 0; i < 3; ++i) {
      f.clock.advance(30s);
      f.engine->keep_once();
    }
    CHECK(ctx.stop_requested());
  };
  const auto job = f.submit("a");
  f.engine->run_until_idle();
  CHECK(f.me.status(job)->state == "failed");
  CHECK(f.me.status(job)->error->code == "timeout");
  f.clock.advance(1s);
  f.engine->run_until_idle();
  CHECK(f.me.status(job)->state == "dead_lettered");
  const std::string text = to_prometheus(f.jobs.metrics());
  CHECK(text.find(R"(job_failure_total{job_type="test.split",error_class="timeout"} 1)") !=
        std::string::npos);
}

TEST_CASE("a running ephemeral job that is cancelled hears of it, and leaves no byte behind",
          "[SVC-29][SVC-38]") {
  fixture f;
  const auto before = f.files();
  REQUIRE(before.contains("jobs.db"));
  pawl::job_id id{};
  *f.handler.meanwhile = [&](split::context& ctx) {
    CHECK_FALSE(ctx.stop_requested());
    CHECK(f.me.cancel(id, "enough") == false);
    f.engine->keep_once();
    CHECK(ctx.stop_requested());
  };
  id = f.submit("a").id;
  f.engine->run_until_idle();
  CHECK(f.me.status(id)->state == "canceled");
  *f.handler.meanwhile = nullptr;
  f.submit("b", {.key = "k"});
  f.engine->run_until_idle();
  f.engine->maintain_once();
  // Neither the file of the store nor its log has changed.
  CHECK(f.files() == before);
  // What another process finds.
  const auto other = f.place.make(f.clock);
  const pawl::job_descriptor* const types[] = {&pawl::type_of<note>};
  REQUIRE(other->learn(types));
  const auto everybody = pawl::storage::scope::every_tenant();
  CHECK(other->count(everybody)->jobs.empty());
  CHECK(other->workers(everybody)->empty());
  CHECK(other->get(everybody, id).error().code == pawl::storage::errc::not_found);
}

TEST_CASE("an ephemeral job ends with its service, and the next one knows nothing of it",
          "[SVC-29][SVC-38]") {
  const on_sqlite place;
  manual_clock clock;
  pawl::job_id id{};
  {
    pawl::service jobs{place.make(clock), split{}, note{}};
    id = jobs.as({.tenant = "acme"}).submit<split>(opened{std::make_shared<stream>("a")})->id;
  }
  pawl::service jobs{place.make(clock), split{}, note{}};
  CHECK(jobs.as({.tenant = "acme"}).status(id).error().code == pawl::storage::errc::not_found);
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
