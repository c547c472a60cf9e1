// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: operator\(\) of handler buy has another shape; write outcome<output> operator\(\)\(context&, input\) const, or task<outcome<output>> for a coroutine
// sentence: pawl: operator() of handler … has another shape; write outcome<output> operator()(context&, input) const, or task<outcome<output>> for a coroutine
// meaning: The parameters or the result are not those of a handler; an input is taken by value or by const reference.
// repair: Write the call operator as the sentence says.
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
  outcome<receipt> operator()(context&, order&) const { return receipt{}; }
#else
  outcome<receipt> operator()(context&, const order&) const { return receipt{}; }
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
