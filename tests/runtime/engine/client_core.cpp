// SPDX-License-Identifier: BSL-1.0
// What a process that only submits has: a store that knows its job types, and counters.
#include <pawl/runtime/engine/client_core.hpp>

#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/observe/prometheus.hpp>
#include <pawl/testing/memory_store.hpp>

#include "support/catch.hpp"

namespace {

namespace storage = pawl::storage;
using Catch::Matchers::ContainsSubstring;
using pawl::runtime::client_core;

struct note : pawl::job<"test.client_note", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};

/// Learns nothing.
class closed_book : public pawl::testing::memory_store<> {
 public:
  storage::result<void> learn(std::span<const pawl::job_descriptor* const>) override {
    return storage::refuse(storage::errc::read_only, "nothing is written here");
  }
};

storage::answer_to<pawl::job_id> submit_to(client_core& core) {
  storage::submit op{.type = &pawl::type_of<note>, .payload = "1"};
  REQUIRE(core.sessions().prepare(op, {"acme", "ann", ""}, {}));
  return core.sessions().submit(op);
}

}  // namespace

TEST_CASE("a client submits as soon as it is made, and counts what it has submitted") {
  pawl::testing::memory_store<> store;
  client_core core(store, {&pawl::type_of<note>}, {});
  CHECK(core.ready());
  const auto made = submit_to(core);
  REQUIRE(made);
  CHECK(store.get(storage::scope::tenant("acme"), *made)->handler == "test.client_note");
  CHECK_THAT(to_prometheus(core.metrics()),
             ContainsSubstring("job_enqueue_total{job_type=\"test.client_note\"} 1\n"));
}

TEST_CASE("a client whose store could not be taught says why") {
  closed_book store;
  const client_core core(store, {&pawl::type_of<note>}, {});
  REQUIRE_FALSE(core.ready());
  CHECK(core.ready().error().code == storage::errc::read_only);
}

TEST_CASE("a client sheds what is beyond its watermark, and counts it where it is told to") {
  pawl::testing::memory_store<> store;
  const auto metrics = std::make_shared<pawl::observe::metrics>();
  client_core core(store, {&pawl::type_of<note>}, {.high_watermark = 1, .metrics = metrics});
  CHECK(&core.metrics() == metrics.get());
  REQUIRE(submit_to(core));
  CHECK(submit_to(core).error().code == storage::errc::queue_overloaded);
  const std::string counted = to_prometheus(*metrics);
  CHECK_THAT(counted, ContainsSubstring("job_enqueue_total{job_type=\"test.client_note\"} 1\n"));
  CHECK_THAT(counted, ContainsSubstring("pawl_jobs_shed_total{job_type=\"test.client_note\"} 1\n"));
}
