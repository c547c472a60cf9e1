// SPDX-License-Identifier: BSL-1.0
// Empty jobs in memory: submitted in batches of 1000, then claimed, run and settled by one worker.
// The script counts its instructions, and runs it on one core.
// Usage: bench_engine_memory <jobs> [<rounds>]
// Prints the jobs a second of each round, from the first claim to the last settlement.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include <pawl/service.hpp>
#include <pawl/testing/memory_store.hpp>

#include "examples/jobs/service.hpp"

namespace {

using service_jobs::report_input;
using service_jobs::report_output;

constexpr std::size_t batch = 1000;

/// Does nothing, and tells when all have.
struct empty : service_jobs::report_job {
  std::shared_ptr<std::atomic<std::size_t>> left = std::make_shared<std::atomic<std::size_t>>(0);
  outcome<report_output> operator()(context&, const report_input&) const {
    if (left->fetch_sub(1) == 1) left->notify_all();
    return report_output{};
  }
};

double drain(std::size_t count) {
  const empty handler;
  pawl::service jobs{std::make_unique<pawl::testing::memory_store<pawl::system_clock>>(), handler};
  const auto me = jobs.as({.tenant = "acme", .user = "u", .organisation = {}});
  const std::vector<report_input> inputs(batch, report_input{"ALFKI", 2026});
  for (std::size_t done = 0; done < count; done += batch)
    for (const auto& each : me.submit_all<empty>(inputs))
      if (!each) std::exit(1);
  *handler.left = count;
  const auto begin = std::chrono::steady_clock::now();
  if (!jobs.start({.workers = 1, .prefetch = batch})) std::exit(1);
  for (std::size_t now = 0; (now = handler.left->load()) > 0;) handler.left->wait(now);
  jobs.stop();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return static_cast<double>(count) / took.count();
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t jobs = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : 0;
  const long rounds = count > 2 ? std::strtol(arguments[2], nullptr, 10) : 1;
  if (jobs == 0 || jobs % batch != 0) {
    std::fprintf(stderr, "usage: bench_engine_memory <a multiple of %zu> [<rounds>]\n", batch);
    return 2;
  }
  for (long round = 0; round < rounds; ++round) std::printf("%.0f\n", drain(jobs));
}
