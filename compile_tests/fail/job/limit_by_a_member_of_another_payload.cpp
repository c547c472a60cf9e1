// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: limit active_per_number_at_submit counts by number, which is no member of the payload order; use a member of the payload
// sentence: pawl: limit … counts by …, which is no member of the payload …; use a member of the payload
// meaning: The key of a limit is taken from the payload when a job is submitted.
// repair: Point at a member of the handler's own input.
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

#ifdef COMPILE_FAIL
using key = pawl::by::member<&receipt::number>;
#else
using key = pawl::by::member<&order::item>;
#endif
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service,
                       pawl::limits<pawl::active_per<key, 1, pawl::at_submit>>> {
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
};
pawl::jobs<buy> all;
