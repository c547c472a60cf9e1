// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/job.hpp>

namespace support {

struct order {
  std::string item;
  int count{};
};
struct receipt {
  std::string number;
};
struct place {
  int line{};
};

struct sold_out : pawl::error_class<"sold_out", pawl::retryability::fatal> {};

using shop_job =
    pawl::job<"shop.buy", pawl::lifecycles::service,
              pawl::errors<pawl::error::network_timeout, sold_out>,
              pawl::stages<pawl::stage<"paying", 0, 40>, pawl::stage<"packing", 40, 100>>,
              pawl::audit<"card">, pawl::checkpoint<place>>;

/// A handler that uses everything a context has.
struct buy : shop_job {
  outcome<receipt> operator()(context& ctx, const order& wanted) const {
    const int from = ctx.checkpoint().value_or(place{}).line;
    ctx.enter<"paying">();
    ctx.progress(50, "half paid");
    ctx.audit<"card">("visa");
    if (wanted.item == "nothing") return fail<sold_out>("there is none left", "shelf 3");
    if (ctx.stop_requested()) return pawl::cancelled;
    ctx.enter<"packing">();
    if (!ctx.save(place{from + wanted.count})) return pawl::cancelled;
    ctx.log("packed");
    return receipt{std::to_string(from + wanted.count)};
  }
};

}  // namespace support
