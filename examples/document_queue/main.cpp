// SPDX-License-Identifier: BSL-1.0
// Crypto-blind document processing: a queue that retries three times, one second apart.
#include "jobs/document.hpp"
#include "systems/host.hpp"

namespace {

struct process : document_jobs::process_job {
  outcome<std::string> operator()(context&, const document_jobs::document_input& in) const {
    return in.reference + " processed";
  }
};

}  // namespace

int main(int argc, char** argv) {
  const auto asked = systems::read_options(
      argc, argv, {.name = "document_queue", .summary = "Processes documents without reading them."});
  if (!asked) return asked.error();
  return systems::on_store(*asked, [&](auto store) {
    pawl::service jobs{std::move(store), process{}};
    return systems::serve<pawl::http::read_only, pawl::http::submit, pawl::http::control,
                          pawl::http::events, pawl::http::metrics>(jobs, *asked);
  });
}
