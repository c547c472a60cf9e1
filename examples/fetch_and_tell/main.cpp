// SPDX-License-Identifier: BSL-1.0
// Fetches a file into a directory, and tells a partner how that ended:
//   PARTNER_SECRET=<32 bytes or more> fetch_and_tell <database> <directory> <address> <name>
//     <partner's address> [<inner network> <port>...]
// Kill it and run it again: it goes on. A network that is not public is permitted if it is named.
#include <cstdlib>
#include <iostream>
#include <string>

#include <pawl/handlers/download.hpp>
#include <pawl/handlers/webhook.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

using namespace std::chrono_literals;
namespace handlers = pawl::handlers;

// [announced]
struct fetch : handlers::download {
  using download::download;

  void on_end(const pawl::job_record& ended, pawl::follow_ups& next) const {
    download::on_end(ended, next);  // removes what is not finished
    handlers::announce(next, "partner", ended);
  }
};
// [end]

int main(int count, char** words) {
  const char* secret = std::getenv("PARTNER_SECRET");
  if (count < 6 || secret == nullptr) {
    std::cerr << "PARTNER_SECRET=... fetch_and_tell <database> <directory> <address> <name> "
                 "<partner's address> [<inner network> <port>...]\n";
    return 2;
  }
  const std::string database = words[1];
  const std::string directory = words[2];
  const std::string address = words[3];
  const std::string name = words[4];
  const std::string partner = words[5];

  // [guard]
  handlers::address_guard guard;  // public addresses, at the ports 80 and 443
  if (count > 6) guard.allow_network(words[6]);
  for (int i = 7; i < count; ++i) guard.allow_port(static_cast<std::uint16_t>(std::atoi(words[i])));
  // [end]

  // [handlers]
  handlers::download_options options{.root = directory, .guard = guard};
  options.most_bytes = std::int64_t{4} << 30;
  options.longest = 2h;
  handlers::webhook webhook({.guard = guard});
  webhook.add("partner", {.url = partner, .secret = pawl::secret<std::string>(secret)});

  auto store = pawl::storage::sqlite<>::open(database);
  if (!store) {
    std::cerr << describe(store.error()) << '\n';
    return 1;
  }
  pawl::service jobs{*std::move(store), fetch(options), webhook};
  // [end]
  if (auto started = jobs.start({.workers = 2, .maintenance = 50ms}); !started) {
    std::cerr << describe(started.error()) << '\n';
    return 1;
  }

  // [submit]
  const auto me = jobs.as({.tenant = "acme", .user = "ann"});
  const auto job = me.submit<fetch>({.url = address, .dest = name}, {.key = name});
  if (!job) {
    std::cerr << describe(job.error()) << '\n';
    return 1;
  }
  const auto file = me.result(*job, 2h);
  // [end]
  if (file)
    std::cout << file->dest << ": " << file->bytes << " bytes\n";
  else
    std::cout << describe(file.error()) << '\n';

  // The delivery is a job like any other, of the same tenant.
  pawl::storage::list_filter deliveries;
  deliveries.handler = "pawl.webhook.v1";
  while (true) {
    const auto page = me.list(deliveries);
    if (!page) return 1;
    if (!page->jobs.empty()) {
      std::cout << "told: " << me.wait(page->jobs.front().id, 1h)->state << '\n';
      return 0;
    }
    std::this_thread::sleep_for(20ms);
  }
}
