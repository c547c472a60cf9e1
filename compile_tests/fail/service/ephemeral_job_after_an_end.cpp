// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: what follows a stored end is stored; submit a durable job
// sentence: pawl: what follows a stored end is stored; submit a durable job
// meaning: on_end submits a job that only lives in memory, which would be lost with its process.
// repair: Submit a durable job.
#include <string>

#include <pawl/runtime/follow_ups.hpp>

struct order {
  std::string item;
};
struct tell : pawl::job<"shop.tell", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
};
struct look : pawl::job<"shop.look", pawl::lifecycles::service, pawl::ephemeral<>> {
  outcome<void> operator()(context&, const order&) const { return {}; }
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<void> operator()(context&, order) const { return {}; }
  void on_end(const pawl::job_record&, pawl::follow_ups& next) const {
#ifdef COMPILE_FAIL
    next.submit<look>({"tea"});
#else
    next.submit<tell>({"tea"});
#endif
  }
};
