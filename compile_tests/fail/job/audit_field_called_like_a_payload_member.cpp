// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: audit field item is called like a member of the payload; payload parts are not copied into metadata, so give it another name
// sentence: pawl: audit field … is called like a member of the payload; payload parts are not copied into metadata, so give it another name
// meaning: Metadata is read by more people than payloads are.
// repair: Record something else, under another name.
// [DECK-23]
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service,
#ifdef COMPILE_FAIL
                       pawl::audit<"item">
#else
                       pawl::audit<"shelf">
#endif
                       > {
  outcome<receipt> operator()(context&, order) const { return receipt{}; }
};
pawl::jobs<buy> all;
