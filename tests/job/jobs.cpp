// SPDX-License-Identifier: BSL-1.0
#include <pawl/job/jobs.hpp>

#include "../examples/jobs/deck.hpp"
#include "../examples/jobs/video.hpp"
#include "job/sample.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl::literals;
using support::buy;

struct ask : deck_jobs::ai_job {
  pawl::task<outcome<deck_jobs::ai_output>> operator()(context&, deck_jobs::ai_input in) const {
    co_return deck_jobs::ai_output{in.prompt, 1};
  }
  void on_success(const deck_jobs::ai_input&, const deck_jobs::ai_output&) const {}
  void on_failure(const deck_jobs::ai_input&, const pawl::job_error&) const {}
};

using pawl::lifecycles::video;
using video_jobs::artifact;

struct instruct : video_jobs::instruct_job {
  using input = video_jobs::video_input;
  using remote = pawl::remote_states<video::state::REGENERATING>;
  outcome<artifact> run(pawl::at<video::AUDIO_EXTRACTING>, context&, const input& in) const {
    return artifact{in.video_uri + ".wav"};
  }
  outcome<artifact> run(pawl::at<video::TRANSCRIBING>, context&, const input& in) const {
    return artifact{in.video_uri + ".txt"};
  }
  outcome<artifact> run(pawl::at<video::GENERATING>, context&, const input& in) const {
    return artifact{in.video_uri + ".md"};
  }
  outcome<artifact> run(pawl::at<video::EXPORTING>, context&, const input& in) const {
    return artifact{in.video_uri + ".pdf"};
  }
};

/// Lives and dies with its process: the input cannot be stored, and need not be.
struct stream {
  int* frames = nullptr;
};
struct play
    : pawl::job<"player.play", pawl::lifecycles::service, pawl::ephemeral<pawl::capacity<10>>> {
  outcome<void> operator()(context&, stream in) const {
    ++*in.frames;
    return {};
  }
};

using all = pawl::jobs<buy, ask, instruct, play>;

TEST_CASE("a registry enumerates its job types", "[SVC-32]") {
  REQUIRE(all::all().size() == 4);
  STATIC_REQUIRE(all::all()[0]->handler == "shop.buy");
  STATIC_REQUIRE(all::all()[0]->lifecycle == "service");
  STATIC_REQUIRE(all::all()[0]->restartable());
  STATIC_REQUIRE(all::all()[0]->timeout == 10_min);
  STATIC_REQUIRE(all::all()[0]->retry.max_attempts == 3 && all::all()[0]->max_retries() == 2);
  STATIC_REQUIRE(!all::all()[0]->input_schema.empty());
  STATIC_REQUIRE(!all::all()[3]->restartable() && all::all()[3]->input_schema.empty());
}

TEST_CASE("a plain function and a coroutine are both handlers", "[SVC-03]") {
  STATIC_REQUIRE(!all::all()[0]->coroutine);
  STATIC_REQUIRE(all::all()[1]->coroutine);
}

TEST_CASE("a job type is found by its id, and an unknown id is not") {
  STATIC_REQUIRE(all::find("deck.ai")->retry.max_attempts == 2);
  STATIC_REQUIRE(all::find("deck.unknown") == nullptr);
}

TEST_CASE("a pipeline has a function for each processing state, or says that it runs elsewhere",
          "[VID-17]") {
  STATIC_REQUIRE(all::find("video.instruct")->handler == "video.instruct");
  STATIC_REQUIRE(pawl::detail::uncovered_state<instruct>() == pawl::states<video>().size());
}

}  // namespace
