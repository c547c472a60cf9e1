// SPDX-License-Identifier: BSL-1.0
// What handlers return and throw, and what becomes of it.
#include "runtime/bench.hpp"

using namespace runtime_test;

namespace {

struct refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Uses code that throws, and knows what it means.
struct call_out
    : pawl::job<"test.call_out", pawl::lifecycles::service,
                pawl::errors<pawl::error::network_timeout, pawl::error::quota_exceeded>> {
  outcome<void> operator()(context&, report_input in) const {
    if (in.year == 0) throw refused("429");
    throw std::runtime_error("no route");
  }
  outcome<void> on_exception(const std::exception& thrown) const {
    if (dynamic_cast<const refused*>(&thrown) != nullptr)
      return fail<pawl::error::quota_exceeded>("too much", thrown.what());
    return fail<pawl::error::network_timeout>("no answer", thrown.what());
  }
};

}  // namespace

TEMPLATE_TEST_CASE("an exception is an internal bug, which the alert hook hears of", "[DECK-06]",
                   PAWL_RUNTIME_STORES) {
  bench<convert, TestType> b;
  *b.handler.act = [](convert::context&,
                      deck_jobs::convert_input) -> convert::outcome<deck_jobs::convert_output> {
    throw std::runtime_error("null deck");
  };
  const auto job = b.submit(deck_jobs::convert_input{"d1", "s3://x"});
  b.engine->run_until_idle();
  const auto failed = b.record(job);
  CHECK(failed.state == "failed");
  CHECK(failed.error->code == "internal_bug");
  CHECK(failed.error->message.find("null deck") == std::string::npos);
  CHECK(failed.error->detail == "null deck");
  REQUIRE(b.escalated.size() == 1);
  CHECK(b.escalated[0].job == job.id);
  CHECK(b.escalated[0].handler == "deck.convert");
}

TEMPLATE_TEST_CASE("exceptions mean what the handler says they mean", "", PAWL_RUNTIME_STORES) {
  bench<call_out, TestType> b;
  const auto refused_call = b.submit(report_input{"a", 0});
  const auto no_route = b.submit(report_input{"a", 1});
  b.engine->run_until_idle();
  CHECK(b.record(refused_call).state == "dead_lettered");
  CHECK(b.record(refused_call).error->code == "quota_exceeded");
  CHECK(b.record(no_route).state == "failed");
  CHECK(b.record(no_route).error->code == "network_timeout");
  CHECK(b.record(no_route).error->detail == "no route");
  CHECK(b.escalated.empty());
}

TEMPLATE_TEST_CASE("a job that snoozes is run again later and charged nothing", "",
                   PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  int runs = 0;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    CHECK(ctx.attempt() == 1);
    if (++runs <= 5) return pawl::snooze{10min};
    return report_output{"awake"};
  };
  const auto job = b.submit(alfki);
  b.live_on(60);
  CHECK(runs == 6);
  CHECK(b.me.result(job)->url == "awake");
}
