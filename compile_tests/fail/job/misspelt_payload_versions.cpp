// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy has a member payload_version, which nothing calls or reads; write payload_versions, or give it quite another name
// sentence: pawl: handler … has a member …, which nothing calls or reads; write …, or give it quite another name
// meaning: Callbacks and versions are found by their names; one that is misspelt is never called.
// repair: Spell it as the sentence says.
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
  using payload_version = pawl::versions<order>;
#else
  using payload_versions = pawl::versions<order>;
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
