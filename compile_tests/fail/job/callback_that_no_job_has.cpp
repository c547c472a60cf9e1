// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy has a member on_cancel, which nothing calls or reads; the callbacks are on_success, on_failure, on_end and on_exception, so use one of them, or give it quite another name
// sentence: pawl: handler … has a member …, which nothing calls or reads; the callbacks are on_success, on_failure, on_end and on_exception, so use one of them, or give it quite another name
// meaning: A handler is told of success, of failure for good and of any end, and of nothing else.
// repair: Use one of them; to see a cancellation, ask `ctx.stop_requested()`.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
#ifdef COMPILE_FAIL
  void on_cancel(const order&) const {}
#else
  void on_failure(const order&, const pawl::job_error&) const {}
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
