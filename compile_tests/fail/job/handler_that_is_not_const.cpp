// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: operator\(\) of handler buy is not const; one handler object serves all workers, so make it const
// sentence: pawl: operator() of handler … is not const; one handler object serves all workers, so make it const
// meaning: One object is called by many threads at once; what it changes without a lock is a data race.
// repair: Make operator() const and guard what must change.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<receipt> operator()(context&, order)
#ifndef COMPILE_FAIL
      const
#endif
  {
    return receipt{};
  }
};
pawl::jobs<buy> all;
