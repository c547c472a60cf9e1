// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy has a member on_failed, which nothing calls or reads; write on_failure, or give it quite another name
// sentence: pawl: handler … has a member …, which nothing calls or reads; write …, or give it quite another name
// meaning: Callbacks and versions are found by their names; one that is misspelt is never called.
// repair: Spell it as the sentence says.
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
  void on_failed(const order&, const pawl::job_error&) const {}
#else
  void on_failure(const order&, const pawl::job_error&) const {}
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
