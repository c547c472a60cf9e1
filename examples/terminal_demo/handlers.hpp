// SPDX-License-Identifier: BSL-1.0
// The job types of examples/jobs with handlers that pretend to work, fail as they declare, and are
// found within seconds when their process dies.
#pragma once

#include "../jobs/deck.hpp"
#include "../jobs/video.hpp"
#include "work.hpp"

namespace demo {

using namespace pawl::literals;
using namespace std::chrono_literals;
namespace error = pawl::error;

/// A job type as it is, but for its lease: a demo cannot wait a minute until a dead process is
/// noticed.
template <pawl::fixed_string Id, class Job>
using impatient = pawl::job<Id, typename Job::lifecycle, typename Job::errors, typename Job::retry,
                            typename Job::stages, typename Job::timeout, typename Job::limits,
                            typename Job::priority, typename Job::audit, typename Job::checkpoint,
                            pawl::lease<3_s>>;

/// Saves a checkpoint after every slide: the worker that goes on begins with the next.
struct convert : impatient<"deck.convert", deck_jobs::convert_job> {
  workshop shop;
  explicit convert(const workshop& s) : shop(s) {}

  outcome<deck_jobs::convert_output> operator()(context& ctx, deck_jobs::convert_input in) const {
    constexpr int slides = 12;
    ctx.enter<"validating_input">();
    shop.work(ctx, 200ms);
    if (shop.is_cursed(ctx, 8, "format")) return fail<error::unsupported_format>("this is no deck");
    ctx.enter<"fetching_source">();
    shop.work(ctx, 400ms);
    if (shop.strikes(ctx, 10, "fetch")) return fail<error::network_timeout>("no answer");
    ctx.enter<"extracting">();
    const int done = ctx.checkpoint().value_or(0);  // slides
    if (done != 0) {
      const std::string told = fmt::format("continues at slide {}", done + 1);
      shop.tell(ctx, told);
      ctx.log(told);
    }
    for (int slide = done + 1; slide <= slides; ++slide) {
      shop.work(ctx, 300ms);
      if (slide == 7 && shop.strikes(ctx, 25, "slide"))
        return fail<error::transient_storage>("slide 7 could not be written");
      if (!ctx.save(slide)) return pawl::snooze{1s};
      ctx.progress(slide * 100 / slides);
    }
    ctx.enter<"normalizing">();
    shop.work(ctx, 500ms);
    ctx.enter<"generating_preview">();
    shop.work(ctx, 300ms);
    ctx.enter<"finalizing">();
    shop.work(ctx, 100ms);
    return deck_jobs::convert_output{"decks/" + in.document, slides};
  }
};

struct export_deck : impatient<"deck.export", deck_jobs::export_job> {
  workshop shop;
  explicit export_deck(const workshop& s) : shop(s) {}

  outcome<deck_jobs::export_output> operator()(context& ctx, deck_jobs::export_input in) const {
    ctx.enter<"preparing">();
    shop.work(ctx, 300ms);
    ctx.enter<"rendering_slides">();
    for (int percent = 0; percent <= 100; percent += 10) {
      shop.work(ctx, 200ms);
      ctx.progress(percent);
    }
    ctx.enter<"packaging">();
    shop.work(ctx, 300ms);
    ctx.enter<"uploading_artifact">();
    shop.work(ctx, 300ms);
    if (shop.strikes(ctx, 30, "upload")) return fail<error::network_timeout>("the upload broke");
    ctx.artifact("file", "exports/" + in.document);
    return deck_jobs::export_output{"exports/" + in.document};
  }
};

struct ask_model : impatient<"deck.ai", deck_jobs::ai_job> {
  workshop shop;
  explicit ask_model(const workshop& s) : shop(s) {}

  outcome<deck_jobs::ai_output> operator()(context& ctx, deck_jobs::ai_input in) const {
    ctx.enter<"preparing_context">();
    shop.work(ctx, 200ms);
    if (in.prompt.empty()) return fail<error::validation_error>("there is no question");
    ctx.enter<"sending_prompt">();
    shop.work(ctx, 400ms);
    if (shop.strikes(ctx, 35, "model")) return fail<error::model_overloaded>("come again later");
    ctx.enter<"streaming_response">();
    for (int percent = 0; percent <= 100; percent += 5) {
      shop.work(ctx, 100ms);
      ctx.progress(percent);
    }
    ctx.audit<"model">("parrot-1");
    ctx.audit<"tokenUsage">("420");
    return deck_jobs::ai_output{"an answer to: " + in.prompt, 420};
  }
};

/// One function for each processing state. What happens in between, uploading and editing, is done
/// by people: see `editor` in main.cpp.
struct instruct : impatient<"video.instruct", video_jobs::instruct_job> {
  using input = video_jobs::video_input;
  using state = lifecycle::state;
  using remote = pawl::remote_states<state::REGENERATING>;
  workshop shop;
  explicit instruct(const workshop& s) : shop(s) {}

  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context& ctx, input in) const {
    advance(ctx, 0, 20, 1000ms);
    if (shop.is_cursed(ctx, 10, "codec")) return fail<error::unsupported_codec>("no such codec");
    ctx.artifact("audio", in.video_uri + ".wav");
    return {};
  }
  outcome<void> run(pawl::at<state::TRANSCRIBING>, context& ctx, input in) const {
    advance(ctx, 20, 50, 2000ms);
    if (shop.strikes(ctx, 30, "transcriber"))
      return fail<error::provider_network_error>("the transcriber hung up");
    ctx.artifact("transcript", in.video_uri + ".txt");
    return {};
  }
  outcome<void> run(pawl::at<state::GENERATING>, context& ctx, input in) const {
    advance(ctx, 50, 80, 2000ms);
    if (shop.strikes(ctx, 20, "generator")) return fail<error::rate_limited>("too many requests");
    ctx.artifact("draft", in.video_uri + ".draft");
    return {};
  }
  outcome<void> run(pawl::at<state::EXPORTING>, context& ctx, input in) const {
    advance(ctx, 80, 100, 1000ms);
    ctx.artifact("instruction", in.video_uri + ".pdf");
    return {};
  }

 private:
  /// The states are parts of one way, so the progress of each begins where the last one ended.
  void advance(context& ctx, int from, int to, milliseconds time) const {
    for (int percent = from; percent < to; percent += 2) {
      ctx.progress(percent);
      shop.work(ctx, time * 2 / (to - from));
    }
  }
};

}  // namespace demo
