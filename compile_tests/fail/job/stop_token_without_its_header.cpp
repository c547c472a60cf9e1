// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a handler's stop token is a std::stop_token; include <pawl/job/stop_token.hpp>, or ask ctx.stop_requested\(\)
// sentence: pawl: a handler's stop token is a std::stop_token; include <pawl/job/stop_token.hpp>, or ask ctx.stop_requested()
// meaning: Most handlers ask whether they should stop; they do not pay for the standard header.
// repair: Include <pawl/job/stop_token.hpp> where the token is passed on.
#include <string>

#include <pawl/job.hpp>
#ifndef COMPILE_FAIL
#include <pawl/job/stop_token.hpp>
#endif

struct order {
  std::string item;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context& ctx, order) const {
    if (ctx.stop_token().stop_requested()) return pawl::cancelled;
    return {};
  }
};
pawl::jobs<buy> all;
