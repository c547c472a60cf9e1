// SPDX-License-Identifier: BSL-1.0
// deck.ai and deck.ai_private: a question to a model, which answers piece by piece.
//
// A provider is sent {"prompt": …, "context": …} and answers 200 with lines of JSON, as they come:
// {"text": …} for each piece, and {"model": …, "tokenUsage": …} when it knows them.
#pragma once

#include <functional>
#include <map>

#include "convert.hpp"

namespace deck_service {

struct question {
  std::string prompt;
  std::string context;
};
struct model_line {
  std::optional<std::string> text{};
  std::optional<std::string> model{};
  std::optional<std::int64_t> tokenUsage{};
};

/// What a model has said so far.
struct model_answer {
  std::string text{};
  std::string model{};
  std::int64_t tokens = 0;
  std::string pending{};  ///< of a line that is not complete
  bool nonsense = false;

  /// True if there is more text than before.
  bool take(std::string_view bytes) {
    pending += bytes;
    bool more = false;
    for (std::size_t end = 0; (end = pending.find('\n')) != pending.npos;
         pending.erase(0, end + 1)) {
      if (end == 0) continue;
      const auto line = pawl::json::decode<model_line>(pawl::text(pending.data(), end));
      nonsense |= !line;
      if (!line) continue;
      if (line->text) text += *line->text;
      more |= line->text.has_value();
      if (line->model) model = *line->model;
      if (line->tokenUsage) tokens = *line->tokenUsage;
    }
    return more;
  }
};

/// The model that is built in answers with the slide that has most words of the question.
inline std::string answer_by_heart(const std::string& prompt, const deck* about) {
  if (about == nullptr) return "Ask me about a document: I know nothing else.";
  const auto words_of = [](std::string_view text) {
    std::map<std::string, int> out;
    std::string word;
    for (const char c : std::string(text) + ' ') {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      } else if (word.size() > 2) {
        ++out[std::exchange(word, {})];
      } else {
        word.clear();
      }
    }
    return out;
  };
  const auto asked = words_of(prompt);
  const slide* best = &about->slides.front();
  int most = -1;
  for (const slide& each : about->slides) {
    std::string all = each.title;
    for (const std::string& point : each.points) all += ' ' + point;
    int common = 0;
    for (const auto& [word, times] : words_of(all)) common += asked.contains(word) ? times : 0;
    if (common > most) {
      most = common;
      best = &each;
    }
  }
  std::string out = best->title + ':';
  for (const std::string& point : best->points) out += ' ' + point + '.';
  return out;
}

template <class Job>
struct ask_model : Job {
  using typename Job::context;
  workshop shop;
  explicit ask_model(workshop with) : shop(std::move(with)) {}

  typename Job::template outcome<deck_jobs::ai_output> operator()(
      context& ctx, const deck_jobs::ai_input& in) const {
    ctx.template enter<"preparing_context">();
    if (in.prompt.empty())
      return Job::template fail<error::validation_error>("there is no question");
    std::optional<deck> about;
    if (in.document) {
      const std::string& tenant = ctx.requested_by().tenant;
      if (!is_name(*in.document) || !is_name(tenant))
        return Job::template fail<error::validation_error>("a document is one name");
      const auto read = files::read(shop.store->deck(tenant, *in.document));
      auto decoded = pawl::json::decode<deck>(pawl::text(read.value_or(std::string())));
      if (!decoded) return Job::template fail<error::validation_error>("there is no such deck");
      about = *std::move(decoded);
    }

    ctx.template enter<"sending_prompt">();
    model_answer said;
    bool streams = false;
    const auto hear = [&](std::string_view bytes) {
      if (!std::exchange(streams, true)) ctx.template enter<"streaming_response">();
      if (!said.take(bytes)) return;
      ctx.first_output();
      // How long an answer becomes is not known: half of what is left, with each thousand bytes.
      ctx.progress(100 - static_cast<int>(100'000 / (1000 + said.text.size())));
    };
    if (shop.model.empty()) {
      const std::string text = answer_by_heart(in.prompt, about ? &*about : nullptr);
      const model_line whole{text, "by-heart-1",
                             static_cast<std::int64_t>((in.prompt.size() + text.size()) / 4)};
      hear(pawl::json::encode(whole).value() + '\n');
    } else if (auto refused = ask_provider(ctx, in, about, hear)) {
      return *std::move(refused);
    }
    if (said.nonsense || !said.pending.empty())
      return Job::template fail<error::network_timeout>("the model's answer ended in the middle");

    ctx.template enter<"finalizing">();
    if (!said.model.empty()) ctx.template audit<"model">(said.model);
    if (said.tokens != 0) ctx.template audit<"tokenUsage">(std::to_string(said.tokens));
    return deck_jobs::ai_output{said.text, said.tokens};
  }

  void on_end(const pawl::job_record& ended, pawl::follow_ups& next) const {
    shop.tell(ended, next);
  }

 private:
  using result = typename Job::template outcome<deck_jobs::ai_output>;

  /// Nothing if it has answered.
  std::optional<result> ask_provider(context& ctx, const deck_jobs::ai_input& in,
                                     const std::optional<deck>& about,
                                     const std::function<void(std::string_view)>& hear) const {
    const question sent{in.prompt, about ? pawl::json::encode(*about).value() : std::string()};
    const auto got = ask(shop.guard,
                         {.url = shop.model,
                          .headers = {"Content-Type: application/json"},
                          .body = pawl::json::encode(sent).value()},
                         shop.patience, ctx.stop_token(), hear);
    const auto wait = got.head.asked_wait();
    if (got.head.end == handlers::exchange_end::stopped) return result(pawl::cancelled);
    if (!got.answered())
      return result(
          Job::template fail<error::network_timeout>("the model did not answer", got.head.detail));
    switch (got.head.status) {
      case 200:
        return {};
      case 402:
        return result(Job::template fail<error::quota_exceeded>("the provider's quota is used up"));
      case 429:
        return result(Job::template fail<error::ai_rate_limit>("the provider asks to be left alone")
                          .after(wait));
      default:
        break;
    }
    if (got.head.status / 100 == 5)
      return result(
          Job::template fail<error::model_overloaded>("the model is overloaded").after(wait));
    return result(Job::template fail<error::validation_error>("the provider refuses the question"));
  }
};

using ask_ai = ask_model<deck_jobs::ai_job>;
using ask_ai_privately = ask_model<deck_jobs::private_ai_job>;

}  // namespace deck_service
