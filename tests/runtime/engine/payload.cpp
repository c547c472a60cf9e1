// SPDX-License-Identifier: BSL-1.0
#include "runtime/engine/payload.hpp"

using namespace runtime_test;
using payloads::verbose;

TEMPLATE_TEST_CASE("a payload that cannot be read goes to the dead letters with the reason", "",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{};
  };
  pawl::id_source ids;
  const pawl::storage::submit broken{.type = &pawl::type_of<report>,
                                     .id = ids.next(b.jobs.store().now()),
                                     .who = {"acme", "ann", ""},
                                     .payload = R"({"customer":7})"};
  REQUIRE(pawl::storage::apply_one(b.jobs.store(), broken));
  b.engine->run_until_idle();
  const auto record = b.me.status(broken.id);
  CHECK(record->state == "dead_lettered");
  CHECK(record->error->code == "payload_undecodable");
  CHECK(record->error->detail.find("/customer") != std::string::npos);
}

TEMPLATE_TEST_CASE("what the policies of a job type allow can be read again", "",
                   PAWL_RUNTIME_STORES) {
  payloads::what_is_allowed_can_be_read_again<TestType>();
}

TEMPLATE_TEST_CASE("an audit field that is too large is told of, and takes nothing with it", "",
                   PAWL_RUNTIME_STORES) {
  payloads::a_field_that_is_too_large_takes_nothing_with_it<TestType>();
}

TEST_CASE("a checkpoint that is refused because of an audit field is written without it") {
  bench<verbose> b;
  bool saved = false;
  *b.handler.act = [&](verbose::context& ctx) {
    ctx.audit<"log">(std::string(20'000, 'l'));
    saved = ctx.save(std::string("7"));
  };
  b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(saved);
  CHECK(b.has_logged("report_refused"));
}

namespace {

/// Is put off whenever its checkpoint is not stored.
struct hoarder
    : pawl::job<"test.hoarder", pawl::lifecycles::service, pawl::checkpoint<std::string>> {
  std::shared_ptr<std::vector<std::string>> checkpoints =
      std::make_shared<std::vector<std::string>>();
  std::shared_ptr<int> starts = std::make_shared<int>(0);

  outcome<void> operator()(context& ctx, report_input) const {
    ++*starts;
    for (const std::string& each : *checkpoints)
      if (!ctx.save(each)) static_cast<void>(ctx.log("not stored"));
    return pawl::snooze{1s};
  }
};
const std::string unreadable = "\xff";
const std::string too_large(16 * 1024 * 1024 + 1, 'c');

}  // namespace

TEMPLATE_TEST_CASE("a job that is put off because its checkpoint can never be stored has failed",
                   "", PAWL_RUNTIME_STORES) {
  const auto [checkpoint, why] =
      GENERATE(std::pair(unreadable, "cannot be encoded"), std::pair(too_large, "at most 16 MiB"));
  bench<hoarder, TestType> b;
  *b.handler.checkpoints = {"small", checkpoint};
  const auto job = b.submit(alfki);
  b.live_on(2);
  CHECK(*b.handler.starts == 1);
  const auto record = b.record(job);
  CHECK(record.state == "dead_lettered");
  CHECK(record.error->code == "internal_bug");
  CHECK(record.error->message == "a checkpoint cannot be stored");
  CHECK(record.error->detail.find(why) != std::string::npos);
}

TEST_CASE("a checkpoint that cannot be stored is forgotten when a newer one is") {
  bench<hoarder> b;
  *b.handler.checkpoints = {unreadable, "small"};
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(*b.handler.starts == 1);
  CHECK_FALSE(b.record(job).error);
  b.clock.advance(1s);
  b.engine->run_until_idle();
  CHECK(*b.handler.starts == 2);
}

TEST_CASE("a checkpoint that cannot be encoded is told of in the job's history") {
  bench<verbose> b;
  *b.handler.act = [&](verbose::context& ctx) { CHECK_FALSE(ctx.save(std::string("\xff"))); };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  bool told = false;
  const auto events = b.me.events(job.id);
  for (const auto& event : *events)
    told |= event.message.find("the checkpoint cannot be encoded") != std::string::npos;
  CHECK(told);
}
