// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.look is ephemeral, so a checkpoint would be lost with its process; make it durable, or do not save one
// sentence: pawl: job … is ephemeral, so a checkpoint would be lost with its process; make it durable, or do not save one
// meaning: A checkpoint is for the attempt after a crash, and an ephemeral job does not survive one.
// repair: Drop ephemeral<...>, or keep the data in the handler.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct look : pawl::job<"shop.look", pawl::lifecycles::service, pawl::checkpoint<order>
#ifdef COMPILE_FAIL
                        ,
                        pawl::ephemeral<>
#endif
                        > {
  outcome<void> operator()(context& ctx, order in) const {
    if (!ctx.save(in)) return pawl::cancelled;
    return {};
  }
};
