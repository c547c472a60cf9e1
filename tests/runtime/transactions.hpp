// SPDX-License-Identifier: BSL-1.0
// Jobs inside the caller's own transactions: submitted there, and ended there. The same for every
// store that takes part in them; a place has an `application`, which is the caller.
#pragma once

#include <fmt/format.h>

#include <pawl/observe/prometheus.hpp>

#include "bench.hpp"

namespace runtime_test::callers_transactions {

using pawl::storage::errc;

template <class Place>
void a_job_is_there_if_and_only_if_it_is_committed() {
  bench<report, Place> b;
  *b.handler.act = [](report::context&, report_input) -> report::outcome<report_output> {
    return report_output{};
  };
  typename Place::application app(b.place);
  auto in = b.me.in(app.db());

  app.begin();
  app.run("INSERT INTO invoices VALUES ('1')");
  const auto undone = in.template submit<report>(alfki);
  REQUIRE(undone);
  app.run("ROLLBACK");
  CHECK(b.me.status(*undone).error().code == errc::not_found);

  app.begin();
  app.run("INSERT INTO invoices VALUES ('1')");
  const auto done = in.template submit<report>(alfki, {.key = "invoice-1"});
  REQUIRE(done);
  app.run("COMMIT");
  CHECK(app.invoices() == 1);
  CHECK(b.record(*done).state == "pending");
  b.jobs.notify();
  b.engine->run_until_idle();
  CHECK(b.record(*done).state == "succeeded");

  CHECK(in.template submit<report>(alfki).error().code == errc::invalid);  // no transaction is open
}

template <class Place>
void only_what_is_committed_is_counted() {
  bench<report, Place> b;
  const auto count_of = [&](std::string_view metric) {
    const std::string all = to_prometheus(b.jobs.metrics());
    const std::string name = fmt::format("\n{}{{job_type=\"acme.report.v1\"}} ", metric);
    const auto at = all.find(name);
    return at == all.npos ? 0 : std::stoi(all.substr(at + name.size()));
  };
  const auto counted = [&] { return count_of("job_enqueue_total"); };
  typename Place::application app(b.place);
  auto in = b.me.in(app.db());
  app.begin();
  REQUIRE(in.template submit<report>(alfki));
  CHECK(counted() == 0);
  app.run("ROLLBACK");
  CHECK(counted() == 0);
  app.begin();
  REQUIRE(in.template submit<report>(alfki, {.key = "once"}));
  app.run("COMMIT");
  b.jobs.notify();
  CHECK(counted() == 1);
  app.begin();
  REQUIRE(in.template submit<report>(alfki, {.key = "once"}));  // the same job again
  app.run("COMMIT");
  CHECK(counted() == 1);

  // One that depends on a cancelled job is cancelled with its submission.
  const auto cancelled = b.submit(alfki);
  REQUIRE(b.me.cancel(cancelled));
  const int before = count_of("job_canceled_total");
  for (const bool commits : {false, true}) {
    app.begin();
    REQUIRE(in.template submit<report>(alfki, {.depends_on = {cancelled}}));
    CHECK(count_of("job_canceled_total") == before);
    app.run(commits ? "COMMIT" : "ROLLBACK");
    CHECK(count_of("job_canceled_total") == before + (commits ? 1 : 0));
  }
}

template <class Place>
void a_caller_who_would_wait_for_itself_is_told() {
  bench<report, Place> b;
  typename Place::application app(b.place);
  auto in = b.me.in(app.db());
  app.begin();
  REQUIRE(in.template submit<report>(alfki));
  CHECK(b.me.template submit<report>(alfki).error().code == errc::would_deadlock);
  app.run("COMMIT");
  CHECK(b.me.template submit<report>(alfki).has_value());
}

template <class Place>
void a_handler_ends_its_job_and_does_its_work_in_one() {
  bench<report, Place> b;
  bool commits = true;
  *b.handler.act = [&](report::context& ctx, report_input in) -> report::outcome<report_output> {
    typename Place::application app(b.place);
    app.begin();
    app.run("INSERT INTO invoices VALUES ('" + in.customer + "')");
    const auto done = ctx.complete_in(app.db(), report_output{"invoice"});
    REQUIRE(done);
    CHECK_FALSE(ctx.save(7));  // this would wait for the transaction that is open here
    app.run(commits ? "COMMIT" : "ROLLBACK");
    return *done;
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "succeeded");
  CHECK(b.me.result(job)->url == "invoice");
  CHECK(typename Place::application(b.place).invoices() == 1);
  b.engine->maintain_once();
  CHECK(*b.handler.told == names{"success ALFKI invoice"});

  commits = false;
  const auto undone = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(undone).state == "dead_lettered");
  CHECK(b.record(undone).error->detail.find("not committed") != std::string::npos);
  CHECK(typename Place::application(b.place).invoices() == 1);
  CHECK(b.engine->health().busy == 0);
}

