// SPDX-License-Identifier: BSL-1.0
#include "runtime/bench.hpp"
#include "runtime/engine/recording_host.hpp"

using namespace runtime_test;

TEMPLATE_TEST_CASE("a checkpoint is given to the attempt after the one that saved it",
                   "[SVC-16][DECK-29]", PAWL_RUNTIME_STORES) {
  bench<report, TestType> b;
  std::vector<int> seen;
  *b.handler.act = [&](report::context& ctx, report_input) -> report::outcome<report_output> {
    const int done = ctx.checkpoint().value_or(0);
    seen.push_back(done);
    CHECK(ctx.save(done + 1));
    if (done < 2) return report::fail<pawl::error::network_timeout>("again");
    return report_output{"done"};
  };
  const auto job = b.submit(alfki);
  b.live_on();
  CHECK(seen == std::vector<int>{0, 1, 2});
  CHECK(b.record(job).state == "succeeded");
}

TEST_CASE("a held attempt that was asked to stop is not entered, and goes back") {
  lone_attempts all;
  const auto run = all.make(is::held);
  run->stop(pawl::runtime::stop_reason::shutdown, 100ms);
  CHECK_FALSE(run->enter());
  CHECK_FALSE(run->has_entered());
  CHECK(run->is_over());
  CHECK(all.host->entries == 0);
  CHECK(all.host->ends == std::vector{storage::attempt_end::given_back});
  CHECK_FALSE(run->enter());
  CHECK(all.host->ends.size() == 1);
}

TEST_CASE("a begun attempt that was asked to stop is not entered, and is cancelled") {
  lone_attempts all;
  const auto run = all.make(is::begun);
  run->stop(pawl::runtime::stop_reason::cancelled, 100ms);
  CHECK_FALSE(run->enter());
  CHECK(all.host->ends == std::vector{storage::attempt_end::cancelled});
}

TEST_CASE("the first output of an attempt is told once, from the handler's entry", "[DECK-37]") {
  lone_attempts all;
  const auto run = all.make(is::begun);
  all.host->time = 300ms;
  REQUIRE(run->enter());
  all.host->time = 1500ms;
  run->mark_first_output();
  all.host->time = 2s;
  run->mark_first_output();
  CHECK(all.host->first_outputs == std::vector<std::chrono::milliseconds>{1200ms});
}

