// SPDX-License-Identifier: BSL-1.0
// The job service of a slide-deck application: convert, export, ai.
#include <cstdlib>
#include <functional>

#include <pawl/handlers/webhook.hpp>

#include "ai.hpp"
#include "convert.hpp"
#include "export.hpp"
#include "systems/host.hpp"

namespace {

using namespace deck_service;
namespace http = pawl::http;

const systems::about service{
    .name = "deck_service",
    .summary = "Converts outlines to decks, exports them, and asks a model about them.",
    .own = {{"--files", "", "the folder with sources, decks and exports; else beside the database"},
            {"--model", "", "a provider's address; without it, a small model answers"},
            {"--patience", "20", "seconds that another server may take"},
            {"--inside", "", "networks and ports that are not public, and may be asked"},
            {"--webhook", "", "told of every end, signed with PARTNER_SECRET"},
            {"--exports", "8", "exports that run at the same time, in all processes"},
            {"--exports-per-document", "2", "of one document"},
            {"--high-watermark", "10000", "jobs that may wait before new ones are refused"},
            {"--reprocess-after", "0", "seconds until a dead letter is tried again; 0: never"},
            {"--window", "20", "attempts whose failure rate is judged together"}}};

/// `/files/<tenant>/<name>?expires=…&signature=…`: what was exported, for every client that has the
/// address.
http::own_routes downloads(std::shared_ptr<const files> store, std::function<pawl::instant()> now) {
  return [store, now](const http::own_request& asked) -> std::optional<http::response> {
    const auto& path = asked.target.segments;
    if (path.size() != 3 || path[0] != "files" || asked.method != "GET") return {};
    const auto parameter = [&](std::string_view name) {
      for (const auto& [key, value] : asked.target.query)
        if (key == name) return value;
      return std::string();
    };
    http::response out;
    out.set("Content-Type", "text/plain");
    if (!is_name(path[1]) || !is_name(path[2]) ||
        !store->is_signed(path[1], path[2], parameter("expires"), parameter("signature"), now())) {
      out.status = 403;
      out.body = "this address opens nothing, or no longer\n";
      return out;
    }
    auto bytes = files::read(store->exported(path[1], path[2]));
    if (!bytes) {
      out.status = 410;
      out.body = "the file is gone\n";
      return out;
    }
    out.headers.clear();
    out.set("Content-Type",
            path[2].ends_with(".pdf")
                ? "application/pdf"
                : "application/vnd.openxmlformats-officedocument.presentationml.presentation");
    out.set("Content-Disposition", "attachment; filename=\"" + path[2] + '"');
    out.body = *std::move(bytes);
    return out;
  };
}

}  // namespace

int main(int argc, char** argv) try {
  const auto read = systems::read_options(argc, argv, service);
  if (!read) return read.error();
  const systems::options& asked = *read;
  const auto number = [&](const char* name) { return std::stoi(asked.own.at(name)); };

  const auto store = std::make_shared<const files>(systems::place_of(asked, "--files", ".files"));
  const char* const secret = std::getenv("PARTNER_SECRET");
  const std::string& partner = asked.own.at("--webhook");
  const workshop shop{.store = store,
                      .guard = read_guard(asked.own.at("--inside")),
                      .patience = std::chrono::seconds{number("--patience")},
                      .model = asked.own.at("--model"),
                      .tells_partner = !partner.empty()};
  handlers::webhook webhook({.guard = shop.guard});
  if (!partner.empty())
    webhook.add("partner", {.url = partner,
                            .secret = pawl::secret<std::string>(secret != nullptr ? secret : "")});

  return systems::on_store(asked, [&](auto jobs_store) {
    pawl::service jobs{std::move(jobs_store), convert{shop},          export_deck{shop},
                       ask_ai{shop},          ask_ai_privately{shop}, std::move(webhook)};
    for (const auto& [limit, option] :
         {std::pair("concurrent", "--exports"),
          std::pair("active_per_document_at_claim", "--exports-per-document")})
      if (const auto set = jobs.template configure<export_deck>(limit, number(option)); !set) {
        std::cerr << option << ": " << describe(set.error()) << '\n';
        return 2;
      }
    // Jobs take seconds: none is held ready that another process could run, or an urgent one
    // overtake.
    pawl::service_options how{.prefetch = 0, .high_watermark = number("--high-watermark")};
    how.adaptive.window = static_cast<unsigned>(number("--window"));
    if (const int after = number("--reprocess-after"); after != 0)
      how.reprocess = {.after = std::chrono::seconds{after}};
    how.escalate = [](const pawl::escalation& what) {
      std::cerr << "look at this: " << what.handler << ' ' << to_string(what.job) << ": "
                << what.code << ": " << what.detail << std::endl;
    };
    return systems::serve<http::read_only, http::submit, http::control, http::events, http::metrics,
                          http::dashboard>(
        jobs, asked, std::move(how),
        {.otherwise = downloads(store, [&jobs] { return jobs.store().now(); })});
  });
} catch (const std::exception& why) {
  std::cerr << "deck_service: " << why.what() << '\n';
  return 2;
}
