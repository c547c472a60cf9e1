// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an artifact is a name and a text, such as an address; write std::to_string\(number\)
// sentence: pawl: an artifact is a name and a text, such as an address; write std::to_string(number)
// meaning: Artifacts are stored as they are given, and read by others.
// repair: Make a text of it.
#include <string>

#include <pawl/job.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
#ifdef COMPILE_FAIL
  outcome<void> operator()(context& ctx, int) const {
    ctx.artifact("pages", 42);
    return {};
  }
#else
  outcome<void> operator()(context& ctx, int) const {
    ctx.artifact("pages", std::to_string(42));
    return {};
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