template <class Place>
void a_handler_that_has_lost_its_lease_cannot_end_its_job() {
  bench<report, Place> b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    // Nobody hears of us for longer than the lease, and another process looks.
    b.clock.advance(61s);
    b.engine->maintain_once();
    typename Place::application app(b.place);
    app.begin();
    const auto late = ctx.complete_in(app.db(), report_output{"late"});
    CHECK(late.error().code == "lease_lost");
    app.run("ROLLBACK");
    return pawl::cancelled;
  };
  pawl::submit_options once;
  once.retry.max_attempts = 1;
  const auto job = b.submit(alfki, once);
  b.engine->run_until_idle();
  CHECK(b.record(job).error->code == "worker_lost");
}

template <class Place>
void after_a_rollback_a_handler_goes_on_as_before() {
  bench<report, Place> b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    typename Place::application app(b.place);
    app.begin();
    REQUIRE(ctx.complete_in(app.db(), report_output{"first"}));
    CHECK_FALSE(ctx.save(1));
    app.run("ROLLBACK");
    CHECK(ctx.save(2));
    CHECK(ctx.checkpoint() == 2);
    ctx.progress(40, "once more");
    b.clock.advance(1s);
    b.engine->dispatch_once();
    CHECK(b.me.status(*pawl::parse_job_id(ctx.job_id()))->progress == 40);
    app.begin();
    REQUIRE(ctx.complete_in(app.db(), report_output{"second"}));
    app.run("COMMIT");
    return pawl::settled<report_output>{};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.me.result(job)->url == "second");
  CHECK_FALSE(b.has_logged("report_refused"));
}

template <class Place>
void after_a_refusal_a_handler_goes_on_as_before() {
  bench<report, Place> b;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    typename Place::application app(b.place);
    CHECK(ctx.complete_in(app.db(), report_output{}).error().code == "invalid");  // no transaction
    CHECK(ctx.save(2));
    ctx.progress(40, "all the same");
    return pawl::settled<report_output>{};
  };
  const auto job = b.submit(alfki);
  b.engine->run_until_idle();
  b.engine->maintain_once();
  const auto record = b.record(job);
  CHECK(record.state == "dead_lettered");
  CHECK(record.progress == 40);
  CHECK(record.error->code == "internal_bug");
  CHECK(record.error->detail.find("complete_in was refused") != std::string::npos);
  CHECK(*b.handler.told == names{"failure ALFKI internal_bug"});
  CHECK(b.has_logged("internal_bug"));
}

/// Jobs that a handler submits with an end inside its own transaction are in that transaction.
template <class Place>
void what_is_submitted_with_an_end_is_in_its_transaction() {
  bench<report, Place> b;
  bool commits = false;
  *b.handler.act = [&](report::context& ctx, report_input in) -> report::outcome<report_output> {
    if (in.customer != "ALFKI") return report_output{};
    const auto next = ctx.submit<report>({"BERGS", 2026}, {.key = "after"});
    REQUIRE(next);
    typename Place::application app(b.place);
    app.begin();
    const auto done = ctx.complete_in(app.db(), report_output{"invoice"});
    REQUIRE(done);
    app.run(commits ? "COMMIT" : "ROLLBACK");
    return *done;
  };
  const auto undone = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(undone).state == "dead_lettered");
  CHECK(b.me.list()->jobs.size() == 1);
  commits = true;
  const auto done = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(done).state == "succeeded");
  REQUIRE(b.me.list()->jobs.size() == 3);
  CHECK(b.me.list()->jobs[0].submitted_by == done.id);

  // What the store refuses is told to who asks, and the job goes on.
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    REQUIRE(ctx.submit<report>({"OTHER", 2026}, {.key = "after"}));
    typename Place::application app(b.place);
    app.begin();
    const auto refused = ctx.complete_in(app.db(), report_output{"invoice"});
    CHECK(refused.error().code == "key_conflict");
    app.run("ROLLBACK");
    return pawl::cancelled;
  };
  const auto refused = b.submit(alfki);
  b.engine->run_until_idle();
  CHECK(b.record(refused).kind == pawl::kind::cancelled);
  CHECK(b.me.list()->jobs.size() == 4);
}

}  // namespace runtime_test::callers_transactions
