// SPDX-License-Identifier: BSL-1.0
// From an uploaded video to an edited and exported instruction: see README.md.
#include <fstream>

#include "pipeline.hpp"
#include "systems/host.hpp"

namespace {

namespace http = pawl::http;

std::string first_line_of(const std::string& file) {
  std::ifstream in(file);
  std::string out;
  std::getline(in, out);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const auto asked = systems::read_options(
      argc, argv,
      {.name = "video_pipeline",
       .summary = "Makes instructions of videos.",
       .own = {{"--files", "",
                "folder of the videos and of what is made of them; else beside the database"},
               {"--speech", "", "address of a speech-to-text provider; without it, a built-in one"},
               {"--workflow", "", "address that is told which jobs were cancelled"},
               {"--secret", "", "file with 32 bytes or more, by which it knows who tells it"}}});
  if (!asked) return asked.error();
  const std::string workflow = asked->own.at("--workflow");
  const auto tools = std::make_shared<const video::tools>(
      video::tools{.files = video::files(systems::place_of(*asked, "--files", ".files")),
                   .speech = video::speech(asked->own.at("--speech")),
                   .tells_workflow = !workflow.empty()});
  pawl::handlers::webhook webhook({.guard = video::guard_for(workflow)});
  if (!workflow.empty()) {
    const std::string secret = first_line_of(asked->own.at("--secret"));
    if (secret.size() < 32) {
      std::cerr << "video_pipeline: --workflow needs a --secret, a file with 32 bytes or more\n";
      return 2;
    }
    webhook.add("workflow", {.url = workflow, .secret = pawl::secret<std::string>(secret)});
  }
  return systems::on_store(*asked, [&](auto store) {
    pawl::service jobs{std::move(store), video::instruct(tools), video::studio(tools), webhook};
    return systems::serve<http::read_only, http::submit, http::control, http::callbacks,
                          http::events, http::metrics, http::dashboard>(
        jobs, *asked, {}, {.view = http::views::video});
  });
}
