// SPDX-License-Identifier: BSL-1.0
// A program that downloads a file or announces the end of a job, to be killed in the middle and run
// again, so many minutes later by its own clock. It says how its jobs stand.
#include <signal.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include <pawl/handlers/download.hpp>
#include <pawl/handlers/webhook.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/manual_clock.hpp>
#include <pawl/testing/stepped_engine.hpp>

namespace {

using namespace std::chrono_literals;
namespace handlers = pawl::handlers;

struct render : pawl::job<"mortal.render.v1", pawl::lifecycles::service>,
                handlers::announced_to<"partner"> {
  bool dies = false;

  outcome<int> operator()(context&, int slides) const { return slides; }
  void on_end(const pawl::job_record& ended, pawl::follow_ups& next) const {
    announced_to::on_end(ended, next);
    if (dies) ::raise(SIGKILL);  // after the job's end is stored, before its announcement is
  }
};

}  // namespace

// mortal <download|announce|die> <database> <root> <address> <port> <minutes>
int main(int count, char** words) {
  if (count != 7) return 2;
  const std::string task = words[1];
  pawl::testing::manual_clock clock;
  clock.advance(std::chrono::minutes(std::atoi(words[6])));
  auto store = pawl::storage::sqlite<pawl::testing::manual_clock>::open(
      words[2], {.durability = pawl::storage::durability_level::normal}, clock);
  if (!store) {
    std::cerr << describe(store.error()) << '\n';
    return 1;
  }
  handlers::address_guard guard;
  guard.allow_network("127.0.0.0/8").allow_port(static_cast<std::uint16_t>(std::atoi(words[5])));
  render renders;
  renders.dies = task == "die";
  handlers::webhook webhook({.guard = guard});
  webhook.add("partner",
              {.url = words[4],
               .secret = pawl::secret<std::string>("the secret that sender and receiver share")});
  handlers::download_options options{.root = words[3], .guard = guard, .chunk_size = 16'384};
  pawl::service jobs{*std::move(store), handlers::download(options), renders, webhook};
  const auto me = jobs.as({.tenant = "acme", .user = "ann"});
  const auto engine = pawl::testing::stepped_engine(jobs, {.workers = 1});
  if (!engine->enrol()) return 1;
  // The key makes the second run ask for the job of the first.
  pawl::job_id job{};
  if (task == "download")
    job = me.submit<handlers::download>({.url = words[4], .dest = "model.bin"}, {.key = "one"})
              .value()
              .id;
  else
    job = me.submit<render>(7, {.key = "one"}).value().id;
  for (int round = 0; round < 15; ++round) {
    engine->run_until_idle();
    engine->maintain_once();
    for (int step = 0; step < 4; ++step) {
      clock.advance(15s);
      engine->keep_once();
    }
  }
  const auto listed = me.list();
  if (!listed) return 1;
  for (const pawl::job_record& each : listed->jobs)
    std::cout << each.handler << ' ' << each.state << ' ' << each.attempt << '\n';
  const auto ended = me.status(job);
  std::cout << "event " << pawl::job_event{.job = ended->id, .number = ended->last_event}.id()
            << '\n';
  return 0;
}
