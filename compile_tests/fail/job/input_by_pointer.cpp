// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: operator\(\) of handler buy has another shape; write outcome<output> operator\(\)\(context&, input\) const, or task<outcome<output>> for a coroutine
// sentence: pawl: operator() of handler … has another shape; write outcome<output> operator()(context&, input) const, or task<outcome<output>> for a coroutine
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
#ifdef COMPILE_FAIL
  outcome<std::string> operator()(context&, const order* in) const { return in->item; }
#else
  outcome<std::string> operator()(context&, const order& in) const { return in.item; }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
