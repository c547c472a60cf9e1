// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy returns int where its output is receipt; return that, fail<class>\(\.\.\.\), pawl::cancelled or pawl::snooze\{\.\.\.\}
// sentence: pawl: job … returns … where its output is …; return that, fail<class>(...), pawl::cancelled or pawl::snooze{...}
// meaning: A handler returns its output, or says otherwise how the attempt ended.
// repair: Return the declared output, or declare another.
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
  outcome<receipt> operator()(context&, order) const {
#ifdef COMPILE_FAIL
    return 7;
#else
    return receipt{"7"};
#endif
  }
};
