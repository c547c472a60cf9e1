// SPDX-License-Identifier: BSL-1.0
#include <iostream>
#include <map>

#include <pawl/testing/crash_everywhere.hpp>

struct order {
  std::string customer;
  int items{};
};

using pawl::error::network_timeout;

/// The mail server knows a mail by its key: to send it again is to send it once.
struct invoice : pawl::job<"shop.invoice", pawl::lifecycles::service, pawl::errors<network_timeout>,
                           pawl::retry<pawl::attempts<3>>> {
  std::shared_ptr<std::map<std::string, std::string>> mails =
      std::make_shared<std::map<std::string, std::string>>();

  outcome<int> operator()(context& ctx, order in) const {
    mails->emplace(ctx.job_id(), in.customer);
    return in.items;
  }
};

int main() {
  pawl::testing::workbench jobs{invoice{}};
  jobs.fail_next<invoice, network_timeout>();  // the first attempt
  const auto job = jobs.submit<invoice>({"ALFKI", 3});
  jobs.run_to_end();  // also lets the time of the retry come
  for (const auto& state : jobs.history(job)) std::cout << state << ' ';

  const auto crashes = pawl::testing::crash_everywhere(
      [] { return invoice{}; }, {"ALFKI", 3},
      [](auto& run, auto) { return run.template handler<invoice>().mails->size() == 1; });
  std::cout << (crashes.ok() ? "and survives every crash\n" : "but not every crash\n");
}
