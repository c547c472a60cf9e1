// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop.buy is stored and shop.look is in memory, so no commit has both; make both durable or both ephemeral, or submit by a session
// sentence: pawl: job … is … and … is …, so no commit has both; make both durable or both ephemeral, or submit by a session
// meaning: A handler submits a job with its own end, and the two are kept in different places: they cannot be committed together.
// repair: Make both jobs durable or both ephemeral; or submit it by a session, on its own.
#include <string>

#include <pawl/runtime/submit.hpp>

struct order {
  std::string item;
};
struct tell : pawl::job<"shop.tell", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};
struct look : pawl::job<"shop.look", pawl::lifecycles::service, pawl::ephemeral<>> {
  outcome<void> operator()(context&, const order&) const { return {}; }
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context& ctx, order) const {
#ifdef COMPILE_FAIL
    static_cast<void>(ctx.submit<look>({"tea"}));
#else
    static_cast<void>(ctx.submit<tell>({"tea"}));
#endif
    return {};
  }
};
