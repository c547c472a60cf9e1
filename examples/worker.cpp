// SPDX-License-Identifier: BSL-1.0
// A program that runs jobs until it gets SIGINT or SIGTERM. worker.sh runs it as a test.
#include <iostream>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

struct greet : pawl::job<"acme.greet", pawl::lifecycles::service> {
  outcome<void> operator()(context&, std::string name) const {
    std::cout << "hello, " << name << std::endl;
    return {};
  }
};

// [worker]
int main() {
  pawl::service jobs{pawl::storage::sqlite<>::open("worker.db").value(), greet{}};
  if (!jobs.as({.tenant = "acme", .user = "ann"}).submit<greet>("ann")) return 1;
  return pawl::run_until_signal(jobs, {.workers = 4}) ? 0 : 1;  // starts the service
}
// [end]
