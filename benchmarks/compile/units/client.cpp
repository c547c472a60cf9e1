// SPDX-License-Identifier: BSL-1.0
// A program that only submits, jobs of one type, which another program runs.
#include <cstdio>
#include <string>

#if __has_include(<pawl/client.hpp>)
#include <pawl/client.hpp>
#else
#include <pawl/service.hpp>
#endif
#include <pawl/storage/sqlite.hpp>

struct order {
  std::string customer;
  int cents = 0;
};
struct bill : pawl::job<"shop.bill", pawl::lifecycles::service,
                        pawl::errors<pawl::error::network_timeout>> {
  outcome<std::string> operator()(context&, const order& in) const;
};

int main() {
  pawl::client jobs{pawl::storage::sqlite<>::open("shop.db").value(), pawl::jobs<bill>{}};
  const auto job = jobs.as({.tenant = "shop", .user = "ann"}).submit<bill>({"ALFKI", 1990});
  std::puts(job ? "submitted" : "refused");
}
