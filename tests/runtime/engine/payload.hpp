// SPDX-License-Identifier: BSL-1.0
// Payloads, checkpoints, results and audit fields of every size: the same on every store. A place
// makes one for a test's clock.
#pragma once

#include "runtime/bench.hpp"

namespace runtime_test::payloads {

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

template <class Place>
void what_is_allowed_can_be_read_again() {
  bench<large, Place> b;
  const auto job = b.submit(report_input{std::string(2'000'000, 'i'), 2026});
  b.live_on(2);
  CHECK(*b.handler.resumed == 2'000'000);
  const auto output = b.me.result(job);
  REQUIRE(output);
  CHECK(output->url.size() == 2'000'001);
}

template <class Place>
void a_field_that_is_too_large_takes_nothing_with_it() {
  bench<verbose, Place> b(bench<verbose, Place>::make(), {.workers = 1, .prefetch = 0});
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

}  // namespace runtime_test::payloads
