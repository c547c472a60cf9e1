// SPDX-License-Identifier: BSL-1.0
// A platform on which services run their functions in the background, per tenant. Over HTTP it can
// be looked at and nothing else; jobs are submitted in C++, by this program (see native.hpp) or any
// other on the same store.
#include <pawl/handlers/download.hpp>
#include <pawl/observe/span.hpp>
#include <pawl/storage/memory.hpp>

#include "service_jobs/handlers.hpp"
#include "service_jobs/native.hpp"
#include "systems/host.hpp"

namespace {

using namespace service_jobs;

const systems::about service{
    .name = "service_jobs",
    .summary = "Runs reports, imports, payments and downloads in the background.",
    .own = {{"--folder", "", "where handlers read and write; else beside the database"},
            {"--provider", "", "the address that takes payments"},
            {"--local-ports", "", "that jobs may connect to: 8099,8100"},
            {"--follow", "", "a file or pipe to follow, in memory"},
            {"--spans", "", "a file for the attempts, as spans of their traces"},
            {"--report", "", "CUSTOMER:YEAR: submit that, and end"},
            {"--cancel", "", "ID: cancel that job, and end"},
            {"--dead-letters", "", "TYPE: list those of a type, and end"},
            {"--replay", "", "ID: submit a dead letter again, and end"}}};

/// The public Internet, and what the command line names.
pawl::handlers::address_guard guard_of(const systems::options& asked) {
  pawl::handlers::address_guard out;
  std::string_view ports = asked.own.at("--local-ports");
  if (!ports.empty()) out.allow_network("127.0.0.0/8");
  while (!ports.empty()) {
    const std::string port(ports.substr(0, ports.find(',')));
    out.allow_port(static_cast<std::uint16_t>(std::atoi(port.c_str())));
    ports.remove_prefix(std::min(ports.size(), port.size() + 1));
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const auto asked = systems::read_options(argc, argv, service);
  if (!asked) return asked.error();
  return systems::on_store(*asked, [&](auto store) {
    if (is_native(*asked)) return act_natively(std::move(store), *asked);
    const fs::path folder = systems::place_of(*asked, "--folder", ".files");
    prepare(folder);
    const pawl::handlers::address_guard guard = guard_of(*asked);
    pawl::service jobs{std::move(store),
                       report(folder),
                       import_orders(folder),
                       charge(folder, asked->own.at("--provider"), guard),
                       follow{},
                       pawl::handlers::download({.root = folder / "files", .guard = guard})};
    // The system's own work belongs to no customer.
    if (const std::string& stream = asked->own.at("--follow"); !stream.empty()) {
      const auto job = jobs.as_root("service_jobs")
                           .template submit<follow>({std::make_shared<line_feed>(stream)});
      if (!job) return complain(job.error());
      std::cout << "follows: " << to_string(job->id) << '\n';
    }
    pawl::service_options how;
    if (const std::string& file = asked->own.at("--spans"); !file.empty())
      how.spans = [file](const pawl::observe::span& each) {
        std::ofstream(file, std::ios::app)
            << each.trace + ' ' + each.parent + ' ' + each.handler + ' ' + each.state + '\n';
      };
    using namespace pawl::http;
    return systems::serve<read_only, events, metrics, dashboard>(jobs, *asked, std::move(how));
  });
}
