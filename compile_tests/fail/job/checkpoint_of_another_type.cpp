// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy has checkpoints of type int, not order; save and read that type, or declare another in pawl::checkpoint<\.\.\.>
// sentence: pawl: job … has checkpoints of type …, not …; save and read that type, or declare another in pawl::checkpoint<...>
// meaning: The next attempt would not find what it can read.
// repair: Save the declared type.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::checkpoint<int>> {
  outcome<receipt> operator()(context& ctx, order in) const {
#ifdef COMPILE_FAIL
    return receipt{ctx.save(in) ? "saved" : "lost"};
#else
    return receipt{ctx.save(7) ? "saved" : in.item};
#endif
  }
};
