// SPDX-License-Identifier: BSL-1.0
#include <iostream>
#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>
using namespace pawl::error;

struct order {
  std::string customer;
  int cents;
};
struct bill : pawl::job<"shop.bill", pawl::lifecycles::service,
                        pawl::errors<network_timeout, validation_error>> {
  outcome<std::string> operator()(context&, order in) const {
    if (in.cents <= 0) return fail<validation_error>("there is nothing to pay");
    // return fail<quota_exceeded>("too many bills");  // does not compile
    return in.customer + " owes " + std::to_string(in.cents) + " cents";
  }
};

int main() {
  pawl::service jobs{pawl::storage::sqlite<>::open("hello.db").value(), bill{}};
  if (!jobs.start()) return 1;
  auto shop = jobs.as({.tenant = "shop", .user = "ann"});
  auto job = shop.submit<bill>({"ALFKI", 1990}).value();
  std::cout << shop.result(job, std::chrono::seconds{10}).value() << '\n';
}
