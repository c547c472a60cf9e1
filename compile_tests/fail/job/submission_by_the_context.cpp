// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: what follows a job is submitted at its end; write on_end\(const pawl::job_record&, pawl::follow_ups& next\) const, and next\.submit<handler>\(\.\.\.\)
// sentence: pawl: what follows a job is submitted at its end; write on_end(const pawl::job_record&, pawl::follow_ups& next) const, and next.submit<handler>(...)
// meaning: A handler may run more than once, and would submit as often; what is submitted at the end of a job is submitted once.
// repair: Write on_end, or give the handler a session of its own and submit with a key.
#include <string>

#include <pawl/job.hpp>

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
#ifdef COMPILE_FAIL
  outcome<void> operator()(context& ctx, int) const {
    static_cast<void>(ctx.submit<buy>(7));
    return {};
  }
#else
  outcome<void> operator()(context& ctx, int) const {
    static_cast<void>(ctx);
    return {};
  }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
