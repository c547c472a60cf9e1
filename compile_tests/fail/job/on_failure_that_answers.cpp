// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_failure of handler buy has another shape; write one public void on_failure\(const input&, const pawl::job_error&\) const
// sentence: pawl: on_failure of handler … has another shape; write one public void on_failure(const input&, const pawl::job_error&) const
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
  bool on_failure(const order&, const pawl::job_error&) const { return true; }
#else
  void on_failure(const order&, const pawl::job_error&) const {}
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
