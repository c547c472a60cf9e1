// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_failure of handler buy has another shape; write one public void on_failure\(const input&, const pawl::job_error&\) const
// sentence: pawl: on_failure of handler … has another shape; write one public void on_failure(const input&, const pawl::job_error&) const
// meaning: The member would never be called.
// repair: Take the input and the error by const reference, and make it const.
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
  void on_failure(const order&, int) const {}
#else
  void on_failure(const order&, const pawl::job_error&) const {}
#endif
};
pawl::jobs<buy> all;