TEST_CASE("the first reason to stop counts") {
  lone_attempts all;
  const auto run = all.make(is::begun);
  run->stop(pawl::runtime::stop_reason::timed_out, 200ms);
  run->stop(pawl::runtime::stop_reason::shutdown, 900ms);
  CHECK(run->stopped_because() == pawl::runtime::stop_reason::timed_out);
  CHECK(run->stop_requested());
  pawl::stop_token_place place;
  run->show_stop_token(place);
  CHECK(place.token.stop_requested());
  // No handler ignores what it was never entered for.
  CHECK_FALSE(run->ignores_stop(10'000ms, 100ms));
}

TEST_CASE("a handler ignores its stop when the grace is over, counted from the first request") {
  lone_attempts all;
  const auto run = all.make(is::begun);
  REQUIRE(run->enter());
  CHECK_FALSE(run->ignores_stop(10'000ms, 100ms));
  run->stop(pawl::runtime::stop_reason::cancelled, 200ms);
  run->stop(pawl::runtime::stop_reason::shutdown, 900ms);
  CHECK_FALSE(run->ignores_stop(300ms, 100ms));
  CHECK(run->ignores_stop(301ms, 100ms));
}

TEST_CASE("after its timeout a handler has until its rescue, whatever the grace") {
  lone_attempts all;
  const auto run = all.make(is::begun);
  REQUIRE(run->enter());
  const std::chrono::milliseconds rescue{run->job().type->rescue.count};
  const std::chrono::milliseconds entered = -run->entered_ago(0ms);
  run->stop(pawl::runtime::stop_reason::timed_out, entered + rescue / 2);
  CHECK_FALSE(run->ignores_stop(entered + rescue, 0ms));
  CHECK(run->ignores_stop(entered + rescue + 1ms, 24h));
}

TEST_CASE("a timeout counts from the entry, however long an attempt was held before") {
  lone_attempts all;
  const auto run = all.make(is::held);
  const std::chrono::milliseconds limit{run->job().type->timeout.count};
  REQUIRE(limit > 0ms);
  const std::chrono::milliseconds entered = 10 * limit;
  CHECK_FALSE(run->is_overdue(entered));
  all.host->time = entered;
  REQUIRE(run->enter());
  CHECK_FALSE(run->is_overdue(entered + limit));
  CHECK(run->is_overdue(entered + limit + 1ms));
}

TEST_CASE("an attempt is concluded once, and the first end is its end") {
  lone_attempts all;
  const auto run = all.make(is::begun);
  storage::settle first = run->new_settlement();
  first.end = storage::attempt_end::snoozed;
  CHECK(run->conclude(std::move(first)));
  CHECK_FALSE(run->conclude(run->new_settlement()));
  CHECK_FALSE(run->abandon());
  CHECK(all.host->ends == std::vector{storage::attempt_end::snoozed});
  CHECK(run->settlement().end == storage::attempt_end::snoozed);
}

TEST_CASE("an abandoned attempt is over without a word") {
  lone_attempts all;
  const auto run = all.make(is::held);
  CHECK(run->abandon());
  CHECK_FALSE(run->conclude(run->new_settlement()));
  CHECK_FALSE(run->enter());
  CHECK(all.host->ends.empty());
}

TEST_CASE("a handler that comes back after its end was told has lost its worker") {
  lone_attempts all;
  all.act = [](pawl::runtime::attempt& run) {
    storage::settle told = run.new_settlement();
    told.end = storage::attempt_end::cancelled;
    CHECK(run.conclude(std::move(told)));
    CHECK_FALSE(run.report(50, "still here"));
    CHECK_FALSE(run.save_checkpoint("still here"));
  };
  const auto run = all.make(is::begun);
  CHECK_FALSE(run->run());
  CHECK(all.host->ends == std::vector{storage::attempt_end::cancelled});
  CHECK(run->settlement().end == storage::attempt_end::cancelled);
  CHECK(all.host->commits.empty());
}

TEST_CASE("a held attempt knows when it was entered, and whether the store does") {
  lone_attempts all;
  const auto run = all.make(is::held);
  CHECK_FALSE(run->told_start());
  CHECK_FALSE(run->has_entered());
  all.host->time = 150ms;
  REQUIRE(run->enter());
  CHECK(all.host->entries == 1);
  CHECK(run->has_entered());
  CHECK(run->entered_ago(170ms) == 20ms);
  CHECK(run->waited() == 1050ms);  // a second before it was claimed at 100, and until 150
  const storage::start start = run->start(170ms);
  CHECK(start.lease == run->lease());
  CHECK(start.entered_ago == 20ms);
  CHECK_FALSE(run->told_start());
  run->note_told_start();
  CHECK(run->told_start());
  CHECK(all.make(is::begun)->told_start());
}

TEST_CASE("a checkpoint of a held job is written together with its start") {
  using kind = storage::operation_kind;
  using commit = std::vector<kind>;
  lone_attempts all;
  const auto run = all.make(is::held);
  REQUIRE(run->enter());
  CHECK(run->save_checkpoint("one"));
  CHECK(run->told_start());
  CHECK(run->save_checkpoint("two"));
  CHECK(run->checkpoint() == "two");
  CHECK(all.host->commits == std::vector<commit>{{kind::start, kind::report}, {kind::report}});
}

TEST_CASE("a checkpoint that could not be written is said, and stays to be reported") {
  lone_attempts all;
  all.host->open = false;
  const auto run = all.make(is::held);
  REQUIRE(run->enter());
  run->audit("pages", "7");
  CHECK_FALSE(run->save_checkpoint("one"));
  CHECK_FALSE(run->told_start());
  CHECK(run->has_news());
  CHECK(run->take_report(1000ms, 0ms)->findings.audit.at("pages") == "7");
}

TEST_CASE("the last report leaves the audit fields to the end itself") {
  lone_attempts all;
  const auto run = all.make(is::begun);
  REQUIRE(run->enter());
  run->audit("pages", "7");
  const auto last = run->take_last_report();
  REQUIRE(last);
  CHECK(last->findings.audit.empty());
  CHECK(run->findings(false).audit.at("pages") == "7");
}

TEST_CASE("an attempt knows its own artifacts first, then those of the store", "[VID-21]") {
  lone_attempts of;
  of.host->stored.artifacts = {{"draft", 1, "old"}, {"draft", 3, "newest"}, {"draft", 2, "newer"}};
  const auto run = of.make(is::begun);
  CHECK(run->artifact("draft") == "newest");
  CHECK(run->artifact("audio") == std::nullopt);
  run->add_artifact("draft", "mine");
  CHECK(run->artifact("draft") == "mine");
  // Of an engine that is gone nothing more is heard.
  of.host->open = false;
  CHECK(of.make(is::begun)->artifact("draft") == std::nullopt);
}

TEST_CASE("reports are taken no more often than asked for, the last one at any time") {
  lone_attempts all;
  const auto run = all.make(is::begun);
  REQUIRE(run->enter());
  CHECK_FALSE(run->take_report(0ms, 500ms));
  run->report(10, "begun");
  CHECK(run->take_report(1000ms, 500ms)->progress == 10);
  run->report(20, {});
  CHECK_FALSE(run->take_report(1499ms, 500ms));
  CHECK(run->has_news());
  const auto last = run->take_last_report();
  REQUIRE(last);
  CHECK(last->progress == 20);
  CHECK(last->message.empty());
  CHECK_FALSE(run->has_news());
}
