// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: payload_versions of handler buy is no public list of versions; write using payload_versions = pawl::versions<oldest, \.\.\., newest>
// sentence: pawl: payload_versions of handler … is no public list of versions; write using payload_versions = pawl::versions<oldest, ..., newest>
// meaning: Versions are numbered by their places in a list.
// repair: List them in `pawl::versions`.
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
  using payload_versions = order;
#else
  using payload_versions = pawl::versions<order>;
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
