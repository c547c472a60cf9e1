// SPDX-License-Identifier: BSL-1.0
#include "runtime/bench.hpp"

using namespace runtime_test;

namespace {

/// Its input, checkpoint and output are each larger than what a codec reads unless it is told.
struct large
    : pawl::job<"test.large", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>,
                pawl::retry<pawl::attempts<3>, pawl::retry_on<pawl::error::network_timeout>>,
                pawl::payload_limit<4_MiB, pawl::result_limit<4_MiB>>,
                pawl::checkpoint<std::string>> {
  std::shared_ptr<std::size_t> resumed = std::make_shared<std::size_t>(0);

  outcome<report_output> operator()(context& ctx, report_input in) const {
    const auto saved = ctx.checkpoint();
    if (!saved) {
      if (!ctx.save(std::string(2'000'000, 'c'))) return fail<pawl::error::network_timeout>("lost");
      return fail<pawl::error::network_timeout>("once");
    }
    *resumed = saved->size();
    return report_output{std::string(in.customer.size() + 1, 'o')};
  }
};

/// Says more than its record has room for.
struct verbose : pawl::job<"test.verbose", pawl::lifecycles::service, pawl::audit<"log", "pages">,
                           pawl::checkpoint<std::string>> {
  std::shared_ptr<std::function<void(context&)>> act =
      std::make_shared<std::function<void(context&)>>();

  outcome<report_output> operator()(context& ctx, report_input) const {
    (*act)(ctx);
    return report_output{"done"};
  }
};

}  // namespace

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
  bench<large, TestType> b;
  const auto job = b.submit(report_input{std::string(2'000'000, 'i'), 2026});
  b.live_on(2);
  CHECK(*b.handler.resumed == 2'000'000);
  const auto output = b.me.result(job);
  REQUIRE(output);
  CHECK(output->url.size() == 2'000'001);
}

TEMPLATE_TEST_CASE("an audit field that is too large is told of, and takes nothing with it", "",
                   PAWL_RUNTIME_STORES) {
  bench<verbose, TestType> b(bench<verbose, TestType>::make(), {.workers = 1, .prefetch = 0});
  pawl::job_record while_running;
  bool saved = false;
  *b.handler.act = [&](verbose::context& ctx) {
    ctx.audit<"log">(std::string(20'000, 'l'));
    ctx.progress(40, "half of it");
    for (int i = 0; i < 2; ++i) {
      b.clock.advance(1s);
      b.engine->dispatch_once();
    }
    while_running = *b.me.status(*pawl::parse_job_id(ctx.job_id()));
    ctx.audit<"pages">(std::string(20'000, 'p'));
    saved = ctx.save(std::string("7"));
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.has_logged("report_refused"));
  CHECK(while_running.progress == 40);
  CHECK(saved);
  // The end decides: a success that is too large is none, however early that was told.
  const auto record = b.record(job);
  CHECK(record.state == "dead_lettered");
  CHECK(record.error->message == "what the job has made is larger than its type allows");
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
