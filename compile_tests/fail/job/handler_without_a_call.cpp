// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy cannot be called; give it one public outcome<output> operator\(\)\(context&, input\) const that is no template, or declare `using input` and write one run\(at<state>, context&, input\) per active state
// sentence: pawl: handler … cannot be called; give it one public outcome<output> operator()(context&, input) const that is no template, or declare `using input` and write one run(at<state>, context&, input) per active state
// meaning: The input and the output of a job are read off its one call operator; a missing, overloaded or templated one says nothing.
// repair: Write exactly one operator() with concrete types.
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
  outcome<receipt> operator()(context&, auto) const { return receipt{}; }
#else
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
#endif
};
pawl::jobs<buy> all;
