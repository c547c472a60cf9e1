// SPDX-License-Identifier: BSL-1.0
// The concept asks for what it says and for no more; every shipped model keeps its laws and is
// empty.
#include <pawl/policies/sizes.hpp>
#include <pawl/testing/payload_limit_laws.hpp>

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::payload_limit_archetype;

static_assert(payload_limit_policy<payload_limit_archetype>);

struct without_axis : payload_limit_archetype {
  void axis();
};
static_assert(!payload_limit_policy<without_axis>);

struct without_input : payload_limit_archetype {
  void input();
};
static_assert(!payload_limit_policy<without_input>);

struct without_result : payload_limit_archetype {
  void result();
};
static_assert(!payload_limit_policy<without_result>);

struct without_summary : payload_limit_archetype {
  void summary();
};
static_assert(!payload_limit_policy<without_summary>);

static_assert(testing::broken_payload_limit_law<payload_limit_archetype>().empty());

template <class P>
concept sound =
    payload_limit_policy<P> && sizeof(P) == 1 && testing::broken_payload_limit_law<P>().empty();

static_assert(sound<default_payload_limit>);
static_assert(sound<payload_limit<64_MiB, result_limit<1_B>, summary_limit<64_KiB>>>);
