// SPDX-License-Identifier: BSL-1.0
// The shipped job types of the deck specification, as they are, run by an engine on every store.
#include <map>
#include <set>

#include <pawl/observe/metrics.hpp>

#include "bench.hpp"

namespace {

using namespace runtime_test;
namespace error = pawl::error;

/// A shipped type with a handler that the test writes.
template <class Job, class Input, class Output>
struct scripted : Job {
  using context = typename Job::context;
  using result = typename Job::template outcome<Output>;
  script<result, context, Input> act;
  result operator()(context& ctx, Input in) const { return (*act)(ctx, std::move(in)); }
};
using converting =
    scripted<deck_jobs::convert_job, deck_jobs::convert_input, deck_jobs::convert_output>;
using exporting =
    scripted<deck_jobs::export_job, deck_jobs::export_input, deck_jobs::export_output>;
using asking = scripted<deck_jobs::ai_job, deck_jobs::ai_input, deck_jobs::ai_output>;
using whispering = scripted<deck_jobs::private_ai_job, deck_jobs::ai_input, deck_jobs::ai_output>;

const deck_jobs::convert_input a_source{"d1", "d1.md"};
const deck_jobs::export_input a_deck{"d1", deck_jobs::export_input::format::pdf};
const deck_jobs::ai_input a_question{{}, "why?"};

/// Where a handler is seen to be: stage and percent, as its record has them, at a boundary and at
/// the end of each stage.
template <class H, class Place, class Input, class Walk>
names stages_seen(const Input& input, typename H::result end, Walk walk) {
  bench<H, Place> b(bench<H, Place>::make(), {.workers = 1, .prefetch = 0});
  names out;
  std::optional<pawl::job_ref<H>> job;
  *b.handler.act = [&](typename H::context& ctx, const Input&) {
    const auto look = [&] {
      b.clock.advance(1s);  // reports are written down once in a while
      b.engine->dispatch_once();
      const auto record = b.record(*job);
      out.push_back(record.stage + ' ' + std::to_string(record.progress));
    };
    walk(ctx, look);
    if constexpr (requires { ctx.link("", ctx.now()); }) ctx.link("/files/x", ctx.now() + 1h);
    return end;
  };
  job = b.submit(input);
  b.engine->run_until_idle();
  CHECK(b.record(*job).state == "succeeded");
  CHECK(b.record(*job).progress == 100);
  return out;
}

}  // namespace

TEMPLATE_TEST_CASE("convert, export and ai go through the stages of the specification",
                   "[DECK-02][DECK-16][DECK-17]", PAWL_RUNTIME_STORES) {
  CHECK(stages_seen<converting, TestType>(a_source, deck_jobs::convert_output{"decks/d1", 1},
                                          [](auto& ctx, auto look) {
                                            ctx.template enter<"validating_input">(), look();
                                            ctx.progress(100), look();
                                            ctx.template enter<"fetching_source">(), look();
                                            ctx.progress(100), look();
                                            ctx.template enter<"extracting">(), look();
                                            ctx.progress(50), look();
                                            ctx.progress(10), look();  // it never decreases
                                            ctx.template enter<"normalizing">(), look();
                                            ctx.template enter<"generating_preview">(), look();
                                            ctx.template enter<"finalizing">(), look();
                                          }) ==
        names{"validating_input 0", "validating_input 5", "fetching_source 5", "fetching_source 15",
              "extracting 15", "extracting 35", "extracting 35", "normalizing 55",
              "generating_preview 80", "finalizing 90"});
  CHECK(stages_seen<exporting, TestType>(a_deck, deck_jobs::export_output{"exports/d1"},
                                         [](auto& ctx, auto look) {
                                           ctx.template enter<"preparing">(), look();
                                           ctx.template enter<"rendering_slides">(), look();
                                           ctx.progress(50), look();
                                           ctx.template enter<"packaging">(), look();
                                           ctx.template enter<"uploading_artifact">(), look();
                                           ctx.template enter<"finalizing">(), look();
                                         }) == names{"preparing 0", "rendering_slides 10",
                                                     "rendering_slides 40", "packaging 70",
                                                     "uploading_artifact 90", "finalizing 98"});
  CHECK(stages_seen<asking, TestType>(a_question, deck_jobs::ai_output{"because", 3},
                                      [](auto& ctx, auto look) {
                                        ctx.template enter<"preparing_context">(), look();
                                        ctx.template enter<"sending_prompt">(), look();
                                        ctx.template enter<"streaming_response">(), look();
                                        ctx.progress(100), look();
                                        ctx.template enter<"finalizing">(), look();
                                      }) == names{"preparing_context 0", "sending_prompt 10",
                                                  "streaming_response 20", "streaming_response 95",
                                                  "finalizing 95"});
}

