// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/decision.hpp>

#include <pawl/lifecycles/deck.hpp>
#include <pawl/lifecycles/document.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/lifecycles/status.hpp>
#include <pawl/lifecycles/video.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::lifecycles;

constexpr ending transient{"network_timeout", true};
constexpr ending fatal_error{"bad_input", false};
constexpr ending lost{"worker_lost", true};

template <class L>
constexpr position<L> running(typename L::state state, unsigned attempt) {
  return {.state = state, .phase = phase::running, .attempt = attempt};
}

TEST_CASE("a new job is blocked, ready or waiting as the kind of its initial state says") {
  STATIC_REQUIRE(position<deck>{}.phase == phase::ready);
  STATIC_REQUIRE(position<document>{}.phase == phase::blocked);
  STATIC_REQUIRE(position<video>{}.phase == phase::blocked);
}

TEST_CASE("a claim raises start in a ready state and counts the attempt") {
  constexpr auto taken = claim<deck>({}, 3);
  STATIC_REQUIRE(static_cast<bool>(taken));
  STATIC_REQUIRE(taken.count == 1 && taken.steps[0].on == deck::start);
  STATIC_REQUIRE(taken.after.state == deck::running && taken.after.phase == phase::running);
  STATIC_REQUIRE(taken.charged && taken.after.attempt == 1);
}

TEST_CASE("a claim in an active state raises nothing, but counts") {
  constexpr position<deck> due{.state = deck::running, .phase = phase::ready, .attempt = 1};
  constexpr auto taken = claim<deck>(due, 3);
  STATIC_REQUIRE(static_cast<bool>(taken));
  STATIC_REQUIRE(taken.count == 0);
  STATIC_REQUIRE(taken.after.attempt == 2 && taken.after.phase == phase::running);
}

TEST_CASE("what is running, blocked, scheduled or finished cannot be claimed") {
  for (auto p : {phase::running, phase::blocked, phase::scheduled, phase::terminal})
    CHECK_FALSE(claim<deck>({.state = deck::pending, .phase = p}, 3));
  CHECK(claim<deck>({.state = deck::pending, .phase = phase::held}, 3));
}

TEST_CASE("a retry that stays in its state waits there") {
  constexpr auto failed = happen<deck>(running<deck>(deck::running, 1), deck::fail, 3, transient);
  STATIC_REQUIRE(failed.after.state == deck::running && failed.after.phase == phase::scheduled);
  STATIC_REQUIRE(failed.wait_for_attempt == 1 && failed.after.retries == 1 && !failed.dead_letter);
  constexpr auto due = come_due<deck>(failed.after, 3);
  STATIC_REQUIRE(due.count == 0 && due.after.phase == phase::ready);
}

TEST_CASE("a service job that may be retried waits in failed, and goes back when it is due") {
  constexpr auto failed =
      happen<service>(running<service>(service::running, 1), service::fail, 3, transient);
  STATIC_REQUIRE(failed.count == 1 && failed.after.state == service::failed);
  STATIC_REQUIRE(failed.after.phase == phase::scheduled && failed.wait_for_attempt == 1);
  constexpr auto due = come_due<service>(failed.after, 3);
  STATIC_REQUIRE(due.count == 1 && due.after.state == service::pending &&
                 due.after.phase == phase::ready);
  STATIC_REQUIRE(due.after.attempt == 1);  // the next start is the second
}

TEST_CASE("a service job that cannot be retried takes both steps at once") {
  constexpr auto fatal =
      happen<service>(running<service>(service::running, 1), service::fail, 3, fatal_error);
  STATIC_REQUIRE(fatal.count == 2);
  STATIC_REQUIRE(fatal.steps[0].to == service::failed &&
                 fatal.steps[1].to == service::dead_lettered);
  STATIC_REQUIRE(fatal.dead_letter && fatal.wait_for_attempt == 0);
  constexpr auto spent =
      happen<service>(running<service>(service::running, 3), service::fail, 3, transient);
  STATIC_REQUIRE(spent.count == 2 && spent.after.state == service::dead_lettered &&
                 spent.dead_letter);
}

TEST_CASE("a lost worker costs an attempt, and a wait where the lifecycle has a state for it",
          "[DOC-13]") {
  constexpr auto s = happen<service>(running<service>(service::running, 1), service::lose, 3, lost);
  STATIC_REQUIRE(s.count == 2 && s.after.state == service::pending && s.after.attempt == 1);
  STATIC_REQUIRE(s.wait_for_attempt == 0 && s.after.phase == phase::ready);
  constexpr auto d =
      happen<document>(running<document>(document::RUNNING, 1), document::lose, 4, lost);
  STATIC_REQUIRE(d.count == 1 && d.after.state == document::RETRYING);
  STATIC_REQUIRE(d.wait_for_attempt == 1 && d.after.phase == phase::scheduled);
  constexpr auto t = happen<status>(running<status>(status::Running, 1), status::lose, 3, lost);
  STATIC_REQUIRE(t.count == 1 && t.after.state == status::Running && t.after.phase == phase::ready);
  constexpr auto k = happen<deck>(running<deck>(deck::running, 3), deck::lose, 3, lost);
  STATIC_REQUIRE(k.after.state == deck::failed && k.dead_letter);
}

