// SPDX-License-Identifier: BSL-1.0
// A handler in a file of its own, as a program with many of them has it. The service is elsewhere.
#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>

namespace shop {

using namespace pawl::literals;

struct order {
  std::string customer;
  int cents = 0;
};

struct bill : pawl::job<"shop.bill", pawl::lifecycles::service,
                        pawl::errors<pawl::error::network_timeout, pawl::error::validation_error>,
                        pawl::retry<pawl::attempts<3>, pawl::exponential<1_s, 30_s>>> {
  outcome<std::string> operator()(context& ctx, const order& in) const;
};

bill::outcome<std::string> bill::operator()(context& ctx, const order& in) const {
  if (in.cents <= 0) return fail<pawl::error::validation_error>("there is nothing to pay");
  if (ctx.stop_requested()) return pawl::cancelled;
  return in.customer + " owes " + std::to_string(in.cents) + " cents";
}

}  // namespace shop
