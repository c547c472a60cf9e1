// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: operator\(\) of handler buy has another shape; write outcome<output> operator\(\)\(context&, input\) const, or task<outcome<output>> for a coroutine
// sentence: pawl: operator() of handler … has another shape; write outcome<output> operator()(context&, input) const, or task<outcome<output>> for a coroutine
// meaning: The handler takes or returns something else than a context, an input and an outcome.
// repair: Take context& and the input, and return outcome<output>.
// [SVC-03]
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
#ifdef COMPILE_FAIL
  receipt operator()(context&, order) const { return receipt{}; }
#else
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
#endif
};
pawl::jobs<buy> all;