namespace {

/// What became of jobs that always fail with a class: how often they were tried, and the waits.
struct tries {
  std::set<unsigned> attempts{};
  std::vector<std::vector<std::chrono::milliseconds>> waits{};  ///< of each job, in order
};
template <class H, class Class, class Place, class Input, class Vary>
tries tries_of(const Input& input, int count, Vary vary) {
  bench<H, Place> b;
  *b.handler.act = [](typename H::context&, const Input&) ->
      typename H::result { return H::template fail<Class>("so"); };
  std::vector<pawl::job_ref<H>> jobs;
  for (int i = 0; i < count; ++i) jobs.push_back(b.submit(vary(input, i)));
  tries out;
  out.waits.resize(jobs.size());
  for (int round = 0; round < 5; ++round) {
    b.engine->run_until_idle();
    for (std::size_t i = 0; i < jobs.size(); ++i)
      if (const auto due = b.record(jobs[i]).due_at) {
        CHECK(b.record(jobs[i]).state == "running");  // [DECK-03]
        out.waits[i].push_back(*due - b.record(jobs[i]).updated_at);
      }
    for (int step = 0; step < 3; ++step) {
      b.clock.advance(15s);
      b.engine->keep_once();
    }
  }
  for (const auto& job : jobs) {
    CHECK(b.record(job).state == "failed");
    CHECK(b.record(job).error->code == std::string_view(Class::code));
    out.attempts.insert(b.record(job).attempt);
  }
  return out;
}
const auto other_document = [](auto input, int i) {
  input.document = "d" + std::to_string(i);
  return input;
};
const auto same = [](auto input, int) { return input; };

/// The longest and the shortest of some waits.
std::pair<std::chrono::milliseconds, std::chrono::milliseconds> bounds(const tries& of,
                                                                       std::size_t number) {
  std::chrono::milliseconds least = std::chrono::hours{1};
  std::chrono::milliseconds most{0};
  for (const auto& each : of.waits) {
    least = std::min(least, each.at(number));
    most = std::max(most, each.at(number));
  }
  return {least, most};
}

}  // namespace

TEMPLATE_TEST_CASE("each type retries the classes of the table, as often and as late as it says",
                   "[DECK-05][DECK-03][DECK-04]", PAWL_RUNTIME_STORES) {
  const std::set<unsigned> once{1};
  const std::set<unsigned> twice{2};
  const std::set<unsigned> thrice{3};
  // Full jitter: between a millisecond and the whole delay, which doubles from two seconds.
  const auto full = [](const tries& of) {
    REQUIRE(of.waits.size() == 20);
    for (const auto& each : of.waits) REQUIRE(each.size() == 2);
    const auto [least1, most1] = bounds(of, 0);
    const auto [least2, most2] = bounds(of, 1);
    CHECK(least1 < 1s);
    CHECK(most1 > 1s);
    CHECK(most1 <= 2s);
    CHECK(least2 < 2s);
    CHECK(most2 > 2s);
    CHECK(most2 <= 4s);
  };
  const auto converted =
      tries_of<converting, error::transient_storage, TestType>(a_source, 20, other_document);
  CHECK(converted.attempts == thrice);
  full(converted);
  CHECK(tries_of<converting, error::network_timeout, TestType>(a_source, 1, same).attempts ==
        thrice);
  CHECK(tries_of<converting, error::ai_rate_limit, TestType>(a_source, 1, same).attempts == thrice);
  const auto exported =
      tries_of<exporting, error::transient_storage, TestType>(a_deck, 20, other_document);
  CHECK(exported.attempts == thrice);
  full(exported);
  CHECK(tries_of<exporting, error::network_timeout, TestType>(a_deck, 1, same).attempts == thrice);
  // Decorrelated: between the base and three times the delay before, which was the base.
  const auto asked = tries_of<asking, error::model_overloaded, TestType>(a_question, 20, same);
  CHECK(asked.attempts == twice);
  const auto [least, most] = bounds(asked, 0);
  CHECK(least >= 1s);
  CHECK(least < 2s);
  CHECK(most > 2s);
  CHECK(most <= 3s);
  CHECK(tries_of<asking, error::network_timeout, TestType>(a_question, 1, same).attempts == twice);

  CHECK(tries_of<converting, error::validation_error, TestType>(a_source, 1, same).attempts ==
        once);
  CHECK(tries_of<converting, error::unsupported_format, TestType>(a_source, 1, same).attempts ==
        once);
  CHECK(tries_of<converting, error::quota_exceeded, TestType>(a_source, 1, same).attempts == once);
  CHECK(tries_of<converting, error::corruption_detected, TestType>(a_source, 1, same).attempts ==
        once);
  CHECK(tries_of<exporting, error::quota_exceeded, TestType>(a_deck, 1, same).attempts == once);
  CHECK(tries_of<asking, error::quota_exceeded, TestType>(a_question, 1, same).attempts ==
        once);  // [DECK-40]
}

