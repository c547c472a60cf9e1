// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy returns int, but has no output; return \{\}, fail<class>\(\.\.\.\), pawl::cancelled or pawl::snooze\{\.\.\.\}
// sentence: pawl: job … returns …, but has no output; return {}, fail<class>(...), pawl::cancelled or pawl::snooze{...}
// meaning: The outcome of the handler is `outcome<void>`.
// repair: Return `{}`, or declare an output.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy
    : pawl::job<"shop.buy", pawl::lifecycles::service, pawl::errors<pawl::error::network_timeout>> {
  outcome<void> operator()(context&, order) const {
#ifdef COMPILE_FAIL
    return 7;
#else
    return {};
#endif
  }
};
