// SPDX-License-Identifier: BSL-1.0
// deck.convert: an outline becomes a deck, with the pictures that it names.
#pragma once

#include <pawl/codec/json.hpp>
#include <pawl/handlers/webhook.hpp>
#include <pawl/job/stop_token.hpp>

#include "deck.hpp"
#include "fetch.hpp"
#include "files.hpp"
#include "jobs/deck.hpp"

namespace deck_service {

namespace error = pawl::error;

/// What the handlers share.
struct workshop {
  std::shared_ptr<const files> store{};
  handlers::address_guard guard{};
  milliseconds patience{20'000};  ///< with a server that is asked for something
  std::string model{};            ///< its address; empty: the one that is built in
  bool tells_partner = false;

  /// Every end of a job is announced to the partner, if there is one.
  void tell(const pawl::job_record& ended, pawl::follow_ups& next) const {
    if (tells_partner) handlers::announce(next, "partner", ended);
  }
};

struct convert : deck_jobs::convert_job {
  workshop shop;
  explicit convert(workshop with) : shop(std::move(with)) {}

  outcome<deck_jobs::convert_output> operator()(context& ctx,
                                                const deck_jobs::convert_input& in) const {
    const std::string& tenant = ctx.requested_by().tenant;
    ctx.enter<"validating_input">();
    if (!is_name(in.document) || !is_name(in.source_uri) || !is_name(tenant))
      return fail<error::validation_error>(
          "a document and its source are names of letters, digits, dots, dashes and underscores");
    if (!in.source_uri.ends_with(".md"))
      return fail<error::unsupported_format>("a source is an outline in Markdown, a file .md");

    ctx.enter<"fetching_source">();
    const auto source = files::read(shop.store->source(tenant, in.source_uri));
    if (!source) return fail<error::validation_error>("there is no such source");
    auto read = read_outline(*source);
    if (!read) return fail<error::validation_error>("the outline has no slides");
    if (!pawl::json::encode(*read)) return fail<error::corruption_detected>("it is not UTF-8");

    ctx.enter<"extracting">();
    deck& out = *read;
    const std::size_t all = out.slides.size();
    const fs::path part = shop.store->part(ctx.job_id());
    // Of an attempt whose process died: so many slides were done, and are read back.
    std::size_t done = resume(part, static_cast<std::size_t>(ctx.checkpoint().value_or(0)), out);
    if (done != 0) ctx.log("goes on behind slide " + std::to_string(done));
    std::string finished;  // slides that no checkpoint has yet
    for (; done != all; ++done) {
      ctx.stop_here();
      slide& now = out.slides[done];
      if (auto failed = fetch_pictures(ctx, in.document, done, now)) return *std::move(failed);
      finished += pawl::json::encode(now).value() + '\n';
      ctx.progress(static_cast<int>((done + 1) * 100 / all));
      // What took a while is not done again; of what takes none, a hundred slides may be.
      if (now.pictures.empty() && (done + 1) % 100 != 0) continue;
      files::append(part, std::exchange(finished, {}));
      if (!ctx.save(static_cast<int>(done + 1))) return pawl::snooze{std::chrono::seconds{1}};
    }

    ctx.enter<"normalizing">();
    if (out.title.empty()) out.title = in.document;
    for (slide& each : out.slides)
      std::erase_if(each.points, [](const std::string& point) { return point.empty(); });
    const std::string document = pawl::json::encode(out).value();

    ctx.enter<"generating_preview">();
    const std::string preview = preview_of(out);

    ctx.enter<"finalizing">();
    files::write(shop.store->preview(tenant, in.document), preview);
    files::write(shop.store->deck(tenant, in.document), document);
    return deck_jobs::convert_output{"decks/" + in.document, static_cast<int>(all)};
  }

  outcome<deck_jobs::convert_output> on_exception(const std::exception& what) const {
    if (dynamic_cast<const std::system_error*>(&what) == nullptr) throw;
    return fail<error::transient_storage>("a file could not be read or written", what.what());
  }
  void on_end(const pawl::job_record& ended, pawl::follow_ups& next) const {
    fs::remove(shop.store->part(to_string(ended.id)));
    shop.tell(ended, next);
  }

 private:
  /// How many slides an earlier attempt has done, which are put in their places. What it had
  /// written behind its last checkpoint is cut off.
  static std::size_t resume(const fs::path& part, std::size_t saved, deck& into) {
    const auto lines = files::read(part).value_or(std::string());
    std::size_t at = 0;
    std::size_t done = 0;
    for (; done < saved && done < into.slides.size(); ++done) {
      const std::size_t end = lines.find('\n', at);
      if (end == lines.npos) break;
      auto slide = pawl::json::decode<deck_service::slide>(pawl::text(lines.data() + at, end - at));
      if (!slide) break;
      into.slides[done] = *std::move(slide);
      at = end + 1;
    }
    if (!lines.empty()) fs::resize_file(part, at);
    return done;
  }

  std::optional<outcome<deck_jobs::convert_output>> fetch_pictures(context& ctx,
                                                                   const std::string& document,
                                                                   std::size_t number,
                                                                   slide& of) const {
    for (std::size_t i = 0; i < of.pictures.size(); ++i) {
      const auto got =
          ask(shop.guard, {.url = of.pictures[i].address}, shop.patience, ctx.stop_token());
      using handlers::exchange_end;
      if (got.head.end == exchange_end::stopped)
        return outcome<deck_jobs::convert_output>(pawl::cancelled);
      if (got.head.end == exchange_end::url_refused ||
          got.head.end == exchange_end::address_refused)
        return fail<error::validation_error>("a picture's address is not permitted");
      if (!got.answered() || got.head.status == 408 || got.head.status / 100 == 5)
        return fail<error::network_timeout>("a picture could not be fetched", got.head.detail);
      if (got.head.status == 429)
        return fail<error::ai_rate_limit>("a picture's server asks to be left alone")
            .after(got.head.asked_wait());
      if (got.head.status != 200)
        return fail<error::validation_error>("a picture is not where the outline says");
      const fs::path file = shop.store->pictures(ctx.requested_by().tenant, document) /
                            (std::to_string(number + 1) + '-' + std::to_string(i + 1));
      files::write(file, got.body);
      of.pictures[i].file = file.filename();
    }
    return {};
  }

  static std::string preview_of(const deck& of) {
    const auto escaped = [](std::string_view text) {
      std::string out;
      for (const char c : text) c == '<' ? out += "&lt;" : c == '&' ? out += "&amp;" : out += c;
      return out;
    };
    std::string out = "<!doctype html><title>" + escaped(of.title) + "</title>\n<h1>" +
                      escaped(of.title) + "</h1>\n<ol>\n";
    for (const slide& each : of.slides) out += "<li>" + escaped(each.title) + "</li>\n";
    return out + "</ol>\n";
  }
};

}  // namespace deck_service
