// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler buy takes pawl::versions<\.\.\.> as its input; write using payload_versions = pawl::versions<\.\.\.>, and take the newest of them
// sentence: pawl: handler … takes pawl::versions<...> as its input; write using payload_versions = pawl::versions<...>, and take the newest of them
// meaning: Stored versions are raised to the newest before the handler is called, so it takes one type.
// repair: Declare the versions as `payload_versions`, and take the newest.
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
  using input = pawl::versions<order>;
#else
  using payload_versions = pawl::versions<order>;
#endif
};

static_assert(pawl::jobs<buy>::count == 1);