TEMPLATE_TEST_CASE("a provider's 429 is asked again, no sooner than it says", "[DECK-40]",
                   PAWL_RUNTIME_STORES) {
  bench<asking, TestType> b;
  *b.handler.act = [](asking::context& ctx, const deck_jobs::ai_input&) -> asking::result {
    if (ctx.attempt() == 1) return asking::fail<error::ai_rate_limit>("later").after(25s);
    return deck_jobs::ai_output{"because", 3};
  };
  const auto job = b.submit(a_question);
  b.engine->run_until_idle();
  CHECK(b.record(job).state == "running");
  CHECK(*b.record(job).due_at == b.clock.wall() + 25s);
  b.live_on(2);
  CHECK(b.record(job).state == "succeeded");
}

TEMPLATE_TEST_CASE("an ai job has model and tokens from its handler, and nothing of its payload",
                   "[DECK-23]", PAWL_RUNTIME_STORES) {
  bench<asking, TestType> b;
  *b.handler.act = [](asking::context& ctx, const deck_jobs::ai_input& in) -> asking::result {
    ctx.audit<"model">("m-1");
    if (in.prompt == "terse") return deck_jobs::ai_output{"yes", 0};
    ctx.audit<"tokenUsage">("812");
    return deck_jobs::ai_output{"because", 812};
  };
  const auto job = b.submit(deck_jobs::ai_input{{}, "a secret prompt"});
  const auto terse = b.submit(deck_jobs::ai_input{{}, "terse"});
  b.engine->run_until_idle();
  const auto record = b.record(job);
  CHECK(record.requested_by == "ann");
  CHECK(record.audit ==
        std::map<std::string, std::string>{{"model", "m-1"}, {"tokenUsage", "812"}});
  CHECK(b.record(terse).audit == std::map<std::string, std::string>{{"model", "m-1"}});
  for (const std::string& field :
       {record.metadata, record.subject, record.correlation, record.idempotency_key})
    CHECK(field.find("secret prompt") == std::string::npos);
}

TEMPLATE_TEST_CASE("what is kept of an answer is what its type says", "[DECK-36]",
                   PAWL_RUNTIME_STORES) {
  const auto answer = [](auto&, const deck_jobs::ai_input&) {
    return deck_jobs::ai_output{"because", 3};
  };
  bench<asking, TestType> kept;
  *kept.handler.act = answer;
  const auto job = kept.submit(a_question);
  kept.engine->run_until_idle();
  CHECK(kept.me.result(job)->response == "because");
  kept.submit(a_question);  // the newest of all is left alone
  kept.clock.advance(61min);
  kept.engine->maintain_once();
  CHECK(kept.record(job).state == "succeeded");
  CHECK_FALSE(kept.record(job).has_result);
  CHECK(describe(kept.me.result(job).error()).starts_with("not kept"));

  bench<whispering, TestType> unkept;
  *unkept.handler.act = answer;
  const auto secret = unkept.submit(a_question);
  unkept.engine->run_until_idle();
  CHECK(unkept.record(secret).state == "succeeded");
  CHECK(describe(unkept.me.result(secret).error()).starts_with("not kept"));
}
