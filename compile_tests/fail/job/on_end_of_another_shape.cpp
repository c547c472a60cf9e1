// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_end of handler buy has another shape, or its job is not stored; write one public void on_end\(const pawl::job_record&, pawl::follow_ups&\) const, in a durable job
// sentence: pawl: on_end of handler … has another shape, or its job is not stored; write one public void on_end(const pawl::job_record&, pawl::follow_ups&) const, in a durable job
// meaning: The member would never be called, or what it submits would be lost with the process.
// repair: Take the record and what follows as written, make it const, and keep the job durable.
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
  void on_end(const order&, int) const {}
#else
  void on_end(const pawl::job_record&, pawl::follow_ups&) const {}
#endif
};
pawl::jobs<buy> all;