TEST_CASE(
    "a dead letter is written for dead states and for exhausted retryable classes, and for no "
    "other end") {
  STATIC_REQUIRE(
      happen<deck>(running<deck>(deck::running, 3), deck::fail, 3, transient).dead_letter);
  STATIC_REQUIRE(
      !happen<deck>(running<deck>(deck::running, 1), deck::fail, 3, fatal_error).dead_letter);
  STATIC_REQUIRE(!happen<deck>(running<deck>(deck::running, 1), deck::succeed, 3).dead_letter);
  STATIC_REQUIRE(!happen<deck>(running<deck>(deck::running, 1), deck::cancel, 3).dead_letter);
  STATIC_REQUIRE(
      happen<status>(running<status>(status::Running, 3), status::fail, 3, transient).dead_letter);
}

TEST_CASE(
    "cancelling a state that waits without a row for it takes the retry and the cancel together") {
  constexpr position<service> waits{
      .state = service::failed, .phase = phase::scheduled, .attempt = 1, .retryable = true};
  constexpr auto done = happen<service>(waits, service::cancel, 3);
  STATIC_REQUIRE(done.count == 2 && done.after.state == service::canceled);
  // A document that waits cannot be cancelled into anything but FAILED, by way of QUEUED.
  constexpr position<document> retrying{
      .state = document::RETRYING, .phase = phase::scheduled, .attempt = 1};
  STATIC_REQUIRE(happen<document>(retrying, document::cancel, 4).after.state == document::FAILED);
  // A state with neither row says so.
  constexpr auto created = happen<document>({}, document::cancel, 4);
  STATIC_REQUIRE(!created && created.count == 0 && created.answer.forbidden());
}

TEST_CASE("progress, and an event from outside, begin a new count of attempts; a retry does not") {
  constexpr auto audio =
      happen<video>(running<video>(video::AUDIO_EXTRACTING, 2), video::succeed, 3);
  STATIC_REQUIRE(audio.after.state == video::AUDIO_READY && audio.after.attempt == 0);
  STATIC_REQUIRE(claim<video>(audio.after, 3).after.attempt == 1);
  constexpr auto again =
      happen<video>(running<video>(video::AUDIO_EXTRACTING, 2), video::fail, 3, transient);
  STATIC_REQUIRE(again.after.state == video::AUDIO_EXTRACTING && again.after.attempt == 2);
  constexpr position<video> uploaded{.state = video::UPLOADED, .phase = phase::blocked};
  constexpr auto run = happen<video>(uploaded, video::run, 3);
  STATIC_REQUIRE(run.after.state == video::AUDIO_EXTRACTING && run.after.phase == phase::ready);
}

TEST_CASE("a failure of work that nobody here has begun is charged as it comes", "[VID-11]") {
  constexpr position<video> elsewhere{.state = video::GENERATING, .phase = phase::blocked};
  constexpr auto first = happen<video>(elsewhere, video::fail, 2, transient);
  STATIC_REQUIRE(first.charged && first.after.attempt == 1 && first.wait_for_attempt == 1);
  STATIC_REQUIRE(first.after.state == video::GENERATING && first.after.phase == phase::scheduled);
  constexpr auto second = happen<video>(first.after, video::fail, 2, transient);
  STATIC_REQUIRE(second.after.state == video::FAILED && second.after.attempt == 2 &&
                 second.dead_letter);
  // What a worker has claimed was charged when it began.
  constexpr auto here =
      happen<video>(running<video>(video::GENERATING, 1), video::fail, 2, transient);
  STATIC_REQUIRE(!here.charged && here.after.attempt == 1);
  // A refusal charges nothing, and neither does a failure of what was not being worked on.
  STATIC_REQUIRE(!happen<video>({}, video::fail, 2, transient).charged);
  STATIC_REQUIRE(happen<video>(elsewhere, video::abort, 2).after.attempt == 0);
}

TEST_CASE("a value that is no event, and an event nobody accepts, leave the job where it is") {
  constexpr auto nonsense = happen<deck>({}, static_cast<deck::event>(99), 3);
  STATIC_REQUIRE(!nonsense && nonsense.after.state == deck::pending);
  constexpr auto early = happen<deck>({}, deck::succeed, 3);
  STATIC_REQUIRE(!early && early.count == 0 && early.answer.forbidden());
}

}  // namespace
