// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_end of handler buy has another shape, or its job is not stored; write one public void on_end\(const pawl::job_record&, pawl::follow_ups&\) const, in a durable job
// sentence: pawl: on_end of handler … has another shape, or its job is not stored; write one public void on_end(const pawl::job_record&, pawl::follow_ups&) const, in a durable job
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, order) const { return 1; }
#ifdef COMPILE_FAIL
  int on_end(const pawl::job_record&, pawl::follow_ups&) const { return 1; }
#else
  void on_end(const pawl::job_record&, pawl::follow_ups&) const {}
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
